package search

import (
	"coderag/internal/postings"
	"coderag/internal/rank"
)

// scorer adds up the scores of one segment's files and chunks, term by term: the
// lists of all forms of a term are counted, then what they come to is scored. As
// a postings.Visitor it is told of one list at a time.
type scorer struct {
	segment int32
	docs    *postings.Documents
	avg     averages
	terms   int
	files   []float64 // score by slot
	chunks  []float64 // score by index of the chunk in the segment
	masks   []uint64  // by slot: the terms that occur, by position
	loose   []uint64  // by slot: also those of which only an abbreviation does
	within  []uint64  // by chunk: the terms that occur
	entries [][]entry // by term: the files it occurs in

	// The term at hand.
	term    int
	at      []int32   // by slot: its entry, plus one
	tf      []float32 // by entry, over all fields
	chunkTF []float32 // by chunk
	touched []int32   // chunks with a chunkTF

	// The list at hand.
	likeness float32
	bit      uint64 // of the term, 0 where the form does not stand for it
	slot     int    // the file at hand, -1 before the first
	first    int    // index of its first chunk
	entry    int
	body     float32 // length norm of its text
}

// An entry is what a term has in the fields of a file.
type entry struct {
	slot   int32
	strong bool // it has a form that stands for the term
	counts counts
}

// counts are those of rank.Counts, in half the space: there is one for every
// file with any of the terms.
type counts struct {
	stem, dirs, symbol, head, body, history, named float32
}

func (c counts) wide() rank.Counts {
	return rank.Counts{
		Stem: float64(c.stem), Dirs: float64(c.dirs), Symbol: float64(c.symbol), Head: float64(c.head),
		Body: float64(c.body), History: float64(c.history), Named: float64(c.named),
	}
}

// newScorer returns the scorer of a segment for so many terms, and words that two
// terms make together. These are counted as terms are, and are none.
func newScorer(seg Segment, avg averages, terms, pairs int) *scorer {
	docs := seg.Documents
	return &scorer{
		segment: seg.ID, docs: docs, avg: avg, terms: terms,
		files:   make([]float64, len(docs.Files)),
		chunks:  make([]float64, len(docs.Body)),
		masks:   make([]uint64, len(docs.Files)),
		loose:   make([]uint64, len(docs.Files)),
		within:  make([]uint64, len(docs.Body)),
		entries: make([][]entry, terms+pairs),
		at:      make([]int32, len(docs.Files)),
		chunkTF: make([]float32, len(docs.Body)),
	}
}

// expect makes room for a term in so many files.
func (s *scorer) expect(files int) {
	s.entries[s.term] = make([]entry, 0, min(files, len(s.files)))
}

// count adds the list of a form to the term at hand.
func (s *scorer) count(list []byte, likeness float64) error {
	s.slot, s.likeness, s.bit = -1, float32(likeness), 0
	if likeness >= strong && s.term < s.terms {
		s.bit = 1 << s.term
	}
	return postings.Visit(list, s)
}

// frequency returns how many files have a form that stands for the term at hand,
// and how many have any.
func (s *scorer) frequency() (having, loosely int) {
	for i := range s.entries[s.term] {
		if s.entries[s.term][i].strong {
			having++
		}
	}
	return having, len(s.entries[s.term])
}

// score scores the term at hand with its rarity and goes on to the next one.
func (s *scorer) score(rarity float64) {
	for i, e := range s.entries[s.term] {
		s.files[e.slot] += rarity * float64(s.tf[i]/(k1+s.tf[i]))
		s.at[e.slot] = 0
	}
	for _, c := range s.touched {
		s.chunks[c] += rarity * float64(s.chunkTF[c]/(k1+s.chunkTF[c]))
		s.chunkTF[c] = 0
	}
	s.tf, s.touched = s.tf[:0], s.touched[:0]
	s.term++
}

// File implements postings.Visitor.
func (s *scorer) File(slot int) {
	if slot >= len(s.files) { // a corrupt list
		s.slot = -1
		return
	}
	s.slot, s.first = slot, int(s.docs.First[slot])
	if s.at[slot] == 0 {
		s.entries[s.term] = append(s.entries[s.term], entry{slot: int32(slot)})
		s.tf = append(s.tf, 0)
		s.at[slot] = int32(len(s.tf))
	}
	s.entry = int(s.at[slot]) - 1
	s.masks[slot] |= s.bit
	if s.term < s.terms {
		s.loose[slot] |= 1 << s.term
	}
	s.entries[s.term][s.entry].strong = s.entries[s.term][s.entry].strong || s.bit != 0
	s.body = float32(norm(int(s.docs.FileBody[slot]), s.avg.fileBody))
}

// Count implements postings.Visitor.
func (s *scorer) Count(c postings.FileCounts) {
	if s.slot < 0 {
		return
	}
	d, has := s.docs, &s.entries[s.term][s.entry].counts
	if c.Stem|c.Dirs != 0 {
		stem, dirs := s.likeness*float32(c.Stem), s.likeness*float32(c.Dirs)
		has.stem += stem
		has.dirs += dirs
		s.tf[s.entry] += weightStem*stem*float32(norm(int(d.Stem[s.slot]), s.avg.stem)) +
			weightDirs*dirs*float32(norm(int(d.Dirs[s.slot]), s.avg.dirs))
	}
	if c.History != 0 {
		history := s.likeness * float32(c.History) / 4
		has.history += history
		s.tf[s.entry] += weightHistory * history * float32(norm(int(d.History[s.slot]), s.avg.history))
	}
}

// Chunk implements postings.Visitor. Most words are in the body alone, and most
// of the time of a search is spent here.
func (s *scorer) Chunk(number int, c postings.Counts) {
	if s.slot < 0 || number >= s.docs.Chunks(s.slot) {
		return
	}
	i, body := s.first+number, s.likeness*float32(c.Body)
	s.entries[s.term][s.entry].counts.body += body
	body *= weightBody
	s.tf[s.entry] += body * s.body
	tf := body * float32(norm(int(s.docs.Body[i]), s.avg.body))
	if c.Symbol|c.Head != 0 {
		tf += s.named(i, c)
	}
	if s.chunkTF[i] == 0 {
		s.touched = append(s.touched, int32(i))
	}
	s.chunkTF[i] += tf
	s.within[i] |= s.bit
}

// named adds what a word in symbols and head counts in the file, and returns
// what it counts in the chunk.
func (s *scorer) named(i int, c postings.Counts) float32 {
	d, has := s.docs, &s.entries[s.term][s.entry].counts
	symbol, head := s.likeness*float32(c.Symbol), s.likeness*float32(c.Head)
	has.symbol += symbol
	has.head += head
	if s.likeness == 1 {
		has.named += symbol
	}
	symbol, head = weightSymbol*symbol, weightHead*head
	s.tf[s.entry] += symbol*float32(norm(int(d.FileSymbol[s.slot]), s.avg.fileSymbol)) + head*float32(norm(int(d.FileHead[s.slot]), s.avg.fileHead))
	return symbol*float32(norm(int(d.Symbol[i]), s.avg.symbol)) + head*float32(norm(int(d.Head[i]), s.avg.head))
}
