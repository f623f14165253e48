package index_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/search"
)

// inOrder writes the files, which the next sweep then numbers by their paths: hits
// of equal score come in the same order in every world.
func (w *world) inOrder(files map[string]string) {
	w.Helper()
	w.indexer.Options.Workers = 1
	for path, text := range files {
		w.write(path, text)
	}
}

// untoldWorld has three files and a history. What it asks for is said by the
// last two commits alone, of which extra says whether they are made: without,
// the files are as with them.
func untoldWorld(t *testing.T, extra bool) *world {
	w := newWorld(t, nil)
	w.inOrder(map[string]string{
		"a.go": goFunc("Open", "opens the door"), "b.go": goFunc("Close", "closes the door"), "c.go": goFunc("Lock", "locks the door"),
	})
	w.git("init", "--quiet")
	w.commit("Initial import")
	w.write("a.go", goFunc("Open", "opens the heavy door"))
	w.commit("Authenticate before the door opens")
	w.write("c.go", goFunc("Lock", "locks the heavy door"))
	w.commit("Lock the heavy door")
	w.write("a.go", goFunc("Open", "opens the heavy door slowly"))
	w.write("b.go", goFunc("Close", "closes the heavy door firmly"))
	if extra {
		w.commit("Oil the creaking hinges of the door, then authenticate")
	}
	w.sweep()
	return w
}

// ask returns the reply to a query that leaves out a commit, and what else is off.
func (w *world) ask(query, without string, off ...string) search.Reply {
	w.Helper()
	e := search.Engine{Project: "shop", Store: w.store, Disk: noDisk{}, Options: search.Options{Off: search.Off{}}}
	for _, name := range off {
		e.Options.Off[name] = true
	}
	reply, err := e.Search(context.Background(), search.Request{Query: query, Explain: true, WithoutCommit: without})
	w.must(err)
	return reply
}

// A search without a commit answers as if the commit had never been made: the
// same hits, words, scores and signals as of an index that never knew it.
func TestSearchWithoutCommit(t *testing.T) {
	t.Parallel()
	told, never := untoldWorld(t, true), untoldWorld(t, false)
	revision := strings.TrimSpace(told.git("rev-parse", "HEAD"))
	for _, query := range []string{"creaking hinges", "authenticate", "oil the door", "authenticate the hinges of the heavy door", "lock"} {
		got, want := told.ask(query, revision), never.ask(query, "")
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(search.Hit{}), cmpopts.IgnoreFields(search.Hit{}, "ChunkID"), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-never made +left out):\n%s", query, diff)
		}
	}
	if hits := told.ask("creaking hinges", "").Hits; len(hits) != 2 {
		t.Errorf("with the commit creaking hinges has %d hits, want the two files it touched", len(hits))
	}
	if hits := told.ask("creaking hinges", revision).Hits; len(hits) > 0 {
		t.Errorf("only the commit that is left out says creaking hinges, and it is found in %s", hits[0].Path)
	}
	if hits := told.ask("authenticate", revision).Hits; len(hits) != 1 || hits[0].Path != "a.go" {
		t.Errorf("another commit says authenticate of a.go, and there are the hits %+v", hits)
	}
	if hits := told.ask("creaking hinges", strings.Repeat("0", 40)).Hits; len(hits) != 2 {
		t.Errorf("without a commit that is not known there are %d hits, want 2", len(hits))
	}
}

// Without history a search answers as if no commit had ever been made.
func TestSearchWithoutHistory(t *testing.T) {
	t.Parallel()
	told := untoldWorld(t, true)
	never, files := newWorld(t, nil), map[string]string{}
	for _, path := range []string{"a.go", "b.go", "c.go"} {
		text, err := os.ReadFile(filepath.Join(told.root, path))
		never.must(err)
		files[path] = string(text)
	}
	never.inOrder(files)
	never.sweep()
	for _, query := range []string{"creaking hinges", "authenticate", "oil the door", "lock the heavy hinges"} {
		got, want := told.ask(query, "", "history"), never.ask(query, "")
		ignored := cmpopts.IgnoreFields(search.Hit{}, "ChunkID", "Explanation") // weights are zero, as values are where nothing was said
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(search.Hit{}), ignored, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-never said +off):\n%s", query, diff)
		}
	}
}
