package walk

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/git"
)

// TestGitIsolated: neither the user's configuration nor the environment nor a
// program named by the repository's configuration has a say.
func TestGitIsolated(t *testing.T) {
	home := newRoot(t, map[string]string{
		".gitconfig": "[core]\n\texcludesFile = ~/ignore\n", "ignore": "*.go\n", ".config/git/ignore": "*.md\n",
	}).Path
	root := newRoot(t, map[string]string{"a.go": "", "b.md": "", "c.txt": ""})
	commit(t, root.Path)
	runGit(t, root.Path, "rm", "-r", "--quiet", "--cached", ".")
	ran := filepath.Join(home, "ran")
	hook := filepath.Join(home, "hook")
	check(t, os.WriteFile(hook, []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o755))
	runGit(t, root.Path, "config", "core.fsmonitor", hook)
	runGit(t, root.Path, "config", "core.excludesFile", filepath.Join(home, "ignore"))
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	t.Setenv("GIT_DIR", home)
	t.Setenv("GIT_INDEX_FILE", ran)

	got, err := Root(t.Context(), root, Rules{})
	check(t, err)
	if diff := cmp.Diff([]string{"a.go", "b.md", "c.txt"}, paths(got.Files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if _, err := os.Lstat(ran); err == nil {
		t.Error("the fsmonitor program of the repository was run")
	}
}

// TestGitNotInstalled: .gitignore files count without git too.
func TestGitNotInstalled(t *testing.T) {
	root := newRoot(t, map[string]string{".gitignore": "*.log\n", ".ragignore": "b.go\n", "a.go": "", "a.log": "", "b.go": "", "keep.log": "", "d/.gitignore": "!keep.log", "d/keep.log": ""})
	t.Setenv("PATH", t.TempDir())
	got, err := Root(t.Context(), root, Rules{})
	check(t, err)
	want := []string{".gitignore", ".ragignore", "a.go", "d/.gitignore", "d/keep.log"}
	if diff := cmp.Diff(want, paths(got.Files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	oneAgrees(t, root, Rules{}, got)
}

func TestGitHangs(t *testing.T) {
	t.Parallel()
	dir := newRoot(t, nil).Path
	program := filepath.Join(dir, "git")
	check(t, os.WriteFile(program, []byte("#!/bin/sh\nexec sleep 600\n"), 0o755))
	repo := &repository{&git.Repository{Dir: dir, Program: program, Timeout: 20 * time.Millisecond}}
	if _, err := repo.answerAll(t.Context()); !fault.Is(err, fault.Timeout) {
		t.Errorf("answerAll = %v, want a Timeout", err)
	}
}

// TestGitListedLater: a file git did not see when it listed is not known, hence
// neither indexed nor gone.
func TestGitListedLater(t *testing.T) {
	t.Parallel()
	root := newRoot(t, map[string]string{"a.go": ""})
	w, err := newWalker(root, Rules{}, disk{})
	check(t, err)
	check(t, w.ask(t.Context(), (*repository).answerAll))
	write(t, filepath.Join(root.Path, "late.go"), "", false)
	got, err := w.result(t.Context())
	check(t, err)
	if diff := cmp.Diff([]string{"a.go"}, paths(got.Files)); diff != "" || !got.Keeps("late.go") {
		t.Errorf("late.go is kept: %v; files (-want +got):\n%s", got.Keeps("late.go"), diff)
	}
}

// TestGitSwap covers fault 24: a file that became a folder, and back, before
// git was told.
func TestGitSwap(t *testing.T) {
	t.Parallel()
	root := newRoot(t, map[string]string{"a": "", "b/x.go": "", "Case.go": ""})
	commit(t, root.Path)
	check(t, os.Remove(filepath.Join(root.Path, "a")))
	check(t, os.RemoveAll(filepath.Join(root.Path, "b")))
	write(t, filepath.Join(root.Path, "a/y.go"), "", false)
	write(t, filepath.Join(root.Path, "b"), "", false)
	check(t, os.Rename(filepath.Join(root.Path, "Case.go"), filepath.Join(root.Path, "case.go")))
	got, err := Root(t.Context(), root, Rules{})
	check(t, err)
	if diff := cmp.Diff([]string{"a/y.go", "b", "case.go"}, paths(got.Files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	oneAgrees(t, root, Rules{}, got)
}

// childRoot tells the copy of this test program that runs as another user what
// to walk.
const childRoot = "WALK_TEST_CHILD_ROOT"

// TestPermissions covers fault 15 with git and a folder that may not be read.
// Permission bits do not bind uid 0, so uid 0 runs the walk as nobody, in a
// copy of this program that nobody can reach.
func TestPermissions(t *testing.T) {
	if path := os.Getenv(childRoot); path != "" {
		wantClosed(t, path)
		return
	}
	root := openToAll(t)
	write(t, filepath.Join(root, "a.go"), "", false)
	write(t, filepath.Join(root, "closed/b.go"), "", false)
	commit(t, root)
	check(t, os.Chmod(filepath.Join(root, "closed"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(root, "closed"), 0o755) })
	if os.Getuid() != 0 {
		wantClosed(t, root)
		return
	}
	self, err := os.Executable()
	check(t, err)
	program := filepath.Join(openToAll(t), "walk.test")
	content, err := os.ReadFile(self)
	check(t, err)
	check(t, os.WriteFile(program, content, 0o755))
	const nobody = 65534
	cmd := exec.Command(program, "-test.run=^TestPermissions$", "-test.v")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), childRoot+"="+root, "HOME="+root, "TMPDIR=/tmp")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestPermissions") {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}

func wantClosed(t *testing.T, path string) {
	t.Helper()
	root := code.Root{Path: path, Repo: "r"}
	got, err := Root(t.Context(), root, Rules{})
	check(t, err)
	if diff := cmp.Diff([]string{"a.go"}, paths(got.Files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"base_exclude .git/: .git/", "unreadable closed/: permission denied"}, lines(got.Skips)); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
	if !got.Keeps("closed/b.go") {
		t.Error("closed/b.go is not kept")
	}
	if _, _, err := One(t.Context(), root, Rules{}, "closed/b.go"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("One(closed/b.go) = %v, want an Unavailable", err)
	}
}

// openToAll makes a folder that every user can enter, unlike t.TempDir.
func openToAll(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "walk")
	check(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	check(t, os.Chmod(dir, 0o755))
	return dir
}
