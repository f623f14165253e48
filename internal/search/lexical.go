package search

import (
	"cmp"
	"context"
	"slices"

	"coderag/internal/fault"
	"coderag/internal/postings"
	"coderag/internal/rank"
)

// A candidate is a file one leg proposes.
type candidate struct {
	file    int64
	segment int32   // of the words that matched, in the lexical leg
	slot    int     // of the file in that segment
	scorer  *scorer // of that segment
	score   float64
	share   float64             // of the rarity of the query that the file has, 0 to 1
	mask    uint64              // the words of the query that occur, by position
	chunks  []ChunkScore        // best first; none where only the path matched
	terms   []rank.Contribution // what makes up the lexical score

	placings []Placing // see Hit
}

// lexicalLeg returns the best files that have words of the query, at most limit,
// in the order of the ranking model. An index without files is the reason why
// it is skipped.
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
	declares, err := findDeclarers(ctx, v, q)
	if err != nil {
		return r, err
	}
	declares.lead(r.matches.best)
	r.candidates = ranked(q, r.matches, describe(q, r.matches, rows.rows, declares))
	return r, nil
}

// matches are the files that have words of a query.
type matches struct {
	segments []Segment
	scorers  []*scorer // of each segment
	weights  []float64 // of each term: its rarity
	pairs    []float64 // of each word that two neighbouring terms make together: its rarity
	best     []candidate
}

// match scores every file that has a word of the query by BM25F and keeps the
// best, at most limit. Words are weighted by their rarity in this corpus; a word
// that is everywhere decides nothing.
func match(ctx context.Context, v View, q query, rows *fileRows, limit int) (m matches, err error) {
	segments, err := v.Segments(ctx)
	if err != nil || len(segments) == 0 {
		return m, err
	}
	l := newLookup(q.forms(segments), q.pairs(segments))
	if m.segments, err = v.Postings(ctx, segments, l.words); err != nil {
		return m, err
	}
	if m.segments, err = q.untold(ctx, v, m.segments, l.words); err != nil {
		return m, err
	}
	if err := m.score(l); err != nil {
		return m, err
	}
	m.best, err = bestLive(ctx, rows, m.scorers, q.allowed, limit)
	share(m.best, m.weights)
	return m, err
}

// A lookup says which words are read for which term.
type lookup struct {
	terms [][]form
	pairs []string
	words []string       // all of them, each once
	at    map[string]int // position in words
}

func newLookup(terms [][]form, pairs []string) lookup {
	l := lookup{terms: terms, pairs: pairs, at: map[string]int{}}
	for _, forms := range terms {
		for _, f := range forms {
			l.add(f.word)
		}
	}
	for _, word := range pairs {
		l.add(word)
	}
	return l
}

func (l *lookup) add(word string) {
	if _, ok := l.at[word]; !ok {
		l.at[word] = len(l.words)
		l.words = append(l.words, word)
	}
}

// score scores the files of each segment: the terms, then, for no score, the
// pairs.
func (m *matches) score(l lookup) error {
	c := corpusOf(m.segments, len(l.words))
	for _, seg := range m.segments {
		m.scorers = append(m.scorers, newScorer(seg, c.averages, len(l.terms), len(l.pairs)))
	}
	for _, forms := range l.terms {
		rarity, err := m.term(l, c, forms)
		if err != nil {
			return err
		}
		m.weights = append(m.weights, rarity)
		m.finish(rarity)
	}
	for _, word := range l.pairs {
		if err := m.count(l, word, 1); err != nil {
			return err
		}
		m.pairs = append(m.pairs, idf(c.files[l.at[word]], c.count))
		m.finish(0)
	}
	return nil
}

// term counts the forms of a term and returns its rarity. An abbreviation that is
// more common than the term counts the less: "int" says little about integration.
func (m *matches) term(l lookup, c corpus, forms []form) (rarity float64, err error) {
	reference := idf(c.commonest(l, forms), c.count)
	for _, f := range forms {
		likeness := f.likeness
		if likeness < strong {
			likeness *= min(1, idf(c.files[l.at[f.word]], c.count)/reference)
		}
		if err := m.count(l, f.word, likeness); err != nil {
			return 0, err
		}
	}
	strong, any := 0, 0
	for _, s := range m.scorers {
		n, all := s.frequency()
		strong, any = strong+n, any+all
	}
	if strong == 0 {
		strong = any
	}
	return idf(strong, c.count), nil
}

// count adds the lists of a word to the term at hand.
func (m *matches) count(l lookup, word string, likeness float64) error {
	at := l.at[word]
	for i, s := range m.scorers {
		if err := s.count(m.segments[i].Lists[at], likeness); err != nil {
			return err
		}
	}
	return nil
}

// finish scores the term at hand in every segment.
func (m *matches) finish(rarity float64) {
	for _, s := range m.scorers {
		s.score(rarity)
	}
}

// A corpus is what scoring needs to know of all segments.
type corpus struct {
	averages
	files []int // by word: how many have it
}

func corpusOf(segments []Segment, words int) corpus {
	var total postings.Totals
	c := corpus{files: make([]int, words)}
	for _, seg := range segments {
		total.Add(seg.Documents.Total)
		for i, n := range seg.Frequency {
			c.files[i] += int(n)
		}
	}
	c.averages = averagesOf(total)
	return c
}

// commonest returns how many files have the most common of the forms that stand
// for the term, or of all where none of these occurs.
func (c corpus) commonest(l lookup, forms []form) int {
	strongest, any := 0, 0
	for _, f := range forms {
		n := c.files[l.at[f.word]]
		any = max(any, n)
		if f.likeness >= strong {
			strongest = max(strongest, n)
		}
	}
	if strongest == 0 {
		return any
	}
	return strongest
}

// ranked orders the candidates by the model.
func ranked(q query, m matches, files []rank.File) []candidate {
	if q.off[partModel] {
		return m.best
	}
	order := q.model().Rank(rankQuery(q, m), files)
	out := make([]candidate, len(order))
	for i, r := range order {
		out[i] = m.best[r.Index]
		out[i].score, out[i].terms = r.Score, r.Terms
	}
	return out
}

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
			best.add(candidate{file: s.docs.Files[slot], segment: s.segment, slot: slot, scorer: s, score: score, mask: s.masks[slot]})
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
	slices.SortFunc(chunks, byScore)
	return slices.Clip(chunks[:min(len(chunks), chunksKept)])
}

// byScore orders chunks by decreasing score, ties by key.
func byScore(a, b ChunkScore) int {
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
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.file, b.file))
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
