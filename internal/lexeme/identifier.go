package lexeme

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A char is one character of the identifier in hand, with the marks on it.
type char struct {
	at    int   // its offset in Scanner.word
	class class // lower, upper or digit
	first bool  // an underscore is before it
}

// ascii emits the words of a run of ASCII characters.
func (s *Scanner) ascii(run string) {
	s.word, s.chars = s.word[:0], s.chars[:0]
	if len(run) > maxRun {
		return
	}
	first := true
	for i := range len(run) {
		b, c := run[i], classes[run[i]]
		if c == joint {
			first = true
			continue
		}
		s.chars = append(s.chars, char{at: len(s.word), class: c, first: first})
		if c == upper {
			b += 'a' - 'A'
		}
		s.word = append(s.word, b)
		first = false
	}
	s.identifier()
}

// unicode emits the words of a run that has characters beyond ASCII.
func (s *Scanner) unicode(run string) {
	s.norm = norm.NFC.AppendString(s.norm[:0], run)
	mixed := false
	for rest := s.norm; len(rest) > 0; {
		n, grams := scriptEnd(rest)
		if grams {
			mixed = true
			s.grams(rest[:n])
		} else {
			s.letters(rest[:n])
		}
		rest = rest[n:]
	}
	if mixed {
		s.word = s.word[:0] // nothing that a hyphen could link
	}
}

// scriptEnd returns how far run stays among the scripts written without
// spaces, or outside them, and which of the two.
func scriptEnd(run []byte) (end int, grams bool) {
	for end < len(run) {
		r, size := utf8.DecodeRune(run[end:])
		switch {
		case end == 0:
			grams = unspaced(r)
		case !unicode.IsMark(r) && unspaced(r) != grams:
			return end, grams
		}
		end += size
	}
	return end, grams
}

// letters emits the words of a run of any scripts written with spaces.
func (s *Scanner) letters(run []byte) {
	s.word, s.chars = s.word[:0], s.chars[:0]
	if len(run) > maxRun {
		return
	}
	first := true
	for len(run) > 0 {
		r, size := utf8.DecodeRune(run)
		run = run[size:]
		switch c := classOf(r); c {
		case joint:
			first = true
			continue
		case separator: // a mark, part of the character before it
		default:
			s.chars = append(s.chars, char{at: len(s.word), class: c, first: first})
			first = false
		}
		s.word = utf8.AppendRune(s.word, unicode.ToLower(r))
	}
	s.identifier()
}

// grams emits the overlapping pairs of characters of run, or the only one.
func (s *Scanner) grams(run []byte) {
	s.role = roleGram
	defer func() { s.role = roleWhole }()
	before, from := -1, 0 // where the character before and the one in hand start
	for i := 0; i < len(run); {
		_, size := utf8.DecodeRune(run[i:])
		i += size
		for i < len(run) {
			r, size := utf8.DecodeRune(run[i:])
			if !unicode.IsMark(r) {
				break
			}
			i += size
		}
		if before >= 0 || i == len(run) {
			s.gram(run[max(before, 0):i])
		}
		before, from = from, i
	}
}

func (s *Scanner) gram(word []byte) {
	if len(word) <= MaxWord {
		s.emit(word)
	}
}
