package search

import (
	"context"
	"math"

	"coderag/internal/rank"
)

// order puts the files that the legs propose in the order of the ranking model,
// with what vectors say of them as one signal among the others, and the
// declaration of what the query names before the other code of its file.
func (q query) order(ctx context.Context, v View, found []candidate, m matches, dense ranking, rows map[int64]File) ([]candidate, error) {
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
	near := dense.near()
	for i := range files {
		files[i].Near = near(found[i].file)
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

// near returns how near each file is to the query by its vectors, from 1 for the
// nearest of the ranking to 0 for its last and for those that are not in it. Where
// all of it is equally near, that is 1.
func (r ranking) near() func(file int64) float64 {
	scores := make(map[int64]float64, len(r.candidates))
	for _, c := range r.candidates {
		scores[c.file] = c.score
	}
	if len(scores) == 0 {
		return func(int64) float64 { return 0 }
	}
	best, last := r.candidates[0].score, r.candidates[len(r.candidates)-1].score
	return func(file int64) float64 {
		score, ok := scores[file]
		switch {
		case !ok:
			return 0
		case best == last:
			return 1
		}
		return (score - last) / (best - last)
	}
}
