package git_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coderag/internal/fault"
	"coderag/internal/git"
)

func open(t *testing.T) *git.Repository {
	t.Helper()
	r, ok := git.Open(t.TempDir())
	if !ok {
		t.Skip("git is not installed")
	}
	if _, err := r.Run(t.Context(), nil, "init", "--quiet"); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunIsIsolated(t *testing.T) {
	t.Setenv("GIT_DIR", "/nowhere")
	t.Setenv("HOME", t.TempDir())
	global := filepath.Join(os.Getenv("HOME"), ".gitconfig")
	if err := os.WriteFile(global, []byte("[user]\n\tname = somebody\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := open(t).Run(t.Context(), nil, "config", "--list")
	if err != nil || strings.Contains(string(out), "user.name") {
		t.Errorf("config --list = %q, %v; want nothing of the user's", out, err)
	}
}

func TestRunRefused(t *testing.T) {
	t.Parallel()
	_, err := open(t).Run(t.Context(), nil, "rev-parse", "--verify", "nothing")
	if !fault.Is(err, fault.Unavailable) || git.ExitCode(err) == 0 || len(fault.FixesOf(err)) == 0 {
		t.Errorf("Run = %v, exit code %d; want Unavailable with a code and a fix", err, git.ExitCode(err))
	}
}

func TestStream(t *testing.T) {
	t.Parallel()
	r := open(t)
	if err := os.WriteFile(filepath.Join(r.Dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var got string
	read := func(out io.Reader) error {
		data, err := io.ReadAll(out)
		got = string(data)
		return err
	}
	if err := r.Stream(t.Context(), read, "ls-files", "--others"); err != nil || got != "a\n" {
		t.Errorf("Stream reads %q, %v; want the one file", got, err)
	}
}

// What the reader finds wrong ends the command and is the error.
func TestStreamReaderFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	endless := filepath.Join(dir, "git")
	if err := os.WriteFile(endless, []byte("#!/bin/sh\nwhile :; do echo line; done\n"), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	r := &git.Repository{Dir: dir, Program: endless}
	wrong := errors.New("wrong")
	err := r.Stream(t.Context(), func(out io.Reader) error {
		_, _ = out.Read(make([]byte, 4))
		return wrong
	}, "log")
	if !errors.Is(err, wrong) {
		t.Errorf("Stream = %v, want the reader's error", err)
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hanging := filepath.Join(dir, "git")
	if err := os.WriteFile(hanging, []byte("#!/bin/sh\nexec sleep 600\n"), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	r := &git.Repository{Dir: dir, Program: hanging, Timeout: 20 * time.Millisecond}
	if _, err := r.Run(t.Context(), nil, "log"); !fault.Is(err, fault.Timeout) {
		t.Errorf("Run = %v, want a Timeout", err)
	}
}
