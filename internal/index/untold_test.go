package index_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/search"
)

// untoldWorld has three files and a history. What it asks for is said by the
// last two commits alone, of which extra says whether they are made: without,
// the files are as with them.
func untoldWorld(t *testing.T, extra bool) *world {
	w := newWorld(t, map[string]string{
		"a.go": goFunc("Open", "opens the door"), "b.go": goFunc("Close", "closes the door"), "c.go": goFunc("Lock", "locks the door"),
	})
	w.git("init", "--quiet")
	w.commit("Initial import")
	w.write("a.go", goFunc("Open", "opens the heavy door"))
	w.commit("Authenticate before the door opens")
	w.write("c.go", goFunc("Lock", "locks the heavy door"))
	w.commit("Lock the heavy door")
	w.write("a.go", goFunc("Open", "opens the heavy door slowly"))
	w.write("b.go", goFunc("Close", "closes the heavy door"))
	if extra {
		w.commit("Oil the creaking hinges of the door, then authenticate")
	}
	w.sweep()
	return w
}

// ask returns the reply to a query that leaves out a commit.
func (w *world) ask(query, without string) search.Reply {
	w.Helper()
	e := search.Engine{Project: "shop", Store: w.store, Disk: noDisk{}}
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
