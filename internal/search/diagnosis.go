package search

import (
	"fmt"
	"slices"
	"strings"
)

// A Diagnosis says why a query got no hits: how far its words reach into the
// index, and what to do next. Its lists are never nil, so that they are lists in
// JSON too.
type Diagnosis struct {
	Reason      Reason   `json:"reason" jsonschema:"no_term_in_index, only_ubiquitous_terms_matched, too_little_of_the_query_matched or matched_terms_are_scattered"`
	Terms       []string `json:"query_terms" jsonschema:"the words that were searched for"`
	Distinctive []string `json:"distinctive_terms" jsonschema:"those that at most half of the files have"`
	Matched     []string `json:"matched_terms" jsonschema:"those that occur, of an unknown identifier its parts"`
	Ubiquitous  []string `json:"ubiquitous_terms" jsonschema:"those that more than half of the files have"`

	Coverage         float64 `json:"coverage" jsonschema:"share of the words that the index has"`
	MinCoverage      float64 `json:"min_coverage" jsonschema:"what it has to be at least"`
	Concentration    float64 `json:"concentration" jsonschema:"share of the words that one place has"`
	MinConcentration float64 `json:"min_concentration" jsonschema:"what it has to be at least"`

	Hint string `json:"hint" jsonschema:"what to do next"`
}

// Reason says why the words of a query are no evidence.
type Reason string

// The reasons, in the order they are looked for. Each is recovered from by
// another move.
const (
	ReasonNoTerm     Reason = "no_term_in_index"
	ReasonUbiquitous Reason = "only_ubiquitous_terms_matched"
	ReasonTooLittle  Reason = "too_little_of_the_query_matched"
	ReasonScattered  Reason = "matched_terms_are_scattered"
)

// Text says the reason in words.
func (r Reason) Text() string {
	switch r {
	case ReasonNoTerm:
		return "none of its words occurs"
	case ReasonUbiquitous:
		return "those of its words that occur are in most files"
	case ReasonTooLittle:
		return "too few of its words occur"
	}
	return "its words occur, but in no one place together"
}

// diagnose returns why a query that reaches so far is not answered, nil where
// it is. Near finds what may be meant by a word that does not occur.
func diagnose(a asked, e evidence, f Filter, near func(word string) string) *Diagnosis {
	if e.answers() {
		return nil
	}
	d := &Diagnosis{
		Terms: []string{}, Distinctive: []string{}, Matched: []string{}, Ubiquitous: []string{},
		Coverage: e.coverage, MinCoverage: e.minCoverage(),
		Concentration: e.concentration, MinConcentration: e.minConcentration(),
	}
	for i := range a.terms {
		d.add(a, i)
	}
	d.Reason = d.reason()
	d.Hint = a.meant(near) + d.hint(f, a.elsewhere())
	return d
}

// add puts a term into the lists it belongs to. A part of an identifier is
// named only where it occurs and the identifier does not.
func (d *Diagnosis) add(a asked, i int) {
	t := a.terms[i]
	word := t.Raw
	if t.Part {
		if word = t.Word; !a.has(i) || a.inKnown(word) {
			return
		}
	} else {
		d.Terms = append(d.Terms, word)
	}
	switch {
	case a.everywhere(i):
		d.Ubiquitous = append(d.Ubiquitous, word)
	case !t.Part:
		d.Distinctive = append(d.Distinctive, word)
	}
	if a.has(i) {
		d.Matched = append(d.Matched, word)
	}
}

func (d *Diagnosis) reason() Reason {
	switch {
	case len(d.Matched) == 0:
		return ReasonNoTerm
	case len(without(d.Matched, d.Ubiquitous)) == 0:
		return ReasonUbiquitous
	case d.Coverage < d.MinCoverage || len(d.Missing()) > 0 && 2*d.Concentration >= d.Coverage:
		return ReasonTooLittle // what occurs is together: the rest is what lacks
	}
	return ReasonScattered
}

// hint says what to do next; elsewhere are words that only files have that the
// filter leaves out.
func (d *Diagnosis) hint(f Filter, elsewhere []string) string {
	if len(elsewhere) > 0 {
		return fmt.Sprintf("leave out the filter %s: outside it are %s", f, list(elsewhere))
	}
	switch d.Reason {
	case ReasonNoTerm:
		return "ask in words of the code: a name, an error message, the English term; it may not be here"
	case ReasonUbiquitous:
		return fmt.Sprintf("add a word that tells what you look for from all the rest that has %s; it may not be here", list(d.Matched))
	case ReasonTooLittle:
		return fmt.Sprintf("ask with another word for %s; it may not be here", list(d.Missing()))
	}
	return "ask for one thing at a time, or for a name; it may not be here"
}

// Missing returns the words that occur nowhere.
func (d *Diagnosis) Missing() []string { return without(d.Terms, d.Matched) }

// without returns the words of the first list that the second lacks.
func without(words, lacks []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(lacks, w) })
}

// list joins the first few words.
func list(words []string) string {
	const most = 6
	if len(words) > most {
		return strings.Join(words[:most], ", ") + " ..."
	}
	return strings.Join(words, ", ")
}
