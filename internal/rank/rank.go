// Package rank orders candidate files by what the index says of them: a linear
// model over a few dozen features, each a number without a unit, so that a rank
// can be explained term by term. It does no I/O.
package rank

import (
	"cmp"
	"slices"
)

// A Query is what ranking needs to know of a query.
type Query struct {
	Terms  []Term
	Symbol bool // it looks like the name of something, not like a sentence
}

// A Term is one word of the query.
type Term struct {
	Weight float64 // its rarity in the corpus; more is rarer
}

// A File is a candidate as the index describes it.
type File struct {
	Path     string
	Language string
	Score    float64 // BM25F of the whole file
	Chunk    float64 // BM25F of its best chunk
	InChunk  uint64  // the terms that occur in the best chunk, by position
	Terms    []Counts
	Stem     int // words in the file name
	Dirs     int // words in the directories
	Body     int // words in the text
	Chunks   int
	Matching int // chunks with a term
}

// Counts says how often a term occurs in the fields of a file.
type Counts struct {
	Stem, Dirs, Symbol, Head, Body int
	History                        float64 // fractions of commits
}

func (c Counts) any() bool {
	return c.Stem+c.Dirs+c.Symbol+c.Head+c.Body > 0 || c.History > 0
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

// Rank orders the files by decreasing score, ties by their order, and says what
// each score is made of.
func (m Model) Rank(q Query, files []File) []Ranked {
	ranked := make([]Ranked, len(files))
	for i, features := range Features(q, files) {
		ranked[i] = Ranked{Index: i}
		ranked[i].Score = m.Score(q, features)
		for j, value := range features {
			ranked[i].Terms = append(ranked[i].Terms, Contribution{Name: Names[j], Value: value, Weight: m.weight(q, j)})
		}
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return ranked
}

// A Model holds a weight for each feature, and what is added to it for queries
// that look like names.
type Model struct {
	Weights [NumFeatures]float64
	Symbol  [NumFeatures]float64
}

// Score returns the score of a file with the features.
func (m Model) Score(q Query, features [NumFeatures]float64) (score float64) {
	for j, value := range features {
		score += m.weight(q, j) * value
	}
	return score
}

func (m Model) weight(q Query, feature int) float64 {
	if q.Symbol {
		return m.Weights[feature] + m.Symbol[feature]
	}
	return m.Weights[feature]
}
