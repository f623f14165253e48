package index_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/index"
)

func TestSweepFollowsTheDisk(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{
		"open.go":       goFunc("Open", "connects to the ledger"),
		"lib/close.go":  goFunc("Close", "disconnects"),
		"lib/blob.bin":  "\x00\x01\x02",
		"lib/empty.go":  "",
		"lib/spaces.go": " \n\t\n",
	})
	r := w.sweep()
	if r.Added != 4 || r.Chunks != 4 || r.Skipped[code.SkipBinary]+r.Skipped[code.SkipBaseExclude] != 1 {
		t.Errorf("first sweep: %+v, want 4 added, two chunks for each file with code, and a binary skipped", r)
	}
	w.wantFind("ledger", "open.go")

	if r = w.sweep(); r.Changes() || r.Same != 4 {
		t.Errorf("second sweep: %+v, want 4 the same and no change", r)
	}
	w.write("open.go", goFunc("Open", "connects to the register"))
	w.write("lib/new.go", goFunc("Fresh", "is written just now"))
	w.remove("lib/close.go")
	if r = w.sweep(); r.Added != 1 || r.Changed != 1 || r.Removed != 1 || r.Same != 2 {
		t.Errorf("third sweep: %+v, want one added, changed and removed each", r)
	}
	w.wantFind("ledger", "")
	w.wantFind("register", "open.go")
	w.wantFind("disconnects", "")
	w.wantFind("written", "lib/new.go")
}

// A touched file costs its reading, and no rows.
func TestTouchedFileKeepsItsRows(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "x")})
	w.sweep()
	w.write("a.go", goFunc("Open", "x"))
	if r := w.sweep(); r.Touched != 1 || r.Chunks != 0 {
		t.Errorf("sweep of a touched file: %+v, want it touched and no chunk written", r)
	}
	if r := w.sweep(); r.Changes() {
		t.Errorf("sweep after it: %+v, want no change", r)
	}
}

// Same size and time, other content: only a full sweep can see it, and does.
func TestFullSweepVerifiesContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "reads")})
	w.sweep()
	info, err := os.Stat(filepath.Join(w.root, "a.go"))
	w.must(err)
	w.write("a.go", goFunc("Open", "waits"))
	w.must(os.Chtimes(filepath.Join(w.root, "a.go"), info.ModTime(), info.ModTime()))
	if r := w.sweep(); r.Changes() {
		t.Fatalf("plain sweep: %+v, want no change", r)
	}
	r, err := w.trySweep(index.Request{Full: true})
	w.must(err)
	if r.Changed != 1 {
		t.Errorf("full sweep: %+v, want one changed", r)
	}
	w.wantFind("waits", "a.go")
}

// What is not there any more is not the same as what cannot be seen.
func TestMissingRootKeepsItsRows(t *testing.T) {
	t.Parallel()
	for name, unmount := range map[string]func(root string) error{
		"gone":  func(root string) error { return os.Rename(root, root+".away") },
		"empty": func(root string) error { return os.RemoveAll(filepath.Join(root, "a.go")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"a.go": goFunc("Open", "survives")})
			w.sweep()
			w.must(unmount(w.root))
			r, err := w.trySweep(index.Request{})
			wantKind(t, err, fault.Unavailable)
			if r.Removed != 0 || !cmp.Equal(r.Absent, []string{"api"}) {
				t.Errorf("sweep without its root: %+v, want nothing removed", r)
			}
			w.wantFind("survives", "a.go")
		})
	}
}

// A root that comes to hold files beside one that is absent is swept all the same.
func TestOtherRootsAreSwept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "present")})
	w.project.Roots = append(w.project.Roots, code.Root{Path: filepath.Join(w.root, "..", "nowhere"), Repo: "web"})
	r, err := w.trySweep(index.Request{})
	wantKind(t, err, fault.Unavailable)
	if r.Added != 1 {
		t.Errorf("sweep: %+v, want the file of the other root added", r)
	}
	w.wantFind("present", "a.go")
}

func TestRemovedRootLeaves(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "first")})
	other := t.TempDir()
	w.must(os.WriteFile(filepath.Join(other, "b.go"), []byte(goFunc("Close", "second")), 0o644))
	w.project.Roots = append(w.project.Roots, code.Root{Path: other, Repo: "web"})
	w.sweep()
	w.wantFind("second", "b.go")
	w.project.Roots = w.project.Roots[:1]
	if r := w.sweep(); r.Removed != 1 {
		t.Errorf("sweep: %+v, want the file of the removed root removed", r)
	}
	w.wantFind("second", "")
}

func TestCaseRenameAndFileDirectorySwap(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"readme.go": goFunc("A", "one"), "lib": "package lib // two\n"})
	w.sweep()
	w.remove("readme.go")
	w.write("README.go", goFunc("A", "one"))
	w.remove("lib")
	w.write("lib/lib.go", goFunc("B", "three"))
	w.sweep()
	w.wantFind("one", "README.go")
	w.wantFind("three", "lib/lib.go")
	w.wantFind("two", "")
}

// Content that would break a row, a parser or a word index is indexed as far as
// it goes, and stops nothing else.
func TestHostileContent(t *testing.T) {
	t.Parallel()
	var distinct strings.Builder
	for i := range 40_000 {
		distinct.WriteString(strings.Repeat("x", i%7+1) + "_" + string(rune('a'+i%26)) + strings.Repeat("q", i%11) + "\n")
	}
	w := newWorld(t, map[string]string{
		"good.go":         goFunc("Good", "sentinel"),
		"nest.go":         "package p\nvar x = " + strings.Repeat("(", 100_000) + "1",
		"words.txt":       distinct.String(),
		"base64.txt":      "key " + strings.Repeat("QUJD", 30_000) + "\n",
		"latin.go":        "package p // caf\xe9 sentinel latin\n",
		"bom.go":          "\uFEFFpackage bommed\n",
		"crlf.go":         "package p\r\n\r\nfunc Carriage() {}\r\n",
		"odd'name\t\".go": goFunc("Odd", "quoted"),
		"50%_off.go":      goFunc("Sale", "discount"),
	})
	w.sweep()
	w.wantFind("discount", "50%_off.go")
	w.wantFind("quoted", "odd'name\t\".go")
	w.wantFind("bommed", "bom.go")
	w.wantFind("Carriage", "crlf.go")
	if got := w.find("sentinel"); !strings.Contains(got, "good.go") {
		t.Errorf("search %q finds %q, want good.go among them", "sentinel", got)
	}
}

// Incremental sweeps end in the same index as one over the final state.
func TestIncrementalEqualsFresh(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.go": goFunc("A", "alpha"), "b.py": "def beta():\n    return 1\n", "c/d.rs": "fn gamma() {}\n"}
	w := newWorld(t, files)
	w.sweep()
	for i := range 12 { // enough sweeps for segments to merge
		w.write("a.go", goFunc("A", strings.Repeat("alpha ", i+1)))
		w.write(string(rune('f'+i))+".go", goFunc("F", "filler"))
		w.sweep()
	}
	w.remove("c")
	w.sweep()
	fresh := newWorld(t, nil)
	fresh.root, fresh.project.Roots = w.root, w.project.Roots
	fresh.sweep()
	if diff := cmp.Diff(fresh.digest(), w.digest()); diff != "" {
		t.Errorf("index (-fresh +incremental):\n%s", diff)
	}
}
