package builtin

import (
	"unicode"
	"unicode/utf8"

	"coderag/internal/lexeme"
)

// A Reader splits texts into the words the model has vectors for. The zero
// Reader is ready; one Reader serves one goroutine.
type Reader struct{ scanner lexeme.Scanner }

// Words calls emit for the words of text: those of package lexeme, of an
// identifier its parts alone. Of a text without any, the characters are the
// words; white space has none. The slice is valid during the call only.
func (r *Reader) Words(text string, emit func(word []byte)) {
	found := false
	r.scanner.Atoms(text, func(word []byte) {
		found = true
		emit(word)
	})
	if found {
		return
	}
	var word [utf8.UTFMax]byte
	for _, c := range text {
		if !unicode.IsSpace(c) {
			emit(word[:utf8.EncodeRune(word[:], c)])
		}
	}
}
