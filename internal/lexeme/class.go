package lexeme

import (
	"unicode"
	"unicode/utf8"
)

// class says what a character does in a run. The values are bits, so that the
// classes of a run make up a set.
type class uint8

const separator class = 0 // ends a run

const (
	lower  class = 1 << iota // a letter that is not upper case
	upper                    // an upper-case letter
	digit                    // a decimal digit
	joint                    // an underscore
	beyond                   // a byte of a character that is not ASCII
)

const letter = lower | upper

// classes holds the class of every byte.
var classes = func() (table [256]class) {
	for c := 'a'; c <= 'z'; c++ {
		table[c] = lower
	}
	for c := 'A'; c <= 'Z'; c++ {
		table[c] = upper
	}
	for c := '0'; c <= '9'; c++ {
		table[c] = digit
	}
	for c := utf8.RuneSelf; c < len(table); c++ {
		table[c] = beyond
	}
	table['_'] = joint
	return table
}()

// classOf returns the class of a character of any script; separator for what
// is no letter, digit or underscore.
func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		return classes[r]
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	}
	return separator
}

// unspaced reports whether r belongs to a script written without spaces
// between words, or with words that are searched for by their syllables.
func unspaced(r rune) bool {
	const longVowel, halfWidthLongVowel = 'ー', 'ｰ' // of both kana, so in neither table
	if r < 0x0e00 {                                // below Thai, the first of these scripts
		return false
	}
	return r == longVowel || r == halfWidthLongVowel ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
			unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
