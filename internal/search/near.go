package search

import "coderag/internal/postings"

// leastSlip is how many letters a word has in which a slip of the keyboard is
// looked for: of shorter ones nearly all are one letter apart from another.
const leastSlip = 5

// near returns a word of the index that is meant, perhaps, where the word asked
// for is not there: the one a slip of the keyboard away, else the likest
// abbreviation, "" where there is neither.
func (m matches) near(word string) string {
	if !postings.IsForm(word) {
		return ""
	}
	others := map[string]float64{}
	slip := ""
	for _, s := range m.segments {
		relatives(s.Vocabulary, word, others)
		s.Vocabulary.Each(word[:1], func(w string) {
			if slip == "" && len(word) >= leastSlip && isSlip(word, w) {
				slip = w
			}
		})
	}
	if best := likest(others, 1); slip == "" && len(best) > 0 {
		return best[0].word
	}
	return slip
}

// isSlip reports whether the words differ in one letter, or in two neighbours
// that are swapped.
func isSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	same := len(common(a, b))
	rest, other := a[same:], b[same:]
	switch {
	case len(b) == len(a)+1:
		return rest == other[1:]
	case len(b) != len(a) || rest == "":
		return false
	case rest[1:] == other[1:]:
		return true
	}
	return len(rest) > 1 && rest[0] == other[1] && rest[1] == other[0] && rest[2:] == other[2:]
}
