package eval

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"coderag/internal/code"
)

// A Document is an indexed file with its text.
type Document struct {
	Path  string
	Lines int
	Text  string
}

// Grep answers as an agent does that has nothing but grep: the content words of
// the question, one search for each as a substring whatever its case, files
// ranked by how many distinct words they have, ties by path. Its hits are whole
// files, since the next step is to read them; what the searches themselves
// print is not counted, which favours it.
type Grep struct{ corpora map[string][]document }

type document struct {
	Document
	lower  string
	tokens int
}

// readLines is how much of a file an agent reads at once.
const readLines = 2000

// NewGrep returns the baseline over the files of each repository.
func NewGrep(corpora map[string][]Document) *Grep {
	g := &Grep{corpora: map[string][]document{}}
	for repo, files := range corpora {
		for _, d := range files {
			read := code.NewLines(d.Text).Range(code.Span{Start: 1, End: readLines}).Of(d.Text)
			g.corpora[repo] = append(g.corpora[repo], document{d, strings.ToLower(d.Text), Tokens(read)})
		}
	}
	return g
}

// Search implements Searcher.
func (g *Grep) Search(_ context.Context, a Ask) (Answer, error) {
	corpus := g.corpora[a.Repo]
	found := make([]int, len(corpus)) // distinct words, by document
	for _, has := range grepAll(corpus, contentWords(a.Query)) {
		for _, d := range has {
			found[d]++
		}
	}
	var ranked []int
	for d, n := range found {
		if n > 0 {
			ranked = append(ranked, d)
		}
	}
	slices.SortFunc(ranked, func(x, y int) int {
		return cmp.Or(cmp.Compare(found[y], found[x]), strings.Compare(corpus[x].Path, corpus[y].Path))
	})
	var hits []Hit
	for _, d := range ranked[:min(a.K, len(ranked))] {
		doc := corpus[d]
		hits = append(hits, Hit{
			Repo: a.Repo, Path: doc.Path, Whole: true, Tokens: doc.tokens,
			Lines: code.Span{Start: 1, End: min(doc.Lines, readLines)},
		})
	}
	return Answer{Hits: hits}, nil
}

// grepAll returns the documents each word occurs in. A word that more than half
// of the files have is dropped, as an agent would see it drown the others,
// unless every word is so common.
func grepAll(corpus []document, words []string) [][]int {
	var rare, all [][]int
	for _, word := range words {
		var has []int
		for d := range corpus {
			if strings.Contains(corpus[d].lower, word) {
				has = append(has, d)
			}
		}
		all = append(all, has)
		if 2*len(has) <= len(corpus) {
			rare = append(rare, has)
		}
	}
	if len(rare) == 0 {
		return all
	}
	return rare
}

// contentWords returns the distinct words of a question that are worth a
// search, lower-cased, in order.
func contentWords(query string) (words []string) {
	separates := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(strings.ToLower(query), separates) {
		if len(word) > 2 && !functionWord(word) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// functionWord reports whether a word says nothing about what is asked for.
func functionWord(word string) bool {
	switch word {
	case "the", "this", "that", "these", "those", "its", "how", "what", "when", "where", "which", "who", "why",
		"are", "was", "were", "been", "being", "does", "did", "done", "has", "have", "had", "can", "could", "should",
		"would", "will", "may", "might", "must", "for", "from", "with", "into", "between", "about", "and", "but",
		"not", "then", "than", "there", "they", "you", "your", "our", "their", "all", "any", "each", "use", "used", "uses":
		return true
	}
	return false
}
