package lexeme

import (
	"slices"
	"unicode/utf8"
)

// Limits of a query.
const (
	MaxQueryBytes = 8 << 10 // what comes after is ignored
	MaxQueryTerms = 64      // distinct words; later ones are ignored
)

// A Term is one distinct word of a query.
type Term struct {
	Word  string   // as the Scanner gives it
	Raw   string   // the word of the query it was first read from, as written
	Parts []string // its distinct parts, if it is a compound identifier
	Part  bool     // it occurs only as a part of compound identifiers
	Count int      // how often it occurs
}

// Compound reports whether the term is an identifier of several parts.
func (t Term) Compound() bool { return len(t.Parts) > 0 }

// Query returns the distinct words of q in order of appearance: what Each
// gives for it, within the limits. It is empty when q has no word.
func Query(q string) []Term {
	seen := occurrences(q[:runeStart(q, MaxQueryBytes)])
	var terms []Term
	index := make(map[string]int)
	for i, o := range seen {
		t, known := index[o.word]
		if !known {
			if len(terms) == MaxQueryTerms {
				continue
			}
			t = len(terms)
			index[o.word] = t
			terms = append(terms, Term{Word: o.word, Raw: o.raw, Part: true})
		}
		terms[t].Count++
		if terms[t].Part && !o.part {
			terms[t].Part, terms[t].Raw, terms[t].Parts = false, o.raw, parts(seen, i)
		}
	}
	return terms
}

// runeStart returns the last rune boundary of text at or before limit.
func runeStart(text string, limit int) int {
	if len(text) <= limit {
		return len(text)
	}
	for back := range utf8.UTFMax {
		if utf8.RuneStart(text[limit-back]) {
			return limit - back
		}
	}
	return limit
}

// An occurrence is one word that the Scanner gave for a query.
type occurrence struct {
	word, raw string
	role      role
	from, to  int  // the identifier or chain it was read from
	part      bool // of an identifier or a chain
}

func occurrences(q string) (seen []occurrence) {
	var s Scanner
	s.Each(q, func(word []byte) {
		o := occurrence{word: string(word), role: s.role, from: s.from, to: s.to, part: s.role == rolePart}
		o.raw = q[o.from:o.to]
		switch o.role {
		case roleGram:
			o.raw = o.word
		case roleChain:
			for i := len(seen) - 1; i >= 0 && seen[i].from >= o.from; i-- {
				seen[i].part = true
			}
		}
		seen = append(seen, o)
	})
	return seen
}

// parts returns the distinct words that seen[i] is made of, nil if it is one word.
func parts(seen []occurrence, i int) (words []string) {
	o, from, to := seen[i], i+1, i+1
	switch o.role {
	case roleWhole:
		for to < len(seen) && seen[to].role == rolePart && seen[to].from == o.from {
			to++
		}
	case roleChain:
		from, to = i, i
		for from > 0 && seen[from-1].from >= o.from {
			from--
		}
	}
	for _, p := range seen[from:to] {
		if !slices.Contains(words, p.word) {
			words = append(words, p.word)
		}
	}
	return words
}
