package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"coderag/internal/code"
)

// diskWorld is a root "in" with files of all sorts, beside a file "out.txt".
func diskWorld(t *testing.T) disk {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	for path, text := range map[string]string{
		"out.txt": "secret\n", "in/a.txt": "one\ntwo\n", "in/sub/b.txt": "b\n", "in/bom.txt": "\ufeffx\n",
		"in/large.txt": strings.Repeat("x", 101), "in/limit.txt": strings.Repeat("x", 100), "in/nul.txt": "a\x00b", "in-evil/c.txt": "evil\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600))
	}
	for link, target := range map[string]string{
		"file": "../out.txt", "folder": "..", "absolute": dir, "dangling": "nowhere", "loop": "loop", "inside": "a.txt", "sub/up": "..",
	} {
		must(t, os.Symlink(target, filepath.Join(in, link)))
	}
	must(t, syscall.Mkfifo(filepath.Join(in, "fifo"), 0o600))
	return newDisk([]code.Root{{Path: in, Repo: "r"}}, 100)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestDiskReads(t *testing.T) {
	t.Parallel()
	d := diskWorld(t)
	for path, want := range map[string]string{
		"a.txt": "one\ntwo\n", "sub/b.txt": "b\n", "bom.txt": "x\n", "limit.txt": strings.Repeat("x", 100),
	} {
		if got, err := d.Read(code.FileID{Repo: "r", Path: path}); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", path, got, err, want)
		}
		if _, err := d.Stat(code.FileID{Repo: "r", Path: path}); err != nil {
			t.Errorf("stat %s: %v", path, err)
		}
	}
}

// No path leads out of the root, and nothing but a regular file is read.
func TestDiskRefuses(t *testing.T) {
	t.Parallel()
	d := diskWorld(t)
	for _, path := range []string{
		"../out.txt", "../in-evil/c.txt", "sub/../../out.txt", d.roots["r"] + "/a.txt", "",
		"file", "folder/out.txt", "absolute/out.txt", "sub/up/folder/out.txt", "dangling", "loop", "inside",
		"fifo", "sub", "large.txt", "nul.txt", "missing", "a.txt/x",
	} {
		if got, err := d.Read(code.FileID{Repo: "r", Path: path}); err == nil {
			t.Errorf("read %q gives %q, want an error", path, got)
		}
	}
	for _, path := range []string{"../out.txt", "folder/out.txt", "absolute/out.txt"} {
		if got, err := d.Stat(code.FileID{Repo: "r", Path: path}); err == nil {
			t.Errorf("stat %q gives %v, want an error", path, got)
		}
	}
}

// What is gone is told from what cannot be looked at, and a repo that left the
// configuration, or a root that is not mounted, is gone.
func TestDiskMissing(t *testing.T) {
	t.Parallel()
	d := diskWorld(t)
	d.roots["unmounted"] = filepath.Join(t.TempDir(), "nowhere")
	for _, f := range []code.FileID{{Repo: "r", Path: "missing"}, {Repo: "other", Path: "a.txt"}, {Repo: "unmounted", Path: "a.txt"}} {
		if _, err := d.Stat(f); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("stat %s: %v, want not to exist", f, err)
		}
		if _, err := d.Read(f); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("read %s: %v, want not to exist", f, err)
		}
	}
}
