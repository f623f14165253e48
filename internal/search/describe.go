package search

import (
	"unicode"

	"coderag/internal/postings"
	"coderag/internal/rank"
)

// describe returns what the index says of the candidates, for ranking them. It
// visits the lists of the query a second time, for the candidates alone.
func describe(q query, m matches, rows map[int64]File) ([]rank.File, error) {
	files := make([]rank.File, len(m.best))
	for i, c := range m.best {
		f := rows[c.file]
		files[i] = rank.File{Path: f.Path, Language: f.Language, Terms: make([]rank.Counts, len(q.terms))}
	}
	for i, s := range m.scorers {
		d := newDescriber(s, m.best, files)
		for position, list := range m.segments[i].Lists {
			d.position = position
			if err := postings.Visit(list, d); err != nil {
				return nil, err
			}
		}
		d.finish()
	}
	return files, nil
}

// A describer gathers the counts of the candidates of one segment. As a
// postings.Visitor it is told of one list at a time.
type describer struct {
	*scorer
	files    []rank.File
	at       map[int]int // candidate by slot
	position int         // of the term at hand

	file   *rank.File // at hand, nil if it is no candidate
	counts *rank.Counts
	first  int            // index of the file's first chunk
	chunks map[int]uint64 // by index in the segment: the terms that occur
}

func newDescriber(s *scorer, candidates []candidate, files []rank.File) *describer {
	d := &describer{scorer: s, files: files, at: map[int]int{}, chunks: map[int]uint64{}}
	for i, c := range candidates {
		if c.segment == s.segment {
			d.at[c.slot] = i
		}
	}
	return d
}

// File implements postings.Visitor.
func (d *describer) File(slot int) {
	d.file, d.counts = nil, nil
	i, ok := d.at[slot]
	if !ok {
		return
	}
	d.file = &d.files[i]
	d.counts = &d.file.Terms[d.position]
	d.first = int(d.docs.First[slot])
}

// Count implements postings.Visitor.
func (d *describer) Count(c postings.FileCounts) {
	if d.file != nil {
		d.counts.Stem, d.counts.Dirs, d.counts.History = int(c.Stem), int(c.Dirs), float64(c.History)/4
	}
}

// Chunk implements postings.Visitor.
func (d *describer) Chunk(number int, c postings.Counts) {
	if d.file == nil {
		return
	}
	d.counts.Symbol += int(c.Symbol)
	d.counts.Head += int(c.Head)
	d.counts.Body += int(c.Body)
	d.chunks[d.first+number] |= 1 << d.position
}

// finish fills in what is known once all lists have been told.
func (d *describer) finish() {
	for slot, i := range d.at {
		f := &d.files[i]
		f.Score, f.Stem, f.Dirs = d.scorer.files[slot], int(d.docs.Stem[slot]), int(d.docs.Dirs[slot])
		f.Body, f.Chunks = int(d.docs.FileBody[slot]), d.docs.Chunks(slot)
		for c := int(d.docs.First[slot]); c < int(d.docs.First[slot+1]); c++ {
			mask, ok := d.chunks[c]
			if !ok {
				continue
			}
			f.Matching++
			if score := d.scorer.chunks[c]; score > f.Chunk {
				f.Chunk, f.InChunk = score, mask
			}
		}
	}
}

// rankQuery returns the query as ranking sees it.
func rankQuery(q query, weights []float64) rank.Query {
	r := rank.Query{Symbol: looksLikeName(q)}
	for _, w := range weights {
		r.Terms = append(r.Terms, rank.Term{Weight: w})
	}
	return r
}

// looksLikeName reports whether the query is an identifier or two, not a
// sentence.
func looksLikeName(q query) bool {
	raw := map[string]bool{}
	mixed := false
	for _, t := range q.terms {
		if t.Part {
			continue
		}
		raw[t.Raw] = true
		mixed = mixed || t.Compound() || hasUpper(t.Raw)
	}
	return len(raw) == 1 || len(raw) == 2 && mixed
}

func hasUpper(word string) bool {
	for _, r := range word {
		if unicode.IsUpper(r) {
			return true
		}
	}
	return false
}
