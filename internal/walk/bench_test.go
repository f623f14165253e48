package walk

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"coderag/internal/code"
)

// TestRootManyFiles covers fault 22 with few thousand files, which is enough
// for many batches; the folders that must not be entered cannot be.
func TestRootManyFiles(t *testing.T) {
	t.Parallel()
	const n = 3000
	root := newRoot(t, map[string]string{"node_modules/x/a.js": "", "keep.go": ""})
	many(t, root.Path, n)
	system := failing{root: root.Path, errs: map[string]error{"node_modules": syscall.EIO}}
	got, err := withoutGit(t.Context(), root, Rules{}, system)
	check(t, err)
	if len(got.Files) != n+1 || len(got.Skips) != 1 || len(got.Unread) != 0 {
		t.Errorf("%d files, skips %v, unread %v; want %d files and one skip", len(got.Files), got.Skips, got.Unread, n+1)
	}
	if !slices.IsSorted(paths(got.Files)) {
		t.Error("the files are not sorted")
	}
}

func many(t testing.TB, root string, n int) {
	t.Helper()
	check(t, os.Mkdir(filepath.Join(root, "many"), 0o755))
	for i := range n {
		check(t, os.WriteFile(filepath.Join(root, "many", fmt.Sprintf("f%06d.go", i)), nil, 0o644))
	}
}

// goroot is the standard library of Go as a root.
func goroot(t testing.TB) code.Root {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	check(t, err)
	return code.Root{Path: filepath.Join(strings.TrimSpace(string(out)), "src"), Repo: "go"}
}

func BenchmarkWalkGOROOT(b *testing.B) {
	benchmarkRoot(b, goroot(b))
}

func BenchmarkWalk100kInOneFolder(b *testing.B) {
	root := newRoot(b, nil)
	many(b, root.Path, 100_000)
	benchmarkRoot(b, root)
}

func benchmarkRoot(b *testing.B, root code.Root) {
	b.ReportAllocs()
	entries := 0
	for b.Loop() {
		got, err := Root(b.Context(), root, Rules{MaxFileBytes: 1 << 20})
		if err != nil {
			b.Fatal(err)
		}
		entries += len(got.Files) + len(got.Skips)
	}
	b.ReportMetric(float64(entries)/b.Elapsed().Seconds(), "entries/s")
	b.ReportMetric(float64(entries)/float64(b.N), "entries")
}

func BenchmarkOneGOROOT(b *testing.B) {
	root := goroot(b)
	for b.Loop() {
		if _, _, err := One(b.Context(), root, Rules{}, "net/http/server.go"); err != nil {
			b.Fatal(err)
		}
	}
}
