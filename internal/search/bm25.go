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
	count                int     // of files
	stem, dirs, history  float64 // of a file
	fileSymbol, fileHead float64
	fileBody             float64
	symbol, head, body   float64 // of a chunk
}

func averagesOf(t postings.Totals) averages {
	files, chunks := float64(max(t.Files, 1)), float64(max(t.Chunks, 1))
	mean := func(sum int, n float64) float64 { return max(float64(sum)/n, 0.1) }
	return averages{
		count: t.Files,
		stem:  mean(t.Stem, files), dirs: mean(t.Dirs, files), history: mean(t.History, files),
		fileSymbol: mean(t.Symbol, files), fileHead: mean(t.Head, files), fileBody: mean(t.Body, files),
		symbol: mean(t.Symbol, chunks), head: mean(t.Head, chunks), body: mean(t.Body, chunks),
	}
}

// norm is how much an occurrence counts in a field of the length, where the
// average one counts 1.
func norm(length int, average float64) float64 {
	return 1 / (1 - b + b*float64(length)/average)
}
