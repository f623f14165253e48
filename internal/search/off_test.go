package search

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// offStore has a file that words find, its test, and one that vectors find. The
// test repeats the word, so that BM25F alone has it first.
func offStore() *fakeStore {
	s := newStore(
		goFile(1, "retry.go", "x1", "retry where"),
		goFile(2, "retry_test.go", "x2", "retry retry retry retry retry retry retry retry"),
		goFile(3, "meaning.go", "again", "try once more"),
	)
	s.model, s.modelErr = tiny, nil
	s.near = []ChunkScore{{ChunkKey{3, 0}, 0.9}}
	return s
}

func TestOff(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		off   string // "" for nothing
		query string
		want  []string // paths
	}{
		{"", "where is retry upload", []string{"retry.go", "retry_test.go", "meaning.go"}},
		{partDense, "where is retry upload", []string{"retry.go", "retry_test.go"}},
		{partLexical, "where is retry upload", []string{"meaning.go"}},
		{partModel, "where is retry upload", []string{"retry_test.go", "meaning.go", "retry.go"}},
		{partFunctionWords, "where is backoff", []string{"retry.go", "meaning.go"}},
	} {
		e := offStore().engine()
		e.Embedder = fakeEmbedder{model: tiny}
		e.Options.Off = Off{tc.off: true, partEvidence: true} // whether there is an answer is not what is looked at
		reply := search(t, e, Request{Query: tc.query})
		if diff := cmp.Diff(tc.want, pathsOf(reply)); diff != "" {
			t.Errorf("%q without %q (-want +got):\n%s", tc.query, tc.off, diff)
		}
		if len(reply.Notes) > 0 {
			t.Errorf("without %q the reply notes %q: what was turned off is no news", tc.off, reply.Notes)
		}
	}
}

// A signal that is turned off is none, alone or with its group; the others stay.
func TestOffSignals(t *testing.T) {
	t.Parallel()
	signals := func(off ...string) (names []string) {
		e := offStore().engine()
		e.Options.Off = Off{}
		for _, name := range off {
			e.Options.Off[name] = true
		}
		for _, h := range search(t, e, Request{Query: "retry", Explain: true}).Hits {
			for _, s := range h.Explained().Signals {
				names = append(names, s.Name)
			}
		}
		return names
	}
	for off, gone := range map[string]string{"best-chunk": "best chunk", "priors": "test", "names": "stem share"} {
		if all := signals(); !slices.Contains(all, gone) || !slices.Contains(all, "words") {
			t.Errorf("signals %q, want %s among them", all, gone)
		}
		if left := signals(off); slices.Contains(left, gone) || !slices.Contains(left, "words") {
			t.Errorf("without %s the signals are %q", off, left)
		}
	}
}

// Everything that can be turned off is named once.
func TestSwitches(t *testing.T) {
	t.Parallel()
	all := Switches()
	for i, name := range all {
		if slices.Contains(all[:i], name) {
			t.Errorf("%q is named twice", name)
		}
	}
	for _, name := range []string{"lexical", "dense", "history", "model", "function-words", "evidence", "names", "priors", "stem-share"} {
		if !slices.Contains(all, name) {
			t.Errorf("%q is not among %q", name, all)
		}
	}
}
