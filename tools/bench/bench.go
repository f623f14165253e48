package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"coderag/internal/database"
	"coderag/internal/fault"
)

// project is the name of the project, repo the label of its root.
const (
	project = "bench"
	repo    = "corpus"
)

// bench is one run: where its copy of the corpus, its configuration and its
// database are.
type bench struct {
	options
	progress io.Writer
	dir      string // removed at the end
	corpus   string // the copy
	postgres postgres
	url      string       // of the database of the run at hand
	db       *database.DB // the database of the run at hand, nil between two
	provider string       // of vectors; "" the default
	address  string       // of the server
	token    string
}

func newBench(ctx context.Context, o options, progress io.Writer) (_ *bench, err error) {
	b := &bench{options: o, progress: progress, token: "bench-token-0123456789abcdef"}
	if b.options.corpus == "" {
		if b.options.corpus, err = standardLibrary(ctx); err != nil {
			return nil, err
		}
	}
	if b.bin, err = filepath.Abs(o.bin); err != nil {
		return nil, err
	}
	if b.postgres, err = openPostgres(ctx, os.Getenv("TEST_DATABASE_URL")); err != nil {
		return nil, err
	}
	if b.address, err = freeAddress(ctx); err != nil {
		return nil, err
	}
	// As the walk gives paths: without symbolic links.
	if b.dir, err = os.MkdirTemp("", "coderag-bench-"); err != nil {
		return nil, err
	}
	if b.dir, err = filepath.EvalSymlinks(b.dir); err != nil {
		return nil, err
	}
	b.corpus = filepath.Join(b.dir, "corpus")
	return b, nil
}

// close drops the database and removes the copy.
func (b *bench) close(ctx context.Context) error {
	err := b.dropDatabase(ctx)
	b.postgres.admin.Close()
	return errors.Join(err, os.RemoveAll(b.dir))
}

func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(b.progress, "bench: "+format+"\n", args...)
}

// run measures in an order in which nothing disturbs what comes after it: files
// are edited last.
func (b *bench) run(ctx context.Context) (r Result, err error) {
	r.Machine = describeMachine(b.postgres)
	for _, step := range []struct {
		name string
		do   func(context.Context, *Result) error
	}{
		{"copying " + b.options.corpus, b.copyCorpus},
		{"the bytes alone", b.measureBaselines},
		{"stages of a scan", b.measureStages},
		{"scans", b.measureScans},
		{"size of the schema", b.measureSchema},
		{"unchanged sweeps", b.measureSweeps},
		{"searches and edits", b.measureServer},
	} {
		b.say("%s", step.name)
		if err := step.do(ctx, &r); err != nil {
			return r, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	r.Machine.LoadAfter = loadAverage()
	return r, nil
}

// wordsAlone is the provider of no vectors.
const wordsAlone = "none"

// configure writes the configuration for the database at url. Nothing sweeps by
// itself while something is measured.
func (b *bench) configure(url string) (err error) {
	defer fault.Wrap(&err, "configure")
	lines := []string{
		"[database]", "url = " + url,
		"[server]", "address = " + b.address, "token = " + b.token,
		"[sweep]", "on = false", "at_start = false",
	}
	if b.provider != "" {
		lines = append(lines, "[embedding]", "provider = "+b.provider)
	}
	config := strings.Join(append(lines, ""), "\n")
	if err := os.WriteFile(b.configPath(), []byte(config), 0o600); err != nil {
		return err
	}
	projects := fmt.Sprintf(`{"projects": [{"name": %q, "roots": [{"path": %q, "repo": %q}]}]}`, project, b.corpus, repo)
	return os.WriteFile(b.projectsPath(), []byte(projects), 0o600)
}

func (b *bench) configPath() string { return filepath.Join(b.dir, "config.ini") }

func (b *bench) projectsPath() string { return filepath.Join(b.dir, "rag-projects.json") }

// indexer runs the command with the configuration of this run.
func (b *bench) indexer(ctx context.Context, args ...string) (command, error) {
	args = append([]string{"--config", b.configPath(), "--projects", b.projectsPath()}, args...)
	return runCommand(ctx, filepath.Join(b.bin, "indexer"), args...)
}
