package search

import (
	"cmp"
	"context"
	"slices"

	"coderag/internal/fault"
	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// A candidate is a file one leg proposes.
type candidate struct {
	file    int64
	segment int32
	score   float64
	share   float64      // of the rarity of the query that the file has, 0 to 1
	mask    uint64       // the words of the query that occur, by position
	chunks  []ChunkScore // best first, at least one unless the file has none
}

// lexicalLeg scores every file that has a word of the query by BM25F and
// returns the best, at most limit. Words are weighted by their rarity in this
// corpus; a word that is everywhere decides nothing.
func lexicalLeg(ctx context.Context, v View, terms []lexeme.Term, allowed map[int64]bool, limit int) (_ []candidate, err error) {
	defer fault.Wrap(&err, "lexical leg")
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.Word
	}
	segments, err := v.Postings(ctx, words)
	if err != nil || len(segments) == 0 {
		return nil, err
	}
	weights, avg := rarities(segments, len(words))
	discountFunctionWords(weights, words)
	best := newTop(limit)
	for _, seg := range segments {
		s := newScorer(seg.Documents, avg)
		for i, list := range seg.Lists {
			if err := s.add(list, i, weights[i]); err != nil {
				return nil, err
			}
		}
		s.collect(seg.ID, allowed, best)
	}
	return best.ranked(weights), nil
}

// rarities returns the idf of each word and the mean field lengths.
func rarities(segments []Segment, words int) ([]float64, averages) {
	var total postings.Totals
	df := make([]int, words)
	for _, seg := range segments {
		total.Add(seg.Documents.Total)
		for i, n := range seg.Frequency {
			df[i] += int(n)
		}
	}
	weights := make([]float64, words)
	for i, n := range df {
		weights[i] = idf(n, total.Files)
	}
	return weights, averagesOf(total)
}

// collect offers the scored files of the segment to best.
func (s *scorer) collect(segment int32, allowed map[int64]bool, best *top) {
	for slot, mask := range s.masks {
		if mask == 0 || allowed != nil && !allowed[s.docs.Files[slot]] {
			continue
		}
		score := s.files[slot] + bestChunk*s.bestChunk(slot)
		if best.takes(score) {
			best.add(s.candidate(segment, slot, score))
		}
	}
}

func (s *scorer) bestChunk(slot int) (best float64) {
	for i := s.docs.First[slot]; i < s.docs.First[slot+1]; i++ {
		best = max(best, s.chunks[i])
	}
	return best
}

// chunksKept is how many chunks of a file a leg hands on.
const chunksKept = 8

func (s *scorer) candidate(segment int32, slot int, score float64) candidate {
	c := candidate{file: s.docs.Files[slot], segment: segment, score: score, mask: s.masks[slot]}
	first := s.docs.First[slot]
	for i := first; i < s.docs.First[slot+1]; i++ {
		if s.chunks[i] > 0 {
			key := ChunkKey{File: c.file, Number: int(i - first)}
			c.chunks = append(c.chunks, ChunkScore{Key: key, Score: s.chunks[i]})
		}
	}
	slices.SortFunc(c.chunks, byScore)
	c.chunks = slices.Clip(c.chunks[:min(len(c.chunks), chunksKept)])
	return c
}

// byScore orders chunks by decreasing score, ties by key.
func byScore(a, b ChunkScore) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Key.File, b.Key.File), cmp.Compare(a.Key.Number, b.Key.Number))
}

// top keeps the best candidates seen, at most limit of them, in a buffer of
// twice that.
type top struct {
	limit int
	floor float64 // a score at or below it is not among the best
	kept  []candidate
}

func newTop(limit int) *top { return &top{limit: limit, kept: make([]candidate, 0, 2*limit)} }

func (t *top) takes(score float64) bool { return score > t.floor }

func (t *top) add(c candidate) {
	t.kept = append(t.kept, c)
	if len(t.kept) == cap(t.kept) {
		t.trim()
		t.floor = t.kept[len(t.kept)-1].score
	}
}

func (t *top) trim() {
	slices.SortFunc(t.kept, byRank)
	t.kept = t.kept[:min(len(t.kept), t.limit)]
}

// byRank orders candidates by decreasing score, ties by file.
func byRank(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.file, b.file))
}

// ranked returns the best candidates in order, with the share of the query's
// rarity each of them has.
func (t *top) ranked(weights []float64) []candidate {
	t.trim()
	var total float64
	for _, w := range weights {
		total += w
	}
	for i := range t.kept {
		var has float64
		for position, w := range weights {
			if t.kept[i].mask&(1<<position) != 0 {
				has += w
			}
		}
		t.kept[i].share = has / total
	}
	return t.kept
}
