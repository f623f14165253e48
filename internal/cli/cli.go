// Package cli is what the three commands share: the flags that name the
// configuration, how an error is told, and the exit codes.
package cli

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"coderag/internal/app"
	"coderag/internal/config"
)

// Env is what a command has of the world around it; tests hand in their own.
type Env struct {
	In     io.Reader
	Out    io.Writer
	Err    io.Writer
	Getenv func(string) string

	// Width returns the columns of the terminal that a stream is, 0 for a
	// stream that is none. Nil: no stream is a terminal.
	Width func(stream any) int
	// Context ends the command when it ends. Nil: only signals do.
	Context context.Context

	configPath   string
	projectsPath string // "" stands for the file beside the configuration
}

// System returns the environment of this process.
func System() *Env {
	return &Env{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv, Width: terminalWidth}
}

// terminalWidth returns the columns of a terminal; one that does not know how
// many it has is taken to have 80.
func terminalWidth(stream any) int {
	f, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 80
	}
	return cmp.Or(width, 80)
}

// TerminalWidth returns the columns of the terminal that stream, one of e, is; 0
// if it is none.
func (e *Env) TerminalWidth(stream any) int {
	if e.Width == nil {
		return 0
	}
	return e.Width(stream)
}

// Config reads the configuration the flags name.
func (e *Env) Config() (config.Config, error) { return config.Load(e.configPath, e.Getenv) }

// ConfigPath returns where the configuration is.
func (e *Env) ConfigPath() string { return e.configPath }

// ProjectsPath returns where the projects are listed.
func (e *Env) ProjectsPath() string {
	return cmp.Or(e.projectsPath, filepath.Join(filepath.Dir(e.configPath), "rag-projects.json"))
}

// Open opens the service for a command, which is named to PostgreSQL. The
// caller closes it.
func (e *Env) Open(ctx context.Context, name string) (*app.App, error) {
	c, err := e.Config()
	if err != nil {
		return nil, err
	}
	return app.Open(ctx, app.Options{Config: c, Projects: e.ProjectsPath(), Name: name, Logger: e.logger(c.Log)})
}

// logger returns the logger of a command: warnings and worse on standard error.
func (e *Env) logger(c config.Log) *slog.Logger {
	return slog.New(slog.NewTextHandler(e.Err, &slog.HandlerOptions{Level: max(c.Level, slog.LevelWarn)}))
}
