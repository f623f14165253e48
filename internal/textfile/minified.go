package textfile

import "strings"

// longLine is the length in bytes from which nobody wrote a line by hand.
// Prose with a paragraph to the line stays below it.
const longLine = 2000

// Minified reports whether most of text lies in lines far too long to have been
// written by hand: minified scripts, data on one line, encoded blobs.
func Minified(text string) bool {
	long := 0
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if len(line) > longLine {
			long += len(line)
		}
	}
	return 2*long > len(text)
}
