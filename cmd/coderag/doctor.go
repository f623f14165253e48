package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/database"
	"coderag/internal/fault"
)

// A check is one thing the doctor looks at. It returns what it found, and an
// error with the fix when that is not well.
type check struct {
	name string
	run  func(ctx context.Context) (found string, err error)
}

// checkTimeout bounds each check.
const checkTimeout = 10 * time.Second

func doctorCommand(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "check that everything the service needs is there, and say how to mend what is not",
		Long:  "doctor checks configuration, database, model server, tools, disk, server and registration.\n\n" + cli.ExitCodes,
		Args:  cli.Args(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			config, err := env.Config()
			if err != nil {
				fmt.Fprintln(env.Out, "BAD  configuration")
				return err
			}
			fmt.Fprintf(env.Out, "ok   configuration: %s\n", env.ConfigPath())
			return examine(c.Context(), env.Out, checks(env, config))
		},
	}
}

func checks(env *cli.Env, c config.Config) []check {
	return []check{
		{"projects", func(context.Context) (string, error) { return checkProjects(env) }},
		{"token", func(context.Context) (string, error) { return "set", c.RequireToken() }},
		{"database", func(ctx context.Context) (string, error) { return checkDatabase(ctx, c) }},
		{"model", func(ctx context.Context) (string, error) { return checkModel(ctx, c) }},
		{"git", func(ctx context.Context) (string, error) { return checkTool(ctx, "git", "git") }},
		{"ctags", func(ctx context.Context) (string, error) { return checkTool(ctx, "ctags", "universal-ctags") }},
		{"disk", func(context.Context) (string, error) { return checkDisk(filepath.Dir(env.ConfigPath())) }},
		{"server", func(ctx context.Context) (string, error) { return checkServer(ctx, c) }},
		{"registration", func(context.Context) (string, error) { return checkRegistration(".mcp.json", c) }},
	}
}

// examine runs the checks and prints a line each. Its error is of kind
// fault.Unavailable when one is not well.
func examine(ctx context.Context, w io.Writer, checks []check) error {
	bad := 0
	for _, c := range checks {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		found, err := c.run(ctx)
		cancel()
		if err == nil {
			fmt.Fprintf(w, "ok   %s: %s\n", c.name, found)
			continue
		}
		bad++
		fmt.Fprintf(w, "BAD  %s: %v\n", c.name, err)
		for _, fix := range fault.FixesOf(err) {
			fmt.Fprintf(w, "     fix: %s\n", fix)
		}
	}
	if bad > 0 {
		return fault.New(fault.Unavailable, "%d of %d checks are not well", bad, len(checks)+1)
	}
	return nil
}

func checkProjects(env *cli.Env) (string, error) {
	projects, err := config.LoadProjects(env.ProjectsPath())
	if err != nil {
		return "", err
	}
	var errs []error
	for _, bad := range projects.Bad {
		errs = append(errs, bad.Err)
	}
	return strings.Join(projects.Names(), ", "), errors.Join(errs...)
}

func checkDatabase(ctx context.Context, c config.Config) (string, error) {
	if err := c.RequireDatabase(); err != nil {
		return "", err
	}
	db, err := database.Open(ctx, database.Options{URL: c.Database.URL, MaxConns: 2, ConnectTimeout: c.Database.ConnectTimeout})
	if err != nil {
		return "", err
	}
	defer db.Close()
	if err := db.EnsureExtension(ctx); err != nil {
		return "", err
	}
	version, err := db.Version(ctx)
	return version.String(), err
}

func checkModel(ctx context.Context, c config.Config) (string, error) {
	embedder, err := app.NewEmbedder(c.Embedding)
	if err != nil || embedder == nil {
		return "none configured: words only", err
	}
	model, err := embedder.Model(ctx)
	return model.String(), err
}

func checkTool(ctx context.Context, name, pkg string) (string, error) {
	out, err := exec.CommandContext(ctx, name, "--version").Output()
	if err != nil {
		return "", fault.New(fault.Unavailable, "%w", err).Fix("install it: apt-get install %s, or brew install %s", pkg, pkg)
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first, nil
}

// leastFree is the disk space below which an index may not find room.
const leastFree = 1 << 30

func checkDisk(dir string) (string, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return "", err
	}
	free := s.Bavail * uint64(s.Bsize)
	if free < leastFree {
		return "", fault.New(fault.Unavailable, "%.1f GB free at %s", float64(free)/1e9, dir).Fix("free some: an index takes about twice the size of the code")
	}
	return fmt.Sprintf("%.0f GB free", float64(free)/1e9), nil
}

func checkServer(ctx context.Context, c config.Config) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.Server.Address+"/readyz", http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fault.New(fault.Unavailable, "%w", err).Fix("run: make up, or: bin/server")
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(response.Body, 4096))
		return "", fault.New(fault.Unavailable, "it answers %s: %s", response.Status, body).Fix("look at the log: make logs")
	}
	return "ready at " + c.Server.Address, nil
}

// checkRegistration looks for an entry in .mcp.json that leads to this server,
// and for the variable the entry takes its token from.
func checkRegistration(path string, c config.Config) (string, error) {
	missing := fault.New(fault.NotFound, "no entry of %s leads to this server", path).Fix("run: bin/coderag register <project>")
	data, err := os.ReadFile(path)
	if err != nil {
		return "", missing
	}
	var file struct {
		Servers map[string]entry `json:"mcpServers"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return "", fault.New(fault.Invalid, "%s: %w", path, err).Fix("mend or remove it")
	}
	for name, e := range file.Servers {
		if !strings.HasPrefix(e.URL, endpoint(c, "")) {
			continue
		}
		if strings.Contains(e.Headers["X-RAG-Token"], "${"+tokenVariable) && os.Getenv(tokenVariable) != c.Server.Token {
			return "", fault.New(fault.Unavailable, "entry %q takes its token from %s, which is not the server's in this shell", name, tokenVariable).
				Fix("export it as bin/coderag register prints")
		}
		return name + " in " + path, nil
	}
	return "", missing
}
