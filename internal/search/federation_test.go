package search

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
)

func (s *fakeStore) of(project string) *Engine {
	e := s.engine()
	e.Project = project
	return e
}

// Hits come by the share of the query they have, then by project and rank.
func TestFederationOrder(t *testing.T) {
	t.Parallel()
	shop := newStore(goFile(1, "a.go", "retry", "retry"), goFile(2, "b.go", "retry", "retry backoff jitter"), goFile(3, "c.go", "x1", "backoff jitter"))
	tools := newStore(goFile(1, "d.go", "retry", "retry backoff jitter"), goFile(2, "e.go", "x1", "nothing"))
	reply, err := Federation{shop.of("shop"), tools.of("tools")}.Search(t.Context(), Request{Query: "retry backoff jitter", K: 3})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range reply.Hits {
		got = append(got, h.Project+"/"+h.Path)
	}
	if diff := cmp.Diff([]string{"shop/b.go", "tools/d.go", "shop/c.go"}, got); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	want := []Leg{{Name: "lexical", Hits: 4}, {Name: "dense", Skipped: "provider = none in section [embedding] of config.ini"}}
	if diff := cmp.Diff(want, reply.Legs); diff != "" {
		t.Errorf("legs (-want +got):\n%s", diff)
	}
	if len(reply.Notes) != 0 {
		t.Errorf("notes %q, want none: that no model is configured is no news", reply.Notes)
	}
}

func TestFederationNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	good, empty := newStore(goFile(1, "a.go", "retry", "retry")), newStore()
	broken := good.of("broken")
	broken.Store = failingStore{good, "Postings", errors.New("connection lost")}
	reply, err := Federation{broken, good.of("good"), empty.of("empty")}.Search(t.Context(), Request{Query: "retry"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`project broken: left out: search project "broken": lexical leg: connection lost`,
		"project empty: lexical leg left out: nothing is indexed yet; run: bin/indexer scan empty",
	}
	lines := strings.Join(reply.Notes, "\n")
	for _, note := range want {
		if !strings.Contains(lines, note) {
			t.Errorf("notes lack %q:\n%s", note, lines)
		}
	}
	if len(reply.Notes) != len(want) || len(reply.Hits) != 1 {
		t.Errorf("%d notes and %d hits, want %d and one", len(reply.Notes), len(reply.Hits), len(want))
	}
}

func TestFederationWithoutAnswer(t *testing.T) {
	t.Parallel()
	s, lost := newStore(goFile(1, "a.go", "retry", "retry")), fault.New(fault.Unavailable, "connection lost").Fix("run: make up")
	var all Federation
	for _, project := range []string{"one", "two"} {
		e := s.of(project)
		e.Store = failingStore{s, "Postings", lost}
		all = append(all, e)
	}
	if _, err := all.Search(t.Context(), Request{Query: "retry"}); !fault.Is(err, fault.Unavailable) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("no project answers: %v, want the error with its fix", err)
	}
	if reply, err := (Federation{}).Search(t.Context(), Request{Query: "retry"}); err != nil || len(reply.Hits) > 0 {
		t.Errorf("no project at all: %+v, %v", reply, err)
	}
}

// One reply has one budget, however many projects it comes from.
func TestFederationBudget(t *testing.T) {
	t.Parallel()
	var all Federation
	for project := range 6 {
		s := newStore(goFile(1, "a.go", "retry", "retry "+words(60)))
		e := s.of(fmt.Sprintf("p%d", project))
		e.Options.ReplyChars = 1000
		all = append(all, e)
	}
	reply, err := all.Search(t.Context(), Request{Query: "retry"})
	if err != nil {
		t.Fatal(err)
	}
	shown, with := 0, 0
	for _, h := range reply.Hits {
		if n := utf8.RuneCountInString(h.Excerpt); n > 0 {
			shown, with = shown+n, with+1
		}
	}
	if len(reply.Hits) != 6 || shown > 1000 || with == 0 || reply.Omitted != 6-with {
		t.Errorf("%d hits, %d with code of %d characters, %d omitted; want 6 hits within 1000", len(reply.Hits), with, shown, reply.Omitted)
	}
}
