package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/lang"
	"coderag/internal/walk"
)

// standardLibrary returns the source of Go's standard library.
func standardLibrary(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fault.New(fault.Unavailable, "go env GOROOT: %w", err).Fix("name a folder with -corpus")
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src"), nil
}

// copyCorpus copies the corpus, since files of it are edited later, and takes
// the time as a measure of the machine.
func (b *bench) copyCorpus(ctx context.Context, r *Result) error {
	cp, err := runCommand(ctx, "cp", "-a", b.options.corpus+"/.", b.corpus)
	if err != nil {
		return err
	}
	r.Corpus.Name = filepath.Base(filepath.Dir(b.options.corpus)) + "/" + filepath.Base(b.options.corpus)
	r.Baselines.Copy = cp.wall
	return nil
}

// files returns the files a scan indexes, in order of their paths.
func (b *bench) files(ctx context.Context) ([]walk.Entry, error) {
	found, err := walk.Root(ctx, code.Root{Path: b.corpus, Repo: repo}, walk.Rules{LanguagesOf: lang.Candidates, MaxFileBytes: 1 << 20})
	if err == nil && len(found.Files) == 0 {
		err = fault.New(fault.Invalid, "%s has no file to index", b.options.corpus).Fix("name another folder with -corpus")
	}
	return found.Files, err
}

// addLine appends a line with the word to a file of the copy.
func addLine(path, word string) (err error) {
	defer fault.Wrap(&err, "edit %s", path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f, "\n// %s\n", word); err != nil {
		return err
	}
	return f.Close()
}

// median returns the middle of the durations, 0 of none.
func median(d []time.Duration) time.Duration { return percentile(d, 50) }
