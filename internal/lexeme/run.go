package lexeme

import (
	"unicode"
	"unicode/utf8"
)

// runEnd returns where the run that starts at text[from] ends and which classes
// it has. If none starts there the classes are separator and the end is that of
// the character.
func runEnd(text string, from int) (end int, set class) {
	for end = from; end < len(text); {
		c := classes[text[end]]
		if c == separator {
			break
		}
		size := 1
		if c == beyond {
			if size = wordRune(text[end:], end > from); size == 0 {
				break
			}
		}
		set |= c
		end += size
	}
	if end == from {
		_, size := utf8.DecodeRuneInString(text[from:])
		return from + size, separator
	}
	return end, set
}

// wordRune returns the size of the character text starts with, or 0 if it is
// not part of a run. Marks are, after another character of the run.
func wordRune(text string, inside bool) int {
	r, size := utf8.DecodeRuneInString(text)
	if classOf(r) != separator || inside && unicode.IsMark(r) {
		return size
	}
	return 0
}

// hyphenated reports whether text[at] is a hyphen between two ASCII letters.
func hyphenated(text string, at int) bool {
	return at > 0 && at+1 < len(text) && text[at] == '-' &&
		classes[text[at-1]]&letter != 0 && classes[text[at+1]]&letter != 0
}

// contraction reports whether the one-character run at text[at] is what an
// apostrophe cuts off an English word: the s of "user's", not that of 's'.
func contraction(text string, at int) bool {
	if at < 2 || classes[text[at]]&letter == 0 || text[at-1] != '\'' || classes[text[at-2]]&letter == 0 {
		return false
	}
	return at+1 == len(text) || text[at+1] != '\''
}
