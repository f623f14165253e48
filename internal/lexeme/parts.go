package lexeme

import "bytes"

// A cut is where a part of the identifier in hand starts.
type cut struct {
	char int  // index into Scanner.chars
	hard bool // a new part, not the digits or letters within one
}

// identifier emits the identifier in hand and its parts.
func (s *Scanner) identifier() {
	if len(s.chars) == 0 {
		return
	}
	s.divide()
	longest, divisible := MaxWord, !s.number()
	if divisible && s.random() {
		divisible = false
		if !hexadecimal(s.word) {
			longest = MaxRandom
		}
	}
	whole := len(s.word) <= longest
	divided := divisible && len(s.cuts) > 1
	if whole && !(s.atoms && divided && s.divides()) {
		s.emit(s.word)
	}
	if divided {
		s.role = rolePart
		s.parts()
		s.role = roleWhole
	}
	if !whole {
		s.word = s.word[:0]
	}
}

// number reports whether the identifier in hand is a number: decimal digits,
// or hexadecimal ones that start with a digit, or with 0x, or are at least
// seven, as in a short commit hash, with a decimal one among them.
func (s *Scanner) number() bool {
	const hash = 7
	word, first := s.word, s.chars[0].class
	if first == digit && len(word) > 2 && word[0] == '0' && word[1] == 'x' {
		word = word[2:]
	}
	return hexadecimal(word) &&
		(first == digit || len(word) >= hash && bytes.ContainsAny(word, "0123456789"))
}

// random reports whether the identifier in hand goes from letters to digits or
// from lower to upper case, or back, too often to have been named by somebody:
// more often than every fourth of at least a dozen characters, and less than
// half of it is pieces of four characters or more. In the standard library of
// Go that is one distinct identifier in a hundred, nearly all of them operation
// codes; of random base64 it is about three strings in four.
func (s *Scanner) random() bool {
	const many, apart, long, half = 6, 4, 4, 2
	if len(s.chars) < 2*many {
		return false
	}
	changes := 0
	for k := 1; k < len(s.chars); k++ {
		before, c := s.chars[k-1].class, s.at(k)
		if c&upper != 0 && before == lower || c == digit && before != digit || c&letter != 0 && before == digit {
			changes++
		}
	}
	inLong := 0
	for i, c := range s.cuts {
		if n := s.cutEnd(i+1) - c.char; n >= long {
			inLong += n
		}
	}
	return changes >= many && len(s.chars) < apart*changes && half*inLong < len(s.chars)
}

func hexadecimal(word []byte) bool {
	for _, b := range word {
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return true
}

// divide finds the cuts of the identifier in hand.
func (s *Scanner) divide() {
	s.cuts = append(s.cuts[:0], cut{char: 0, hard: true})
	for k := 1; k < len(s.chars); k++ {
		switch {
		case s.hardBefore(k):
			s.cuts = append(s.cuts, cut{char: k, hard: true})
		case s.softBefore(k):
			s.cuts = append(s.cuts, cut{char: k})
		}
	}
}

// hardBefore reports whether a new part starts at character k.
func (s *Scanner) hardBefore(k int) bool {
	c := s.chars[k]
	if c.first {
		return true
	}
	if c.class != upper {
		return false
	}
	next := s.at(k + 1)
	switch s.chars[k-1].class {
	case lower:
		return true
	case upper: // HTTP|Server, but not ID|s
		return next == lower && !s.plural(k+1)
	default: // 8|Decode and 264|ES, but not 3|D and 3|DModel
		return next == lower || next == upper && s.at(k+2) != lower
	}
}

// plural reports whether character k is the s after capitals, as in IDs.
func (s *Scanner) plural(k int) bool {
	return s.word[s.chars[k].at] == 's' && s.at(k+1)&lower == 0
}

// softBefore reports whether letters meet digits at character k, and are at
// least two.
func (s *Scanner) softBefore(k int) bool {
	before, c := s.chars[k-1].class, s.chars[k].class
	switch {
	case before&letter != 0 && c == digit:
		last := s.cuts[len(s.cuts)-1].char // not the letter before, which would be single
		return last < k-1 && s.chars[k-2].class&letter != 0
	case before == digit && c&letter != 0:
		return s.at(k+1)&letter != 0 && !s.hardBefore(k+1)
	}
	return false
}

// at returns the class of character k, or separator if it is not right behind
// the one before it.
func (s *Scanner) at(k int) class {
	if k >= len(s.chars) || s.chars[k].first {
		return separator
	}
	return s.chars[k].class
}

// divides reports whether the identifier in hand has a part that is a word:
// one of more than one character.
func (s *Scanner) divides() bool {
	for i, c := range s.cuts {
		if s.cutEnd(i+1)-c.char > 1 {
			return true
		}
	}
	return false
}

// parts emits the parts of the identifier in hand that are not the whole.
func (s *Scanner) parts() {
	single := false // the part before is a single letter
	for i := 0; i < len(s.cuts); {
		end := i + 1
		for end < len(s.cuts) && !s.cuts[end].hard {
			end++
		}
		from, to := s.cuts[i].char, s.cutEnd(end)
		if to-from > 1 {
			s.part(from, to, single)
			if end-i > 1 {
				s.pieces(i, end, single)
			}
		}
		single = to-from == 1 && s.chars[from].class&letter != 0
		i = end
	}
}

// pieces emits the letters and the digits of one part, cuts[i:end].
func (s *Scanner) pieces(i, end int, single bool) {
	for ; i < end; i++ {
		if from, to := s.cuts[i].char, s.cutEnd(i+1); to-from > 1 {
			s.part(from, to, single)
		}
		single = false
	}
}

// cutEnd returns the character at which the part before cut i ends.
func (s *Scanner) cutEnd(i int) int {
	if i == len(s.cuts) {
		return len(s.chars)
	}
	return s.cuts[i].char
}

// part emits characters from to to and, after a single letter, these with the
// letter. The whole was emitted before.
func (s *Scanner) part(from, to int, single bool) {
	if single && !s.atoms {
		s.span(from-1, to)
	}
	s.span(from, to)
}

func (s *Scanner) span(from, to int) {
	if from == 0 && to == len(s.chars) {
		return
	}
	start, end := s.chars[from].at, len(s.word)
	if to < len(s.chars) {
		end = s.chars[to].at
	}
	if end-start <= MaxWord {
		s.emit(s.word[start:end])
	}
}
