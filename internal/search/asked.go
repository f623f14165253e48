package search

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"coderag/internal/lexeme"
)

// ubiquitous is the share of the files above which a word tells nothing apart.
const ubiquitous = 0.5

// asked is a query as evidence sees it.
type asked struct {
	text  string
	terms []lexeme.Term
	files []int  // by term: how many files have it
	known uint64 // the terms that occur in the files asked about, by position
	total int    // files in the index
}

// asked returns the query with what the index has of it. With a filter, known
// are the words of the files it lets through.
func (m matches) asked(q query) asked {
	a, all := asked{text: q.Query, terms: q.terms, files: make([]int, len(q.terms))}, first(len(q.terms))
	for _, s := range m.scorers {
		a.total += len(s.masks)
		for slot, mask := range s.masks {
			mask &= all
			if q.allowed == nil || q.allowed[s.docs.Files[slot]] {
				a.known |= mask
			}
			for ; mask != 0; mask &= mask - 1 {
				a.files[bits.TrailingZeros64(mask)]++
			}
		}
	}
	return a
}

// has reports whether the term occurs.
func (a asked) has(i int) bool { return a.known&(1<<i) != 0 }

// inKnown reports whether the word is part of an identifier that occurs.
func (a asked) inKnown(word string) bool {
	for i, t := range a.terms {
		if a.has(i) && slices.Contains(t.Parts, word) {
			return true
		}
	}
	return false
}

// everywhere reports whether most files have the term.
func (a asked) everywhere(i int) bool {
	return float64(a.files[i]) > ubiquitous*float64(a.total)
}

// elsewhere returns the words that only files have that were not asked about.
func (a asked) elsewhere() (words []string) {
	for i, t := range a.terms {
		if !t.Part && a.files[i] > 0 && !a.has(i) {
			words = append(words, t.Raw)
		}
	}
	return words
}

// meant asks about the words that no file has and that something like is there for.
func (a asked) meant(near func(word string) string) string {
	var pairs []string
	for i, t := range a.terms {
		if a.files[i] > 0 || t.Part {
			continue
		}
		if w := near(t.Word); w != "" && !slices.Contains(t.Parts, w) {
			pairs = append(pairs, w+" for "+t.Raw)
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	return "did you mean " + list(pairs) + "? Else "
}

// chained reports whether the term was joined by hyphens.
func chained(t lexeme.Term) bool { return t.Compound() && strings.Contains(t.Raw, "-") }

func ascii(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r > 0x7f })
}

// pair reports whether the word is one of the pairs of characters that scripts
// without spaces are read as.
func pair(word string) bool { return !ascii(word) && utf8.RuneCountInString(word) <= 2 }
