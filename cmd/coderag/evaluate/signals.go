package evaluate

import (
	"io"
	"slices"

	"coderag/internal/eval"
	"coderag/internal/rank"
	"coderag/internal/search"
)

// signalHits is how many hits a run asks for whose signals are written: the model
// is fitted to all that a reply can hold.
const signalHits = 50

// signals gathers what the questions of a run teach the ranking model.
type signals struct{ corpora []rank.Corpus }

// add takes in the answer to a question that has one: a hit answers it that is in
// the file of a target.
func (s *signals) add(q eval.Question, hits []eval.Hit) {
	if len(q.Expect) == 0 {
		return
	}
	x := rank.Example{Targets: len(q.Expect), Weight: 1}
	for _, h := range hits {
		var f [rank.NumFeatures]float64
		copy(f[:], h.Signals)
		x.Setting = rank.Setting{Symbol: h.Named, Size: h.Size}
		x.Features = append(x.Features, f)
		x.Relevant = append(x.Relevant, slices.ContainsFunc(q.Expect, func(t eval.Target) bool { return t.Repo == h.Repo && t.Path == h.Path }))
	}
	if n := len(s.corpora); n == 0 || s.corpora[n-1].Repo != q.Repo {
		s.corpora = append(s.corpora, rank.Corpus{Repo: q.Repo})
	}
	c := &s.corpora[len(s.corpora)-1]
	c.Examples = append(c.Examples, x)
}

func (s *signals) write(w io.Writer) error { return rank.WriteCorpora(w, s.corpora) }

// signalsOf returns the features of a hit, in their order.
func signalsOf(h search.Hit) []float64 {
	values := make([]float64, len(h.Explanation))
	for i, c := range h.Explanation {
		values[i] = c.Value
	}
	return values
}
