package search

import (
	"cmp"
	"slices"
	"strings"

	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// A form is a word of the index that says, more or less, what a term of the
// query says.
type form struct {
	word     string
	likeness float64 // what one occurrence counts, where one of the term itself counts 1
}

// How much the forms of a term count. Inflections have its stem: retry, retries,
// retried. Joined are two neighbouring terms that code writes as one word:
// "thread pool", threadpool. An abbreviation begins the term or is begun by it,
// and counts the less the shorter the one is beside the other: auth for
// authentication, config for configuration.
const (
	inflected   = 0.8
	joined      = 0.75
	abbreviated = 0.5 // times the shorter length over the longer

	shortest    = 3    // letters of an abbreviation
	leastOfTerm = 0.25 // an abbreviation has of the term
	leastOfWord = 0.5  // the term has of a longer word
)

// strong is the likeness from which on a form stands for the term: a file that
// has it has the term.
const strong = joined

// Limits of the forms of one term, and of all forms of a query.
const (
	maxFormsOfTerm = 12
	maxForms       = 160
)

// forms returns, for each term, the words of the index to look up for it: itself
// first, then the others by decreasing likeness.
func (q query) forms(segments []Segment) [][]form {
	all := make([][]form, len(q.terms))
	limit := min(maxFormsOfTerm, max(1, maxForms/max(len(q.terms), 1)))
	for i, t := range q.terms {
		all[i] = []form{{t.Word, 1}}
		if q.off[partForms] {
			continue
		}
		others := map[string]float64{}
		for _, s := range segments {
			relatives(s.Vocabulary, t.Word, others)
		}
		q.joinForms(segments, i, others)
		all[i] = append(all[i], likest(others, limit-1)...)
	}
	return all
}

// joinForms adds the words that the term at i and a neighbour make together.
func (q query) joinForms(segments []Segment, i int, into map[string]float64) {
	if i > 0 {
		q.joinForm(segments, i-1, into)
	}
	if i+1 < len(q.terms) {
		q.joinForm(segments, i, into)
	}
}

func (q query) joinForm(segments []Segment, i int, into map[string]float64) {
	if w := q.pair(i); w != "" && has(segments, w) {
		into[w] = joined
	}
}

// pair returns the term at i and the one after it as one word, "" where the
// query has that word itself.
func (q query) pair(i int) string {
	w := q.terms[i].Word + q.terms[i+1].Word
	if slices.ContainsFunc(q.terms, func(t lexeme.Term) bool { return t.Word == w }) {
		return ""
	}
	return w
}

// pairs returns the words that two neighbouring terms make together and the
// index has.
func (q query) pairs(segments []Segment) (words []string) {
	if q.off[partForms] {
		return nil
	}
	for i := range max(len(q.terms)-1, 0) {
		if w := q.pair(i); w != "" && has(segments, w) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

func has(segments []Segment, word string) bool {
	return slices.ContainsFunc(segments, func(s Segment) bool { return s.Vocabulary.Has(word) })
}

// relatives adds the inflections and abbreviations of the word that the
// vocabulary has.
func relatives(v *postings.Vocabulary, word string, into map[string]float64) {
	if !postings.IsForm(word) {
		return
	}
	stem := lexeme.Stem(word)
	v.Each(strings.TrimSuffix(common(word, stem), "i"), func(w string) { // the stem of retry is retri
		switch longer := len(w) > len(word) && strings.HasPrefix(w, word); {
		case w == word:
		case len(w) <= len(word)+len("ations") && lexeme.Stem(w) == stem:
			into[w] = inflected
		case longer && float64(len(word)) >= leastOfWord*float64(len(w)):
			into[w] = abbreviated * float64(len(word)) / float64(len(w))
		}
	})
	for n := max(shortest, int(leastOfTerm*float64(len(word)))); n < len(word); n++ {
		if w := word[:n]; into[w] == 0 && v.Has(w) {
			into[w] = abbreviated * float64(n) / float64(len(word))
		}
	}
}

// common returns what both words start with, at least the first letter of a.
func common(a, b string) string {
	n := 1
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// likest returns the forms by decreasing likeness, at most limit, ties by word.
func likest(words map[string]float64, limit int) []form {
	out := make([]form, 0, len(words))
	for w, likeness := range words {
		out = append(out, form{w, likeness})
	}
	slices.SortFunc(out, func(a, b form) int {
		return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(a.word, b.word))
	})
	return out[:min(limit, len(out))]
}
