// Package rank orders candidate files by what the index says of them: a linear
// model over a few dozen features, each a number without a unit, so that a rank
// can be explained term by term. It does no I/O.
package rank

import (
	"cmp"
	"math"
	"slices"
)

// A Query is what ranking needs to know of a query and the corpus it is put to.
type Query struct {
	Terms    []Term
	Pairs    []float64 // rarity of each word that two neighbouring terms make together
	Symbol   bool      // it looks like the name of something, not like a sentence
	Vectors  bool      // how near the files are by their vectors is known
	Files    int       // in the corpus
	Platform string    // the operating system of whoever asks, as GOOS has it
}

// A Term is one word of the query.
type Term struct {
	Word   string  // in lower case
	Weight float64 // its rarity in the corpus; more is rarer
	Whole  bool    // it was written so, and is no part of an identifier
}

// A File is a candidate as the index describes it.
type File struct {
	Path     string
	Language string
	Score    float64  // BM25F of the whole file
	Chunk    float64  // BM25F of its best chunk
	InChunk  uint64   // the terms that occur in the best chunk, by position
	Terms    []Counts // of each term of the query
	Pairs    []Counts // of each pair of the query
	Declares float64  // share of the names in the query that it declares, 0 to 1
	Mentions int      // of what it declares, in other files
	Near     float64  // by its vectors, 1 the nearest there is, 0 far or unknown
	Stem     int      // words in the file name
	Dirs     int      // words in the directories
	Symbols  int      // words in the names of its declarations
	Body     int      // words in the text
	History  float64  // words in the history
	Chunks   int
	Matching int // chunks with a term
}

// Counts says how often a term occurs in the fields of a file. Another form of
// the term counts less than once.
type Counts struct {
	Stem, Dirs, Symbol, Head, Body float64
	History                        float64 // commits, each with its weight
	Named                          float64 // as Symbol, of the term itself alone
}

func (c Counts) any() float64 {
	return min(1, max(c.Stem, c.Dirs, c.Symbol, c.Head, c.Body, c.History))
}

// A Contribution is what one feature adds to the score of a file.
type Contribution struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
}

// A Ranked is a candidate in its place.
type Ranked struct {
	Index int // in the slice that was ranked
	Score float64
	Terms []Contribution // what makes up the score, in order of the features
}

// For returns the model for the query: what words say counts less where vectors
// have a say.
func For(q Query) Model {
	if q.Vectors {
		return WithVectors
	}
	return Default
}

// Rank orders the files by decreasing score, ties by their order, and says what
// each score is made of.
func (m Model) Rank(q Query, files []File) []Ranked {
	s := q.Setting()
	ranked := make([]Ranked, len(files))
	for i, features := range Features(q, files) {
		ranked[i] = Ranked{Index: i}
		ranked[i].Score = m.Score(s, features)
		for j, value := range features {
			ranked[i].Terms = append(ranked[i].Terms, Contribution{Name: Names[j], Value: value, Weight: m.weight(s, j)})
		}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return ranked
}

// A Setting is what the weights depend on.
type Setting struct {
	Symbol bool    // the query looks like the name of something
	Size   float64 // of the corpus: -1 for one file, 0 for 128, 1 for 16,384 and more, by the logarithm
}

// Setting returns what the weights depend on.
func (q Query) Setting() Setting {
	const middle = 7 // binary logarithm of 128
	return Setting{q.Symbol, min(1, math.Log2(float64(max(q.Files, 1)))/middle-1)}
}

// A Model holds a weight for each feature, what is added to it for queries that look
// like names, and what is added, times the size of the setting, for the size of the
// corpus: among ten thousand files, some have nearly any word and some are near
// anything, so that all the words in one place say more there than they do among
// fifty, and a vector says less.
type Model struct {
	Weights [NumFeatures]float64
	Symbol  [NumFeatures]float64
	Size    [NumFeatures]float64
}

// Score returns the score of a file with the features.
func (m Model) Score(s Setting, features [NumFeatures]float64) (score float64) {
	for j, value := range features {
		score += m.weight(s, j) * value
	}
	return score
}

func (m Model) weight(s Setting, feature int) float64 {
	w := m.Weights[feature] + s.Size*m.Size[feature]
	if s.Symbol {
		w += m.Symbol[feature]
	}
	return w
}
