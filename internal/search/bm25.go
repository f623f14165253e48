package search

import (
	"math"

	"coderag/internal/postings"
)

// The parameters of BM25F (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009): k1 is how soon repetition stops counting,
// a weight what one occurrence in a field is worth, b how much a long field is
// held against it. With a name worth eight words of a body, repetition has to
// count on for longer than in prose: k1 is high.
const (
	k1 = 8

	weightStem   = 8.0
	weightDirs   = 1.5
	weightSymbol = 8.0
	weightHead   = 3.0
	weightBody   = 1.0

	// weightHistory is of a word in the subject of a commit that touched the file
	// alone; subjects of commits that touched more files count less in the index.
	weightHistory = 6.0

	b = 0.6

	// bestChunk is what the best chunk of a file adds to the score of the file:
	// words that occur together in one declaration say more than words spread
	// over a file.
	bestChunk = 1.5
)

// idf is the rarity of a word that occurs in df of n files, always positive.
func idf(df, n int) float64 {
	return math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5))
}

// averages are the mean field lengths of a corpus.
type averages struct {
	stem, dirs, history  float64 // of a file
	fileSymbol, fileHead float64
	fileBody             float64
	symbol, head, body   float64 // of a chunk
}

func averagesOf(t postings.Totals) averages {
	files, chunks := float64(max(t.Files, 1)), float64(max(t.Chunks, 1))
	mean := func(sum int, n float64) float64 { return max(float64(sum)/n, 0.1) }
	return averages{
		stem: mean(t.Stem, files), dirs: mean(t.Dirs, files), history: mean(t.History, files),
		fileSymbol: mean(t.Symbol, files), fileHead: mean(t.Head, files), fileBody: mean(t.Body, files),
		symbol: mean(t.Symbol, chunks), head: mean(t.Head, chunks), body: mean(t.Body, chunks),
	}
}

// norm is how much an occurrence counts in a field of the length, where the
// average one counts 1.
func norm(length int, average float64) float64 {
	return 1 / (1 - b + b*float64(length)/average)
}

// scorer adds up the scores of one segment's files and chunks, word by word. As
// a postings.Visitor it is told of one list at a time.
type scorer struct {
	segment int32
	docs    *postings.Documents
	avg     averages
	files   []float64 // score by slot
	chunks  []float64 // score by index of the chunk in the segment
	masks   []uint64  // by slot: the words of the query that occur, by position

	idf   float64
	bit   uint64
	slot  int     // the file at hand, -1 before the first
	first int     // index of its first chunk
	tf    float64 // of the word in the file at hand, over all fields
	body  float64 // length norm of its text
}

func newScorer(seg Segment, avg averages) *scorer {
	docs := seg.Documents
	return &scorer{
		segment: seg.ID, docs: docs, avg: avg,
		files:  make([]float64, len(docs.Files)),
		chunks: make([]float64, len(docs.Body)),
		masks:  make([]uint64, len(docs.Files)),
	}
}

// add scores the word at a position of the query, with its weight.
func (s *scorer) add(list []byte, position int, weight float64) error {
	s.idf, s.bit, s.slot, s.tf = weight, 1<<position, -1, 0
	err := postings.Visit(list, s)
	s.finishFile()
	return err
}

func (s *scorer) finishFile() {
	if s.slot >= 0 {
		s.files[s.slot] += s.idf * s.tf / (k1 + s.tf)
	}
}

// File implements postings.Visitor.
func (s *scorer) File(slot int) {
	s.finishFile()
	s.tf = 0
	if slot >= len(s.files) { // a corrupt list
		s.slot = -1
		return
	}
	s.slot, s.first = slot, int(s.docs.First[slot])
	s.masks[slot] |= s.bit
	s.body = norm(int(s.docs.FileBody[slot]), s.avg.fileBody)
}

// Count implements postings.Visitor.
func (s *scorer) Count(c postings.FileCounts) {
	if s.slot < 0 {
		return
	}
	d := s.docs
	if c.Stem|c.Dirs != 0 {
		s.tf += weightStem*float64(c.Stem)*norm(int(d.Stem[s.slot]), s.avg.stem) +
			weightDirs*float64(c.Dirs)*norm(int(d.Dirs[s.slot]), s.avg.dirs)
	}
	if c.History != 0 {
		s.tf += weightHistory * float64(c.History) / 4 * norm(int(d.History[s.slot]), s.avg.history)
	}
}

// Chunk implements postings.Visitor. Most words are in the body alone, and most
// of the time of a search is spent here.
func (s *scorer) Chunk(number int, c postings.Counts) {
	if s.slot < 0 || number >= s.docs.Chunks(s.slot) {
		return
	}
	i, body := s.first+number, weightBody*float64(c.Body)
	s.tf += body * s.body
	tf := body * norm(int(s.docs.Body[i]), s.avg.body)
	if c.Symbol|c.Head != 0 {
		tf += s.named(i, c)
	}
	s.chunks[i] += s.idf * tf / (k1 + tf)
}

// named adds what a word in symbols and head counts in the file, and returns
// what it counts in the chunk.
func (s *scorer) named(i int, c postings.Counts) float64 {
	d, symbol, head := s.docs, weightSymbol*float64(c.Symbol), weightHead*float64(c.Head)
	s.tf += symbol*norm(int(d.FileSymbol[s.slot]), s.avg.fileSymbol) + head*norm(int(d.FileHead[s.slot]), s.avg.fileHead)
	return symbol*norm(int(d.Symbol[i]), s.avg.symbol) + head*norm(int(d.Head[i]), s.avg.head)
}
