// Package search is the read path: a query is put to the legs, their
// candidates are fused and ranked, and the hits are shaped into a reply.
package search

import (
	"coderag/internal/code"
	"coderag/internal/rank"
)

// A Request asks one project, or all of them, for the places that answer a
// query. Zero values mean the defaults of Options.
type Request struct {
	Query       string
	K           int         // hits wanted, 1 to 50; 0 means 8
	Repo        string      // only this repo
	Language    string      // only files of this language
	PathPrefix  string      // only files whose path starts with it
	MaxChars    int         // characters of the excerpt of one hit; 0 means 2000
	Granularity Granularity // what a hit is; "" means GranularityFile
	Expand      Expand      // how far an excerpt reaches; "" means ExpandSymbol
	Neighbors   bool        // also the chunks before and after
	Explain     bool        // also how each hit came to its place
	Anyway      bool        // the nearest hits, even where the query's words are no evidence of them

	// WithoutCommit is the revision of a commit whose subject the answer must not
	// be based on, "" for none. It is for measuring, where that subject asks.
	WithoutCommit string
}

// Granularity says what one hit is.
type Granularity string

// The granularities.
const (
	GranularityFile  Granularity = "file"
	GranularityChunk Granularity = "chunk"
)

// Expand says how far the excerpt of a hit reaches.
type Expand string

// The ways to widen an excerpt.
const (
	ExpandSymbol Expand = "symbol" // the whole enclosing declaration
	ExpandNone   Expand = "none"   // the chunk that matched
)

// A Reply is the answer to a Request: hits in order of rank, and what the
// caller must know to trust them.
type Reply struct {
	Setting   rank.Setting // what the query was taken for, by the ranking
	Hits      []Hit
	Diagnosis *Diagnosis // why there are no hits, or with Anyway why there should be none; nil if the words are evidence
	Omitted   int        // hits listed without their code because the budget of the reply was used up
	Legs      []Leg      // which retrievers answered
	Notes     []string   // what the caller should know: a leg left out, an index never scanned
}

// A Leg reports on one retriever.
type Leg struct {
	Name    string // "lexical", "dense" or, where there is a reranker, "rerank"
	Hits    int    // proposed; by a reranker: read
	Skipped string // why it was left out; "" if it answered
}

// leftOut says that the leg was left out, and why.
func (l Leg) leftOut() string { return l.Name + " leg left out: " + l.Skipped }

// A Hit is one ranked place.
type Hit struct {
	Project  string
	Repo     string
	Path     string
	Language string
	Lines    code.Span // what the excerpt shows; zero in a file without code
	Score    float64   // comparable within one reply only
	ChunkID  string    // of the best chunk, for get_chunk; "" in a file without code
	Symbols  []Symbol  // declarations that matched, best first
	Matched  []string  // words of the query that occur in the file, as written
	Excerpt  string    // "" when the budget was used up before it
	Cut      bool      // the excerpt is only part of its chunk or declaration
	Before   string    // the chunk before, when Neighbors was asked
	After    string    // the chunk after
	Stale    bool      // the file on disk is newer than the index
	Missing  bool      // the file is gone from disk

	// Explanation has, where it was asked for, what makes up the score the ranking
	// model gave the file. It is nil where the model is off.
	Explanation []rank.Contribution
	// Placings has, where they were asked for, the legs that proposed the file.
	Placings []Placing

	share    float64 // of the rarity of the query that the file has, to rank across projects
	document string  // what a reranker reads of it, among several projects
}

// A Symbol is a declaration within a hit.
type Symbol struct {
	Name  string // qualified
	Kind  code.DefKind
	Lines code.Span
}
