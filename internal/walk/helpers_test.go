package walk

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coderag/internal/code"
	"coderag/internal/git"
)

// newRoot makes a root of the files; a path that ends in a slash is a folder.
func newRoot(t testing.TB, files map[string]string) code.Root {
	t.Helper()
	root := code.Root{Path: filepath.Join(t.TempDir(), "root"), Repo: "r"}
	check(t, os.Mkdir(root.Path, 0o755))
	for path, content := range files {
		write(t, filepath.Join(root.Path, path), content, strings.HasSuffix(path, "/"))
	}
	return root
}

func write(t testing.TB, path, content string, isDir bool) {
	t.Helper()
	if isDir {
		check(t, os.MkdirAll(path, 0o755))
		return
	}
	check(t, os.MkdirAll(filepath.Dir(path), 0o755))
	check(t, os.WriteFile(path, []byte(content), 0o644))
}

// git runs git in dir as a user with no configuration.
func runGit(t testing.TB, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir, cmd.Env = dir, git.Env(os.Environ())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commit makes dir a repository in which everything not ignored is tracked.
func commit(t testing.TB, dir string, forced ...string) {
	t.Helper()
	runGit(t, dir, "init", "--quiet")
	runGit(t, dir, "add", "--all")
	if len(forced) > 0 {
		runGit(t, dir, append([]string{"add", "--force", "--"}, forced...)...)
	}
	runGit(t, dir, "commit", "--quiet", "--allow-empty", "--message=x")
}

// withoutGit walks as where git is not installed.
func withoutGit(ctx context.Context, root code.Root, rules Rules, system system) (Result, error) {
	w, err := newWalker(root, rules, system)
	if err != nil {
		return Result{}, err
	}
	return w.result(ctx)
}

func paths(entries []Entry) []string {
	var paths []string
	for _, e := range entries {
		paths = append(paths, e.Path)
	}
	return paths
}

// lines returns the skips as "reason path: detail".
func lines(skips []code.Skip) []string {
	var lines []string
	for _, s := range skips {
		lines = append(lines, string(s.Reason)+" "+s.Path+": "+s.Detail)
	}
	return lines
}

// failing is a disk on which some paths, relative to root, give errors.
type failing struct {
	disk
	root string
	errs map[string]error
}

func (f failing) err(op, path string) error {
	relative, _ := within(f.root, path)
	if err := f.errs[relative]; err != nil {
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
	return nil
}

func (f failing) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := f.err("open", path); err != nil {
		return nil, err
	}
	return f.disk.ReadDir(path)
}

func (f failing) ReadFile(path string) ([]byte, error) {
	if err := f.err("open", path); err != nil {
		return nil, err
	}
	return f.disk.ReadFile(path)
}

func (f failing) Lstat(path string) (fs.FileInfo, error) {
	if err := f.err("lstat", path); err != nil {
		return nil, err
	}
	return f.disk.Lstat(path)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
