package search

import (
	"runtime"
	"unicode"

	"coderag/internal/rank"
)

// describe returns what the index says of the candidates, for ranking them.
func describe(q query, m matches, candidates []candidate, rows map[int64]File) []rank.File {
	files := make([]rank.File, len(candidates))
	for i, c := range candidates {
		f := rows[c.file]
		files[i] = rank.File{
			Path: f.Path, Language: f.Language, Mentions: f.Mentions,
			Terms: make([]rank.Counts, len(q.terms)), Pairs: make([]rank.Counts, len(m.pairs)),
		}
		if c.scorer != nil {
			c.scorer.measure(c.slot, &files[i])
		}
	}
	for _, s := range m.scorers {
		s.tell(candidates, files)
	}
	return files
}

// measure fills in what is known of the file at a slot beside the counts of the
// terms.
func (s *scorer) measure(slot int, f *rank.File) {
	d := s.docs
	f.Score, f.Stem, f.Dirs = s.files[slot], int(d.Stem[slot]), int(d.Dirs[slot])
	f.Symbols, f.Body, f.History = int(d.FileSymbol[slot]), int(d.FileBody[slot]), float64(d.History[slot])/4
	f.Chunks = d.Chunks(slot)
	for c := d.First[slot]; c < d.First[slot+1]; c++ {
		if s.within[c] == 0 {
			continue
		}
		f.Matching++
		if s.chunks[c] > f.Chunk {
			f.Chunk, f.InChunk = s.chunks[c], s.within[c]
		}
	}
}

// tell fills in the counts of the terms and pairs in those of the candidates that
// are in the segment.
func (s *scorer) tell(candidates []candidate, files []rank.File) {
	at := make([]int32, len(s.files)) // by slot: the candidate, plus one
	for i, c := range candidates {
		if c.scorer == s {
			at[c.slot] = int32(i) + 1
		}
	}
	for t, entries := range s.entries {
		for _, e := range entries {
			if at[e.slot] == 0 {
				continue
			}
			f := &files[at[e.slot]-1]
			if t < len(f.Terms) {
				f.Terms[t] = e.counts.wide()
			} else {
				f.Pairs[t-len(f.Terms)] = e.counts.wide()
			}
		}
	}
}

// rankQuery returns the query as ranking sees it.
func rankQuery(q query, m matches, vectors bool) rank.Query {
	r := rank.Query{Symbol: looksLikeName(q), Vectors: vectors, Pairs: m.pairs, Platform: runtime.GOOS}
	for _, s := range m.scorers {
		r.Files += len(s.files)
	}
	for i, w := range m.weights {
		r.Terms = append(r.Terms, rank.Term{Word: q.terms[i].Word, Weight: w, Whole: !q.terms[i].Part})
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
