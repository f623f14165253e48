package search

import (
	"slices"

	"coderag/internal/rank"
)

// Off names parts of the search that are turned off, as Switches has them: a leg
// that is not wanted, or what is to be measured by leaving it out.
type Off map[string]bool

// Parts of the search beside the features of the ranking model. History is the
// field, with the features that are made of it.
const (
	partLexical       = "lexical"
	partDense         = "dense"
	partHistory       = "history"
	partForms         = "forms"          // that other forms of a word count
	partModel         = "model"          // files come in the order of BM25F
	partFunctionWords = "function-words" // that they are not searched for
	partRerank        = "rerank"
	partEvidence      = "evidence" // what no word is evidence of is answered all the same
)

// turnedOff is why a leg that Off names is left out. As with notConfigured, no
// note tells it.
const turnedOff = "turned off"

// Switches returns everything Off may name: parts, then groups of features, then
// features.
func Switches() []string {
	all := []string{partLexical, partDense, partHistory, partForms, partModel, partFunctionWords, partRerank, partEvidence}
	for _, name := range rank.Switches() {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// model returns the ranking model without the features that are turned off.
func (q query) model(asked rank.Query) rank.Model {
	m := rank.For(asked)
	if len(q.off) == 0 {
		return m
	}
	return m.Without(func(name string) bool { return q.off[name] })
}
