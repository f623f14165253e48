package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/status"
	"coderag/internal/symbols/ctags"
)

func checkProjects(env *cli.Env) (string, error) {
	projects, err := config.LoadProjects(env.ProjectsPath())
	if err != nil {
		return "", err
	}
	var errs []error
	for _, bad := range projects.Bad {
		errs = append(errs, bad.Err)
	}
	if len(projects.OK)+len(projects.Bad) == 0 {
		return "", fault.New(fault.NotFound, "none is configured").Fix("add one to %s", env.ProjectsPath())
	}
	return strings.Join(projects.Names(), ", "), errors.Join(errs...)
}

func checkDatabase(ctx context.Context, c config.Config) (string, error) {
	if err := c.RequireDatabase(); err != nil {
		return "", err
	}
	db, err := database.Open(ctx, database.Options{URL: c.Database.URL, MaxConns: 2, ConnectTimeout: c.Database.ConnectTimeout})
	if err != nil {
		return "", orFix(err, "run: make up; or correct [database] url in config.ini")
	}
	defer db.Close()
	version, err := db.Version(ctx)
	if err != nil {
		return "", orFix(err, "run: make up")
	}
	if version.Vector == "" {
		return "", fault.New(fault.Unavailable, "%s", version).
			Fix("run: bin/indexer migrate, which adds it where the server has it and the user may").
			Fix("or install it: https://github.com/pgvector/pgvector#installation")
	}
	return version.String(), nil
}

func checkModel(ctx context.Context, c config.Config) (string, error) {
	embedder, err := app.NewEmbedder(c.Embedding)
	if err != nil || embedder == nil {
		return "provider = none: words only", err
	}
	model, err := embedder.Model(ctx)
	if err != nil {
		return "", orFix(err, "start the model server at %s, or set provider = builtin in section [embedding] of config.ini, which needs none", c.Embedding.URL)
	}
	return model.String(), nil
}

// checkReranker has as much read as a search would.
func checkReranker(ctx context.Context, c config.Config) (string, error) {
	reranker, err := app.NewReranker(c.Rerank)
	if err != nil || reranker == nil {
		return "none configured", err
	}
	defer reranker.Close()
	documents := slices.Repeat([]string{strings.Repeat("retry(request) ", c.Rerank.MaxChars/15)}, c.Rerank.Candidates)
	ask := func() (took time.Duration, err error) {
		start := time.Now()
		_, err = reranker.Rerank(ctx, "where are requests retried", documents)
		return time.Since(start), err
	}
	if _, err := ask(); err != nil { // it may have to load its model
		return "", orFix(err, "start the reranker at %s, or remove url from section [rerank] of config.ini", c.Rerank.URL)
	}
	took, err := ask()
	if err != nil {
		return "", err
	}
	if took > c.Rerank.Timeout {
		return "", fault.New(fault.Timeout, "it takes %s to read %d hits, a search waits %s", took.Round(time.Millisecond), c.Rerank.Candidates, c.Rerank.Timeout).
			Fix("raise timeout, or lower candidates or max_chars, in section [rerank] of config.ini")
	}
	return fmt.Sprintf("reads %d hits in %s", c.Rerank.Candidates, took.Round(time.Millisecond)), nil
}

// orFix gives err a fix unless it has one.
func orFix(err error, format string, args ...any) error {
	if len(fault.FixesOf(err)) > 0 {
		return err
	}
	return fault.New(cmp.Or(fault.KindOf(err), fault.Unavailable), "%w", err).Fix(format, args...)
}

func checkGit(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "git", "--version").Output()
	if err != nil {
		return "", fault.New(fault.Unavailable, "%w", err).Fix("install it: apt-get install git, or brew install git")
	}
	return strings.TrimSpace(string(out)), nil
}

// checkCtags asks the extractor itself, which is particular about its program.
func checkCtags(ctx context.Context) (string, error) {
	extractor := ctags.New(ctx, ctags.Options{})
	_, err := extractor.Available()
	languages := len(extractor.Languages())
	if err := errors.Join(err, extractor.Close()); err != nil {
		return "", orFix(err, "install it: apt-get install universal-ctags, or brew install universal-ctags")
	}
	return fmt.Sprintf("found, serves %d languages", languages), nil
}

// leastFree is the disk space in bytes below which an index may not find room.
const leastFree = 1 << 30

// checkDisk looks at the file system of the configuration, which is that of the
// database that make up starts.
func checkDisk(configPath string, least uint64) (string, error) {
	dir, err := filepath.Abs(filepath.Dir(configPath))
	if err != nil {
		return "", err
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return "", fault.New(fault.Unavailable, "%s: %w", dir, err).Fix("see whether the folder is there and can be read")
	}
	free := s.Bavail * uint64(s.Bsize)
	if free < least {
		return "", fault.New(fault.Unavailable, "%.1f GB free at %s", float64(free)/1e9, dir).
			Fix("free some: an index takes up to four times the size of the code")
	}
	return fmt.Sprintf("%.0f GB free at %s", float64(free)/1e9, dir), nil
}

// checkServer asks the server whether it has what it needs.
func checkServer(ctx context.Context, c config.Config) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, baseURL(c)+"/readyz", http.NoBody)
	if err != nil {
		return "", fault.New(fault.Invalid, "%w", err).Fix("correct [server] address in config.ini")
	}
	client := http.Client{Transport: newTransport("").direct}
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return "", fault.New(fault.Unavailable, "%w", err).Fix("run: make up, or: bin/server")
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(response.Body, 4096)) // as much of it as there is
		return "", fault.New(fault.Unavailable, "it answers %s: %s", response.Status, strings.TrimSpace(string(body))).
			Fix("look at its log: make logs")
	}
	return "ready at " + baseURL(c), nil
}

// checkAnswer asks the server over MCP, as an agent does, what answers in each
// project: one that runs with an older token or another configuration fails here,
// or names another model.
func checkAnswer(ctx context.Context, c config.Config) (string, error) {
	var state struct{ Projects []status.Project }
	if _, err := callTool(ctx, c, code.AllProjects, "index_status", map[string]any{}, &state); err != nil {
		return "", orFix(err, "restart the server: make down, then make up")
	}
	var answers []string
	projects := map[string][]string{}
	for _, p := range state.Projects {
		answer := answering(p)
		if projects[answer] == nil {
			answers = append(answers, answer)
		}
		projects[answer] = append(projects[answer], p.Name)
	}
	for i, answer := range answers {
		answers[i] = strings.Join(projects[answer], ", ") + " by " + answer
	}
	return strings.Join(answers, "; "), nil
}

// answering says what a search of the project uses, and what it will.
func answering(p status.Project) string {
	text := "words and " + p.Answers()
	switch {
	case p.LastSweep == nil:
		text = "nothing, never scanned"
	case p.WordsOnly != "":
		text = p.Answers() + " (" + p.WordsOnly + ")"
	}
	if p.Building != nil {
		text += fmt.Sprintf(", then %s (%s now)", p.Building, p.Building.Progress())
	}
	return text
}

// checkRegistration looks for an entry in .mcp.json that leads to this server,
// and for the variable the entry takes its token from.
func checkRegistration(env *cli.Env, dir string, c config.Config) (string, error) {
	path := filepath.Join(dir, ".mcp.json")
	entries, err := readEntries(path)
	if err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		if e := entries[name]; strings.HasPrefix(e.URL, endpoint(c, "")) {
			return checkEntry(env, c, path, name, e)
		}
	}
	return "", fault.New(fault.NotFound, "no entry of %s leads to this server", path).Fix("run: bin/coderag register <project>")
}

func checkEntry(env *cli.Env, c config.Config, path, name string, e entry) (string, error) {
	token := e.Headers["X-RAG-Token"]
	switch {
	case strings.Contains(token, "${"+tokenVariable) && env.Getenv(tokenVariable) != c.Server.Token:
		return "", fault.New(fault.Unavailable, "entry %q of %s takes the token from %s, which is not the server's in this shell", name, path, tokenVariable).
			Fix("export it as bin/coderag register prints, in the shell that starts Claude Code")
	case !strings.Contains(token, "${") && token != c.Server.Token:
		return "", fault.New(fault.Invalid, "entry %q of %s has another token than the server", name, path).
			Fix("remove the entry, then run: bin/coderag register <project>")
	case !e.AlwaysLoad:
		return "", fault.New(fault.Invalid, "entry %q of %s is not always loaded: Claude Code hides its tools", name, path).
			Fix(`add "alwaysLoad": true to it`)
	}
	return fmt.Sprintf("entry %q of %s", name, path), nil
}
