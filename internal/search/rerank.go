package search

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"unicode/utf8"
)

// A Reranker is a model that reads the query together with each document.
type Reranker interface {
	// Rerank returns a score for each of the documents, higher being better, or an
	// error.
	Rerank(ctx context.Context, query string, documents []string) ([]float64, error)
}

// reranks reports whether the search has a reranker, and may ask it.
func (e *Engine) reranks() bool { return e.Reranker != nil && !e.Options.Off[partRerank] }

// reach is how many places are looked at: those wanted, and those a reranker
// reads.
func (e *Engine) reach(q query) int {
	if e.reranks() {
		return max(q.K, e.Options.WithDefaults().RerankCandidates)
	}
	return q.K
}

// reranked is what a reranker made of the first of a list.
type reranked struct {
	order  []int     // indexes of the list, best first
	scores []float64 // by index
	leg    Leg
}

// rerank asks the reranker how well the documents answer the query, within its
// own deadline. When it does not say, they keep their order, and the leg has the
// reason. Equal scores keep their order.
func (e *Engine) rerank(ctx context.Context, query string, documents []string) (r reranked) {
	timeout := e.Options.WithDefaults().RerankTimeout
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r.leg.Name = "rerank"
	scores, err := e.Reranker.Rerank(ctx, query, documents)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.leg.Skipped = "the reranker did not answer within " + timeout.String()
	case err != nil:
		r.leg.Skipped = reason(err)
	default:
		r.leg.Hits, r.scores = len(documents), scores
		for i := range documents {
			r.order = append(r.order, i)
		}
		slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	}
	return r
}

// reorder puts the first of the list in the order found; place tells each its
// new rank. Without an order the list stays as it is.
func reorder[T any](list []T, r reranked, place func(*T, Placing)) {
	first := make([]T, len(r.order))
	for rank, i := range r.order {
		first[rank] = list[i]
		place(&first[rank], Placing{Leg: r.leg.Name, Rank: rank + 1, Score: round(r.scores[i])})
	}
	copy(list, first)
}

// rerankPlaces puts the first places in the order of the reranker.
func (e *Engine) rerankPlaces(ctx context.Context, q query, m material, places []place, reply *Reply) {
	o := e.Options.WithDefaults()
	first := places[:min(len(places), o.RerankCandidates)]
	if len(first) < 2 {
		return
	}
	documents := make([]string, len(first))
	for i, p := range first {
		documents[i] = m.document(p, o.RerankChars)
	}
	r := e.rerank(ctx, q.Query, documents)
	reorder(places, r, func(p *place, at Placing) {
		if q.Explain {
			p.placings = append(slices.Clip(p.placings), at)
		}
	})
	reply.add(r.leg)
}

// rerankHits puts the first hits of several projects in the order of the
// reranker.
func (e *Engine) rerankHits(ctx context.Context, query string, reply *Reply) {
	first := reply.Hits[:min(len(reply.Hits), e.Options.WithDefaults().RerankCandidates)]
	if len(first) < 2 {
		return
	}
	documents := make([]string, len(first))
	for i, h := range first {
		documents[i] = h.document
	}
	r := e.rerank(ctx, query, documents)
	reorder(reply.Hits, r, func(h *Hit, at Placing) {
		if h.Placings != nil {
			h.Placings = append(slices.Clip(h.Placings), at)
		}
	})
	reply.add(r.leg)
}

// add adds a leg to the reply, and the note that it was left out.
func (r *Reply) add(l Leg) {
	r.Legs = append(r.Legs, l)
	if l.Skipped != "" {
		r.Notes = append(r.Notes, l.leftOut())
	}
}

// document returns what a reranker reads of a place: the path and the
// declaration or chunk that matched, at most chars characters.
func (m material) document(p place, chars int) string {
	text := m.files[p.file].Path
	room := chars - utf8.RuneCountInString(text) - 1
	shown := m.existing(p.shown)
	if len(shown) == 0 || room < 1 {
		return text
	}
	_, code, _ := excerpt(m.texts[p.file], shown[0], ExpandSymbol, room)
	return text + "\n" + code
}
