package search

import (
	"context"
	"slices"
)

// nearness returns how near each candidate is to the query by its vectors: from 1
// for the nearest to 0 for the one in the middle of their order, for those behind
// it and for those without vectors. That compares candidates alone, so models
// whose cosines are all high say as much as others. Without a dense leg it is 0.
func (e *Engine) nearness(ctx context.Context, dense ranking, found []candidate) []float64 {
	near := make([]float64, len(found))
	scores := e.similarities(ctx, dense, found)
	if len(scores) == 0 || len(found) == 0 {
		return near
	}
	sorted := make([]float64, len(found))
	for i, c := range found {
		sorted[i] = scores[c.file]
	}
	slices.Sort(sorted)
	best, middle := sorted[len(sorted)-1], sorted[(len(sorted)-1)/2]
	for i, c := range found {
		switch score, ok := scores[c.file]; {
		case !ok:
		case score >= best: // perhaps all are equally near
			near[i] = 1
		default:
			near[i] = max(0, (score-middle)/(best-middle))
		}
	}
	return near
}

// similarities returns the score in the dense leg of every candidate that has
// vectors, by file. Those that words alone proposed are compared now; where that
// cannot be had in time, the leg has said what it can.
func (e *Engine) similarities(ctx context.Context, dense ranking, found []candidate) map[int64]float64 {
	scores := make(map[int64]float64, len(found))
	for _, c := range dense.candidates {
		scores[c.file] = c.score
	}
	if len(scores) == 0 {
		return nil
	}
	var others []int64
	for _, c := range found {
		if _, ok := scores[c.file]; !ok {
			others = append(others, c.file)
		}
	}
	if len(others) == 0 {
		return scores
	}
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().DenseTimeout)
	defer cancel()
	chunks, err := e.Store.Similarities(ctx, dense.compared.model, dense.compared.vector, others)
	if err != nil {
		return scores
	}
	for _, c := range byFile(chunks) {
		scores[c.file] = c.score
	}
	return scores
}
