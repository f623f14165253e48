package search

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/rank"
)

// Each hit tells which legs proposed it and where, and the signals add up to
// what the model gave it: scores are probabilities, of which they are the logarithms.
func TestExplain(t *testing.T) {
	t.Parallel()
	e := denseStore().engine()
	e.Embedder = fakeEmbedder{model: tiny}
	reply := search(t, e, Request{Query: "retry upload", Explain: true})
	want := [][]Placing{
		{{Leg: "lexical", Rank: 1}, {Leg: "dense", Rank: 2, Score: 0.2}},
		{{Leg: "dense", Rank: 1, Score: 0.9}},
	}
	var odds, sums [2]float64
	for i, h := range reply.Hits {
		x := h.Explained()
		sum := 0.0
		for j, s := range x.Signals {
			sum += s.Product
			if s.Product == 0 || j > 0 && math.Abs(s.Product) > math.Abs(x.Signals[j-1].Product) {
				t.Errorf("%s: signal %+v is zero or after a smaller one", h.Path, s)
			}
		}
		if len(x.Signals) < 2 {
			t.Errorf("%s: signals %+v", h.Path, x.Signals)
		}
		odds[i], sums[i] = h.Score, sum
		for k := range x.Legs {
			if x.Legs[k].Leg == "lexical" { // BM25F
				x.Legs[k].Score = 0
			}
		}
		if diff := cmp.Diff(want[i], x.Legs); diff != "" {
			t.Errorf("legs of %s (-want +got):\n%s", h.Path, diff)
		}
	}
	if got, want := odds[0]/odds[1], math.Exp(sums[0]-sums[1]); math.Abs(got-want) > 1e-2 {
		t.Errorf("the scores %v are as %v to 1, by the signals %v it is %v", odds, got, sums, want)
	}
	if h := search(t, e, Request{Query: "retry"}).Hits[0]; h.Explained() != nil || h.Explanation != nil {
		t.Errorf("not asked to explain, it says %+v", h.Explained())
	}
}

// Every chunk of a file came to its place by way of the file.
func TestExplainChunks(t *testing.T) {
	t.Parallel()
	for _, h := range search(t, shop().engine(), Request{Query: "retry", Granularity: GranularityChunk, Explain: true}).Hits {
		if x := h.Explained(); len(x.Legs) != 1 || x.Legs[0].Leg != "lexical" || len(x.Signals) == 0 {
			t.Errorf("%s: %+v, want the lexical leg and its signals", h.ChunkID, x)
		}
	}
}

func TestSignals(t *testing.T) {
	t.Parallel()
	h := Hit{Placings: []Placing{{Leg: "lexical"}}, Explanation: []rank.Contribution{
		{Name: "small", Value: 0.1, Weight: 0.5}, {Name: "absent", Value: 0, Weight: 3}, {Name: "off", Value: 1, Weight: 0},
		{Name: "against", Value: 1, Weight: -1.92404}, {Name: "large", Value: 1, Weight: 2}, {Name: "equal", Value: 0.5, Weight: 4},
	}}
	want := []Signal{
		{"large", 1, 2, 2}, {"equal", 0.5, 4, 2}, {"against", 1, -1.924, -1.924}, {"small", 0.1, 0.5, 0.05},
	}
	if diff := cmp.Diff(want, h.Explained().Signals); diff != "" {
		t.Errorf("signals (-want +got):\n%s", diff)
	}
}

// A file that only vectors proposed names the words it has all the same: here
// more files have the word than the leg of words proposes.
func TestMatchedWordsOfAMeaning(t *testing.T) {
	t.Parallel()
	s := newStore()
	for id := range int64(minCandidates + 5) {
		s.add(1, goFile(id+1, fmt.Sprintf("a%02d.go", id), "x2", words(50)+" retry retry"))
	}
	last := int64(minCandidates + 6)
	s.add(1, goFile(last, "meaning.go", "x1", "backoff "+words(50)+" retry"))
	s.add(2, goFile(last, "meaning.go", "x1", words(50)+" retry")) // indexed again, without the other word
	s.model, s.modelErr = tiny, nil
	s.near = []ChunkScore{{ChunkKey{last, 0}, 0.9}}
	e := s.engine()
	e.Embedder = fakeEmbedder{model: tiny}
	for _, h := range search(t, e, Request{Query: "retry backoff", K: 3, Explain: true, Anyway: true}).Hits {
		if h.Path != "meaning.go" {
			continue
		}
		if x := h.Explained(); len(x.Legs) != 1 || x.Legs[0].Leg != "dense" {
			t.Errorf("legs %+v, want dense alone, or this shows nothing", x.Legs)
		}
		if diff := cmp.Diff([]string{"retry"}, h.Matched); diff != "" {
			t.Errorf("matched words (-want +got):\n%s", diff)
		}
		if h.share <= 0 || h.share >= 1 {
			t.Errorf("share %v, want part of the query", h.share)
		}
		return
	}
	t.Error("meaning.go is no hit")
}
