package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
)

// fakeReranker likes documents that have its word, the more often the more. It
// answers with err, or not before ctx ends.
type fakeReranker struct {
	word  string
	err   error
	hangs bool

	mu    sync.Mutex
	asked [][]string // the documents of each question
}

func (r *fakeReranker) Rerank(ctx context.Context, _ string, documents []string) ([]float64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, documents)
	if r.hangs {
		<-ctx.Done()
		return nil, fmt.Errorf("ask: %w", ctx.Err())
	}
	if r.err != nil {
		return nil, r.err
	}
	scores := make([]float64, len(documents))
	for i, d := range documents {
		scores[i] = float64(strings.Count(d, r.word)) - 0.5
	}
	return scores, nil
}

// fourFiles come in this order by their words: the reranker likes the last.
func fourFiles() *fakeStore {
	return newStore(
		goFile(1, "a.go", "retry", "retry one"), goFile(2, "b.go", "x1", "retry retry retry"),
		goFile(3, "c.go", "x1", "retry likely"), goFile(4, "d.go", "x1", "retry likely likely "+words(60)),
	)
}

func TestRerank(t *testing.T) {
	t.Parallel()
	plain := pathsOf(search(t, fourFiles().engine(), Request{Query: "retry"}))
	if diff := cmp.Diff([]string{"a.go", "b.go", "c.go", "d.go"}, plain); diff != "" {
		t.Fatalf("without a reranker (-want +got):\n%s", diff)
	}
	for name, tc := range map[string]struct {
		request    Request
		candidates int
		want       []string
		read       int
	}{
		"all":                        {Request{}, 0, []string{"d.go", "c.go", "a.go", "b.go"}, 4},
		"more are read than wanted":  {Request{K: 1}, 0, []string{"d.go"}, 4},
		"only the first are read":    {Request{}, 3, []string{"c.go", "a.go", "b.go", "d.go"}, 3},
		"fewer are read than wanted": {Request{K: 3}, 2, []string{"a.go", "b.go", "c.go"}, 2},
		"chunks":                     {Request{Granularity: GranularityChunk}, 0, []string{"d.go", "c.go", "a.go", "b.go"}, 4},
	} {
		e, model := fourFiles().engine(), &fakeReranker{word: "likely"}
		e.Reranker, e.Options.RerankCandidates = model, tc.candidates
		tc.request.Query = "retry"
		reply := search(t, e, tc.request)
		if diff := cmp.Diff(tc.want, pathsOf(reply)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if leg := reply.Legs[len(reply.Legs)-1]; leg != (Leg{Name: "rerank", Hits: tc.read}) || len(reply.Notes) > 0 || len(model.asked) != 1 {
			t.Errorf("%s: leg %+v, notes %q, asked %d times; want %d documents read at once", name, leg, reply.Notes, len(model.asked), tc.read)
		}
	}
}

// A document is the path and the declaration, within its limit.
func TestRerankDocuments(t *testing.T) {
	t.Parallel()
	s := shop()
	s.add(1, source{id: 3, path: "empty_retry.go"})
	e, model := s.engine(), &fakeReranker{}
	e.Reranker, e.Options.RerankChars = model, 50
	search(t, e, Request{Query: "retry serve", Expand: ExpandNone})
	got := map[string]bool{}
	for _, d := range model.asked[0] {
		got[d] = true
		if n := utf8.RuneCountInString(d); n > 50 {
			t.Errorf("%q has %d characters, want at most 50", d, n)
		}
	}
	for _, want := range []string{"long.go\nfunc serve retry\nretry retry retry\nend\n", "empty_retry.go"} {
		if !got[want] {
			t.Errorf("documents %q, want %q among them", model.asked[0], want)
		}
	}
	e.Options.RerankChars = 8
	search(t, e, Request{Query: "retry serve"})
	for _, d := range model.asked[1] {
		if strings.Contains(d, "\n") {
			t.Errorf("%q has code beyond 8 characters", d)
		}
	}
}

// Whatever keeps the reranker from answering, the order stays, and the reply says
// why.
func TestRerankIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		model *fakeReranker
		want  string
	}{
		"away":  {&fakeReranker{err: fault.New(fault.Unavailable, "no connection").Fix("is it up?")}, "no connection; is it up?"},
		"slow":  {&fakeReranker{hangs: true}, "the reranker did not answer within 10ms"},
		"wrong": {&fakeReranker{err: errors.New("the answer names document 9 of 4")}, "the answer names document 9 of 4"},
	} {
		e := fourFiles().engine()
		e.Reranker, e.Options.RerankTimeout = tc.model, 10*time.Millisecond
		reply := search(t, e, Request{Query: "retry", K: 2, Explain: true})
		if diff := cmp.Diff([]string{"a.go", "b.go"}, pathsOf(reply)); diff != "" {
			t.Errorf("%s: hits (-want +got):\n%s", name, diff)
		}
		if leg := reply.Legs[len(reply.Legs)-1]; leg != (Leg{Name: "rerank", Skipped: tc.want}) {
			t.Errorf("%s: leg %+v, want it skipped with %q", name, leg, tc.want)
		}
		if diff := cmp.Diff([]string{"rerank leg left out: " + tc.want}, reply.Notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", name, diff)
		}
		if x := reply.Hits[0].Explained(); len(x.Legs) != 1 {
			t.Errorf("%s: %+v, want the words leg alone", name, x.Legs)
		}
	}
}

// Nothing is asked where there is no order to change, nor of a reranker that is
// turned off.
func TestRerankIsNotAsked(t *testing.T) {
	t.Parallel()
	model := &fakeReranker{word: "likely"}
	one, off := fourFiles().engine(), fourFiles().engine()
	one.Reranker, off.Reranker, off.Options.Off = model, model, Off{partRerank: true}
	search(t, one, Request{Query: "one"})
	search(t, one, Request{Query: "absent"})
	reply := search(t, off, Request{Query: "retry", K: 1})
	if len(model.asked) != 0 || len(reply.Legs) != 2 || reply.Hits[0].Path != "a.go" {
		t.Errorf("asked %d times; turned off: %+v", len(model.asked), reply.Legs)
	}
}

func TestRerankIsExplained(t *testing.T) {
	t.Parallel()
	e := fourFiles().engine()
	e.Reranker = &fakeReranker{word: "likely"}
	got := map[string]Placing{}
	for _, h := range search(t, e, Request{Query: "retry", Explain: true}).Hits {
		legs := h.Explained().Legs
		got[h.Path] = legs[len(legs)-1]
	}
	want := map[string]Placing{"d.go": {"rerank", 1, 1.5}, "c.go": {"rerank", 2, 0.5}, "a.go": {"rerank", 3, -0.5}, "b.go": {"rerank", 4, -0.5}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("placings (-want +got):\n%s", diff)
	}
}

// Hits of several projects are read together, once, and more of them than are
// wanted; each has its code, within the budget of one reply.
func TestRerankOfFederation(t *testing.T) {
	t.Parallel()
	model := &fakeReranker{word: "likely"}
	var all Federation
	for _, project := range []string{"one", "two"} {
		e := fourFiles().of(project)
		e.Reranker, e.Options.ReplyChars = model, 300
		all = append(all, e)
	}
	ask := func(r Request) (reply Reply, got []string) {
		reply, err := all.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range reply.Hits {
			got = append(got, h.Project+"/"+h.Path)
		}
		return reply, got
	}
	reply, got := ask(Request{Query: "retry", K: 3, Explain: true, MaxChars: 100})
	if diff := cmp.Diff([]string{"one/d.go", "two/d.go", "one/c.go"}, got); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if len(model.asked) != 1 || len(model.asked[0]) != 8 || reply.Legs[2] != (Leg{Name: "rerank", Hits: 8}) {
		t.Errorf("asked %d times, legs %+v; want one question about all eight", len(model.asked), reply.Legs)
	}
	for i, h := range reply.Hits {
		legs := h.Explained().Legs
		if last := legs[len(legs)-1]; last.Leg != "rerank" || last.Rank != i+1 || h.Excerpt == "" {
			t.Errorf("%s: %+v with the code %q, want rank %d of the reranker and code", h.Path, legs, h.Excerpt, i+1)
		}
	}
	model.err = errors.New("out of memory")
	reply, got = ask(Request{Query: "retry", K: 2})
	if diff := cmp.Diff([]string{"one/a.go", "one/b.go"}, got); diff != "" {
		t.Errorf("without the reranker (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"rerank leg left out: out of memory"}, reply.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}
