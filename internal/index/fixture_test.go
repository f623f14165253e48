package index_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coderag/internal/code"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/lang"
	"coderag/internal/pgtest"
	"coderag/internal/postgres"
	"coderag/internal/search"
	"coderag/internal/symbols"
	"coderag/internal/symbols/treesitter"
	"coderag/internal/walk"
)

// A world is a project with a root on disk and a schema of its own.
type world struct {
	testing.TB
	root    string
	project code.Project
	store   *postgres.Project
	indexer *index.Indexer
	now     time.Time // modification times move on with each write
}

func newWorld(t testing.TB, files map[string]string) *world {
	t.Helper()
	w := &world{TB: t, root: t.TempDir(), now: time.Now().Add(-time.Hour).Truncate(time.Microsecond)}
	w.project = code.Project{Name: "shop", Roots: []code.Root{{Path: w.root, Repo: "api"}}}
	db := pgtest.New(t)
	pgtest.Project(t, db, "shop")
	w.store = postgres.OpenProject(db, "shop")
	extractors := symbols.New(treesitter.New(treesitter.Options{}))
	t.Cleanup(func() { _ = extractors.Close() })
	w.indexer = &index.Indexer{
		Symbols: extractors, Batcher: embed.Batcher{},
		Options: index.Options{Walk: walk.Rules{LanguagesOf: lang.Candidates}},
	}
	for path, text := range files {
		w.write(path, text)
	}
	return w
}

// write writes a file with a modification time of its own.
func (w *world) write(path, text string) {
	w.Helper()
	abs := filepath.Join(w.root, path)
	w.must(os.MkdirAll(filepath.Dir(abs), 0o755))
	w.must(os.WriteFile(abs, []byte(text), 0o644))
	w.now = w.now.Add(time.Second)
	w.must(os.Chtimes(abs, w.now, w.now))
}

func (w *world) remove(path string) {
	w.Helper()
	w.must(os.RemoveAll(filepath.Join(w.root, path)))
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) sweep() index.Report {
	w.Helper()
	report, err := w.trySweep(index.Request{})
	w.must(err)
	return report
}

func (w *world) trySweep(r index.Request) (index.Report, error) {
	r.Project = w.project
	return w.indexer.Sweep(context.Background(), w.store, r)
}

// find returns the paths of the hits for a query, best first.
func (w *world) find(query string) string {
	w.Helper()
	e := search.Engine{Project: "shop", Store: w.store, Disk: noDisk{}}
	reply, err := e.Search(context.Background(), search.Request{Query: query})
	w.must(err)
	var paths []string
	for _, h := range reply.Hits {
		paths = append(paths, h.Path)
	}
	return strings.Join(paths, " ")
}

// noDisk says of every file that it cannot be looked at.
type noDisk struct{}

func (noDisk) Stat(code.FileID) (code.FileStat, error) { return code.FileStat{}, os.ErrPermission }
func (noDisk) Read(code.FileID) (string, error)        { return "", os.ErrPermission }

func (w *world) wantFind(query, want string) {
	w.Helper()
	if got := w.find(query); got != want {
		w.Errorf("search %q finds %q, want %q", query, got, want)
	}
}

func wantKind(t testing.TB, err error, want fault.Kind) {
	t.Helper()
	if err == nil || fault.KindOf(err) != want {
		t.Errorf("error %v is of kind %d, want %d", err, fault.KindOf(err), want)
	}
}

func goFunc(name, comment string) string {
	return "package p\n\n// " + name + " " + comment + ".\nfunc " + name + "() {}\n"
}

// contextThatEndsAtFiles returns a context and a progress callback that cancels
// it once the commits are stored and the first file is about to be.
func contextThatEndsAtFiles(t testing.TB) (context.Context, func(index.Progress)) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, func(p index.Progress) {
		if p.Stage == index.StageFiles {
			cancel()
		}
	}
}
