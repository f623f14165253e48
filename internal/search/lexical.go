package search

import (
	"context"

	"coderag/internal/fault"
	"coderag/internal/rank"
)

// A candidate is a file one leg proposes.
type candidate struct {
	file    int64
	segment int32   // of its words
	slot    int     // of the file in that segment
	scorer  *scorer // of that segment
	score   float64
	share   float64             // of the rarity of the query that the file has, 0 to 1
	mask    uint64              // the terms of the query that occur, by position
	loose   uint64              // also those of which only an abbreviation does
	chunks  []ChunkScore        // best first; none where only the path matched
	terms   []rank.Contribution // what the model's score is the sum of

	placings []Placing // see Hit
}

// lexicalLeg returns the best files that have words of the query, at most limit,
// in the order of BM25F, and how far the words reach. An index without files
// is the reason why it is skipped.
func (e *Engine) lexicalLeg(ctx context.Context, v View, q query, rows *fileRows, limit int) (r ranking, err error) {
	defer fault.Wrap(&err, "lexical leg")
	r = ranking{name: "lexical", weight: e.Options.WithDefaults().WeightLexical}
	if q.off[partLexical] {
		r.skipped = turnedOff
		return r, nil
	}
	if r.matches, err = match(ctx, v, q, rows, limit); err != nil {
		return r, err
	}
	if len(r.matches.segments) == 0 {
		r.skipped = "nothing is indexed yet; run: bin/indexer scan " + e.Project
		return r, nil
	}
	r.candidates = r.matches.best
	if !q.off[partEvidence] {
		reach := assess(r.matches.asked(q), r.matches.reaches(describe(q, r.matches, r.candidates, rows.rows)))
		r.reach = &reach
	}
	return r, nil
}

// share gives each candidate the share of the query's rarity it has.
func share(candidates []candidate, weights []float64) {
	var total float64
	for _, w := range weights {
		total += w
	}
	for i := range candidates {
		var has float64
		for position, w := range weights {
			if candidates[i].mask&(1<<position) != 0 {
				has += w
			}
		}
		candidates[i].share = has / total
	}
}
