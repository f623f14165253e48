// Package cli is what the three commands share: the flags that name the
// configuration, how an error is told, and the exit codes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"coderag/internal/app"
	"coderag/internal/config"
	"coderag/internal/fault"
)

// ExitCodes is the part of the help text that documents them.
const ExitCodes = `Exit codes:
  0  done, or nothing to do
  1  something failed
  2  the command line or the configuration is wrong
  3  what was named does not exist
  4  something needed does not answer: the database, a root, a model
  5  another sweep of the project is running
  6  something was left undone because it was not confirmed`

// Env is what a command has of the world around it; tests hand in their own.
type Env struct {
	In     io.Reader
	Out    io.Writer
	Err    io.Writer
	Getenv func(string) string

	configPath   string
	projectsPath string
}

// System returns the environment of this process.
func System() *Env { return &Env{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv} }

// Run executes the command line and returns the exit code. SIGINT and SIGTERM
// cancel what runs; a second one ends the process.
func Run(root *cobra.Command, env *Env, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	root.SetArgs(args)
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = Version()
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringVar(&env.configPath, "config", "config.ini", "configuration file")
	root.PersistentFlags().StringVar(&env.projectsPath, "projects", "rag-projects.json", "file that lists the projects")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fault.New(fault.Invalid, "%w", err).Fix("run: %s --help", c.CommandPath())
	})
	err := root.ExecuteContext(ctx)
	Tell(env.Err, root.Name(), err)
	return fault.ExitCode(err)
}

// Tell prints an error with the fixes of all its parts.
func Tell(w io.Writer, name string, err error) {
	if err == nil {
		return
	}
	fmt.Fprintf(w, "%s: %v\n", name, err)
	seen := map[string]bool{}
	for _, e := range leaves(err) {
		for _, fix := range fault.FixesOf(e) {
			if !seen[fix] {
				fmt.Fprintf(w, "  fix: %s\n", fix)
			}
			seen[fix] = true
		}
	}
}

// leaves returns the errors that errors.Join joined, at any depth of wrapping.
func leaves(err error) []error {
	for e := err; e != nil; e = errors.Unwrap(e) {
		joined, ok := e.(interface{ Unwrap() []error })
		if !ok {
			continue
		}
		var all []error
		for _, part := range joined.Unwrap() {
			all = append(all, leaves(part)...)
		}
		return all
	}
	return []error{err}
}

// Version returns the version of the module and the revision it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return version
}

// Args checks the number of arguments and says which are wanted.
func Args(n int, usage string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return fault.New(fault.Invalid, "%d arguments, want %s", len(args), usage).Fix("run: %s --help", c.CommandPath())
	}
}

// Config reads the configuration the flags name.
func (e *Env) Config() (config.Config, error) { return config.Load(e.configPath, e.Getenv) }

// ConfigPath returns where the configuration is.
func (e *Env) ConfigPath() string { return e.configPath }

// ProjectsPath returns where the projects are listed.
func (e *Env) ProjectsPath() string { return e.projectsPath }

// Open opens the service for a command. The caller closes it.
func (e *Env) Open(ctx context.Context, name string) (*app.App, error) {
	c, err := e.Config()
	if err != nil {
		return nil, err
	}
	return app.Open(ctx, app.Options{Config: c, Projects: e.projectsPath, Name: name, Logger: e.Logger(c.Log)})
}

// Logger returns the logger of a command: warnings and worse on standard error.
func (e *Env) Logger(c config.Log) *slog.Logger {
	return slog.New(slog.NewTextHandler(e.Err, &slog.HandlerOptions{Level: max(c.Level, slog.LevelWarn)}))
}

// IsTerminal reports whether the stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
