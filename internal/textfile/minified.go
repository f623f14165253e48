package textfile

import "strings"

// longLine is the length in bytes from which nobody wrote a line by hand.
// Prose with a paragraph to the line stays below it.
const longLine = 2000

// Minified reports whether most of text lies in lines far too long to have been
// written by hand: minified scripts, data on one line, encoded blobs.
func Minified(text string) bool {
	long := 0
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) <= longLine {
			continue
		}
		for part := range strings.SplitSeq(line, "\r") { // a lone CR ends a line too
			if len(part) > longLine {
				long += len(part)
			}
		}
	}
	return 2*long > len(text)
}
