// Package eval is the ruler of the search: it reads question sets whose answers
// are known, puts the questions to a Searcher, and turns the ranks of the
// answers into figures with intervals. Sub-packages write the figures down.
//
// The only I/O is that of the readers and the Searcher it is handed.
package eval

import "coderag/internal/code"

// A Set is questions in order, each with an ID of its own.
type Set struct {
	Name      string
	Questions []Question
}

// A Question is a query with the places that answer it.
type Question struct {
	ID       string // unique in its set, and the same in every run: "flask/0"
	Query    string
	Expect   []Target // distinct; none for an absent question
	Absent   bool     // nothing indexed answers it: silence is right
	Repo     string   // whose question it is; "" for an absent one that was not assigned yet
	Category string   // "symbol", "architecture" ..., "" if unknown
	Language string   // of the repository or the first target, "" if unknown
	Tags     []string
	Split    string // "dev", "test" ..., "" if the set has none
	Revision string // of the commit it was made from, "" if none
}

// A Target is one place that answers a question.
type Target struct {
	Repo   string    `json:"repo"`
	Path   string    `json:"path"`             // relative to the root of the repository, slash-separated
	Lines  code.Span `json:"lines,omitzero"`   // zero: the whole file
	Symbol string    `json:"symbol,omitempty"` // a declaration that must be shown; "" any
}

// A Hit is one result as the user gets it, in the terms of the question set.
type Hit struct {
	Repo    string
	Path    string
	Lines   code.Span // of the code shown; zero where none is shown
	Symbols []string  // qualified names of the declarations it names
	Whole   bool      // the file is read, so every declaration in its lines is shown
	Tokens  int       // estimated size of what is printed for it; see Tokens
	Signals []float64 // the features of the ranking model, where they were asked for
	Named   bool      // with Signals: the question was taken for a name
	Size    float64   // with Signals: of the corpus, as the ranking model sees it
}
