package textfile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
)

const limit = 4 << 10

func TestRead(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"text":             "package a\n",
		"empty":            "",
		"at the limit":     strings.Repeat("x", limit),
		"not UTF-8":        "caf\xe9",
		"no final newline": "a\r\nb",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "f")
			write(t, path, content)
			mtime := time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
			if err := os.Chtimes(path, mtime, mtime); err != nil {
				t.Fatal(err)
			}
			got, err := Read(t.Context(), path, limit)
			if err != nil {
				t.Fatal(err)
			}
			want := File{
				Raw:    []byte(content),
				SHA256: sha256.Sum256([]byte(content)),
				Stat:   code.FileStat{Size: int64(len(content)), ModTime: mtime.Truncate(time.Microsecond)},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Read (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadRefuses covers faults 4, 17, 18 and 19.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		make func(t *testing.T, path string)
		want code.SkipReason
	}{
		"one byte too many": {func(t *testing.T, p string) { write(t, p, strings.Repeat("x", limit+1)) }, code.SkipTooLarge},
		"directory":         {func(t *testing.T, p string) { check(t, os.Mkdir(p, 0o755)) }, code.SkipSpecial},
		"FIFO":              {func(t *testing.T, p string) { check(t, syscall.Mkfifo(p, 0o644)) }, code.SkipSpecial},
		"socket":            {listen, code.SkipSpecial},
		"link to a file":    {func(t *testing.T, p string) { write(t, p+"2", "x"); check(t, os.Symlink(p+"2", p)) }, code.SkipSymlink},
		"link to itself":    {func(t *testing.T, p string) { check(t, os.Symlink(p, p)) }, code.SkipSymlink},
		"dangling link":     {func(t *testing.T, p string) { check(t, os.Symlink("nowhere", p)) }, code.SkipSymlink},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "f")
			tc.make(t, path)
			wantRefusal(t, path, tc.want)
		})
	}
	t.Run("device", func(t *testing.T) {
		t.Parallel()
		wantRefusal(t, os.DevNull, code.SkipSpecial)
	})
	t.Run("loop of directories", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		check(t, os.Symlink(filepath.Join(dir, "b"), filepath.Join(dir, "a")))
		check(t, os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, "b")))
		wantRefusal(t, filepath.Join(dir, "a", "f"), code.SkipSymlink)
	})
	t.Run("path over 4,096 bytes", func(t *testing.T) {
		t.Parallel()
		wantRefusal(t, "/"+strings.Repeat("a/", 2100), code.SkipUnreadable)
	})
}

func TestReadMissing(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "f")
	write(t, file, "x")
	for _, path := range []string{file + "2", filepath.Join(file, "below-a-file")} {
		if _, err := Read(t.Context(), path, limit); !fault.Is(err, fault.NotFound) {
			t.Errorf("Read(%q) = %v, want a NotFound", path, err)
		}
	}
}

// TestReadStill covers fault 13: a file that changes between stat and read.
func TestReadStill(t *testing.T) {
	t.Parallel()
	now := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, tc := range map[string]struct {
		file changing
		want error
	}{
		"still":   {changing{data: "abc", before: stat{3, now}, after: stat{3, now}}, nil},
		"grew":    {changing{data: "abcd", before: stat{3, now}, after: stat{4, now}}, ErrChanged},
		"shrank":  {changing{data: "ab", before: stat{3, now}, after: stat{2, now}}, ErrChanged},
		"touched": {changing{data: "abc", before: stat{3, now}, after: stat{3, now.Add(1)}}, ErrChanged},
		"short":   {changing{data: "ab", before: stat{3, now}, after: stat{3, now}}, ErrChanged},
		"outgrew the limit": {changing{data: "abcdef", before: stat{3, now}, after: stat{6, now}},
			&Refusal{code.SkipTooLarge, "6 bytes, the limit is 5"}},
		"broke": {changing{data: "abc", before: stat{3, now}, err: syscall.EIO},
			&Refusal{code.SkipUnreadable, "input/output error"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.file.Reader = strings.NewReader(tc.file.data)
			_, err := readStill(&tc.file, 5)
			if refusal, ok := errors.AsType[*Refusal](tc.want); ok {
				got, _ := errors.AsType[*Refusal](err)
				if diff := cmp.Diff(refusal, got); diff != "" {
					t.Errorf("refusal (-want +got):\n%s", diff)
				}
				return
			}
			if !errors.Is(err, tc.want) {
				t.Errorf("readStill = %v, want %v", err, tc.want)
			}
		})
	}
}

// changing is a file whose two stats differ.
type changing struct {
	io.Reader
	data          string
	before, after stat
	err           error // after the data
	stats         int
}

func (c *changing) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err == io.EOF && c.err != nil {
		err = c.err
	}
	return n, err
}

func (c *changing) Stat() (fs.FileInfo, error) {
	c.stats++
	if c.stats == 1 {
		return c.before, nil
	}
	return c.after, nil
}

type stat struct {
	size  int64
	mtime time.Time
}

func (s stat) Name() string       { return "f" }
func (s stat) Size() int64        { return s.size }
func (s stat) Mode() fs.FileMode  { return 0o644 }
func (s stat) ModTime() time.Time { return s.mtime }
func (s stat) IsDir() bool        { return false }
func (s stat) Sys() any           { return nil }

func BenchmarkReadDecode(b *testing.B) {
	path := filepath.Join(b.TempDir(), "f.go")
	content := bytes.Repeat([]byte("func (s *Server) handle(w http.ResponseWriter) { // naïve\n"), 300)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		f, err := Read(b.Context(), path, 1<<20)
		if err != nil {
			b.Fatal(err)
		}
		if text, reason, _ := Decode(f.Raw); reason != "" || len(text) != len(content) {
			b.Fatal(reason)
		}
	}
}

func wantRefusal(t *testing.T, path string, want code.SkipReason) {
	t.Helper()
	_, err := Read(t.Context(), path, limit)
	if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Reason != want {
		t.Errorf("Read = %v, want a Refusal with %q", err, want)
	}
}

func listen(t *testing.T, path string) {
	t.Helper()
	// The path of a socket has at most 108 bytes: make it elsewhere and move it.
	dir, err := os.MkdirTemp("", "s")
	check(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	check(t, err)
	t.Cleanup(func() { l.Close() })
	check(t, os.Rename(filepath.Join(dir, "s"), path))
}

func write(t *testing.T, path, content string) {
	t.Helper()
	check(t, os.WriteFile(path, []byte(content), 0o644))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
