package embed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cut returns at most size bytes from the start of text, ending at a rune
// boundary.
func cut(text string, size int) string {
	if len(text) <= size {
		return text
	}
	for size > 0 && !utf8.RuneStart(text[size]) {
		size--
	}
	return text[:size]
}

// breakRuns puts a space into every run of more than size bytes that has none,
// at rune boundaries. Tokenizers take time quadratic in such a run.
func breakRuns(text string, size int) string {
	if len(text) <= size {
		return text
	}
	var b strings.Builder
	run, copied := 0, 0
	for i, r := range text {
		width := utf8.RuneLen(r)
		switch {
		case unicode.IsSpace(r):
			run = 0
			continue
		case run == 0 || run+width <= size:
			run += width
			continue
		}
		b.WriteString(text[copied:i])
		b.WriteByte(' ')
		copied, run = i, width
	}
	if copied == 0 {
		return text
	}
	b.WriteString(text[copied:])
	return b.String()
}

// tidy makes text fit to send: valid UTF-8, no long unbroken run, at most
// maxBytes. It is a function of its arguments alone, so that equal texts get
// equal vectors.
func tidy(text string, maxBytes, maxRun int) string {
	if text = cut(text, maxBytes); !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return cut(breakRuns(text, maxRun), maxBytes)
}
