package search

import (
	"cmp"
	"context"
	"slices"
)

// bestLive returns the best of the allowed candidates that are current, at most
// limit; allowed nil allows all. What a segment says of a file that has moved on to another one is dead, and the dead
// must not take the places of the living: when they do, more are looked at.
func bestLive(ctx context.Context, rows *fileRows, scorers []*scorer, allowed map[int64]bool, limit int) ([]candidate, error) {
	for n := limit; ; n *= 2 {
		best := newTop(n)
		for _, s := range scorers {
			s.collect(allowed, best)
		}
		best.trim()
		seen := len(best.kept)
		if err := rows.load(ctx, best.kept); err != nil {
			return nil, err
		}
		live := slices.DeleteFunc(best.kept, func(c candidate) bool {
			f, ok := rows.rows[c.file]
			return !ok || f.Segment != c.segment
		})
		if len(live) >= limit || seen < n {
			live = live[:min(len(live), limit)]
			for i := range live {
				live[i].chunks = live[i].scorer.bestChunks(live[i].slot)
			}
			return live, nil
		}
	}
}

// collect offers the scored files of the segment to best.
func (s *scorer) collect(allowed map[int64]bool, best *top) {
	for slot := range s.files {
		if s.files[slot] == 0 || allowed != nil && !allowed[s.docs.Files[slot]] {
			continue
		}
		score := s.files[slot] + bestChunk*s.bestChunk(slot)
		if best.takes(score) {
			best.add(candidate{file: s.docs.Files[slot], segment: s.segment, slot: slot, scorer: s, score: score, mask: s.masks[slot], loose: s.loose[slot]})
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

// bestChunks returns the best chunks of the file at slot.
func (s *scorer) bestChunks(slot int) []ChunkScore {
	first, end := int(s.docs.First[slot]), int(s.docs.First[slot+1])
	var chunks []ChunkScore
	for i := first; i < end; i++ {
		if s.chunks[i] > 0 {
			chunks = append(chunks, ChunkScore{Key: ChunkKey{File: s.docs.Files[slot], Number: i - first}, Score: s.chunks[i]})
		}
	}
	slices.SortFunc(chunks, ByScore)
	return slices.Clip(chunks[:min(len(chunks), chunksKept)])
}

// ByScore orders chunks by decreasing score, ties by key.
func ByScore(a, b ChunkScore) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Key.File, b.Key.File), cmp.Compare(a.Key.Number, b.Key.Number))
}

// top keeps the best candidates seen, at most limit of them, in a buffer of
// twice that.
type top struct {
	limit int
	floor float64 // a score below it is not among the best
	kept  []candidate
}

func newTop(limit int) *top { return &top{limit: limit, kept: make([]candidate, 0, 2*limit)} }

func (t *top) takes(score float64) bool { return score >= t.floor }

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
	if a.score != b.score { // nearly always
		return cmp.Compare(b.score, a.score)
	}
	return cmp.Compare(a.file, b.file)
}
