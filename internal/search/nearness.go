package search

import "slices"

// nearness returns how near each candidate is to the query by its vectors: from 1
// for the nearest to 0 for the one in the middle of their order and for those behind
// it. That compares candidates alone, so models whose cosines are all high say as
// much as others. A file that the dense leg did not propose is behind all that it did.
// Without a dense leg it is 0.
func nearness(dense ranking, found []candidate) []float64 {
	near := make([]float64, len(found))
	if len(dense.candidates) == 0 || len(found) == 0 {
		return near
	}
	scores := make(map[int64]float64, len(dense.candidates))
	for _, c := range dense.candidates {
		scores[c.file] = c.score
	}
	last := dense.candidates[len(dense.candidates)-1].score
	sorted := make([]float64, len(found))
	for i, c := range found {
		score, proposed := scores[c.file]
		if !proposed {
			score = last
		}
		sorted[i] = score
	}
	slices.Sort(sorted)
	best, middle := sorted[len(sorted)-1], sorted[(len(sorted)-1)/2]
	for i, c := range found {
		switch score, proposed := scores[c.file]; {
		case !proposed:
		case score >= best: // perhaps all are equally near
			near[i] = 1
		default:
			near[i] = max(0, (score-middle)/(best-middle))
		}
	}
	return near
}
