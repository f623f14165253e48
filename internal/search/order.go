package search

import (
	"context"
	"math"

	"coderag/internal/rank"
)

// order puts the files that the legs propose in the order of the ranking model,
// with what vectors say of them as one signal among the others, and the
// declaration of what the query names before the other code of its file.
func (e *Engine) order(ctx context.Context, v View, q query, found []candidate, rankings []ranking, rows map[int64]File) ([]candidate, error) {
	m, dense := rankings[0].matches, rankings[1]
	m.fill(found, rows)
	if q.off[partModel] || len(m.scorers) == 0 {
		return found, nil
	}
	declares, err := findDeclarers(ctx, v, q)
	if err != nil {
		return nil, err
	}
	declares.lead(found)
	files := describe(q, m, found, rows)
	for i := range files {
		files[i].Declares = declares[found[i].file].share
	}
	for i, near := range nearness(dense, found) {
		files[i].Near = near
	}
	return q.ranked(found, files, rankQuery(q, m, len(dense.candidates) > 0)), nil
}

// ranked returns the candidates in the order of the model. The score of each is
// the probability the model gives it among them.
func (q query) ranked(found []candidate, files []rank.File, asked rank.Query) []candidate {
	out := make([]candidate, len(found))
	sum := 0.0
	order := q.model(asked).Rank(asked, files)
	for i, r := range order {
		out[i] = found[r.Index]
		out[i].score, out[i].terms = math.Exp(r.Score-order[0].Score), r.Terms
		sum += out[i].score
	}
	for i := range out {
		out[i].score /= sum
	}
	return out
}
