package chunk

import (
	"crypto/sha256"
	"strings"
	"unicode"
	"unicode/utf8"

	"coderag/internal/code"
)

// HeaderVersion changes with the text EmbeddedText gives for a chunk, and with
// it every TextSHA.
const HeaderVersion = 1

// maxHeaderField bounds what a path or symbol takes of the header, in bytes.
const maxHeaderField = 240

// Header returns what tells a model where a chunk is from, ending in a blank
// line:
//
//	api: internal/server/handler.go (go)
//	Server.handle
//
// Without a language or symbol that part is missing. Of a long path the end is
// kept, of a long symbol the start.
func Header(repo, path, language, symbol string) string {
	var h strings.Builder
	path = oneLine(path)
	for cut := len(path) - maxHeaderField; cut > 0 && cut < len(path); cut++ {
		if utf8.RuneStart(path[cut]) {
			path = path[cut:]
			break
		}
	}
	h.WriteString(oneLine(repo) + ": " + path)
	if language != "" {
		h.WriteString(" (" + language + ")")
	}
	if symbol = oneLine(symbol); len(symbol) > maxHeaderField {
		symbol = symbol[:breakBefore(symbol, maxHeaderField)]
	}
	if symbol != "" {
		h.WriteString("\n" + symbol)
	}
	h.WriteString("\n\n")
	return h.String()
}

// oneLine makes name valid UTF-8 without control characters.
func oneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
}

// EmbeddedText returns what a model embeds for chunk c of a file: the header
// and the content. text is that of the whole file. White space at the end is
// left out, so that a chunk is the same text at the end of a file.
func EmbeddedText(file code.FileID, language string, c code.Chunk, text string) string {
	content := strings.TrimRightFunc(c.Bytes.Of(text), unicode.IsSpace)
	return Header(file.Repo, file.Path, language, c.Symbol) + content
}

// TextSHA returns the SHA-256 of an embedded text: the key of its vector.
func TextSHA(embedded string) [sha256.Size]byte {
	return sha256.Sum256([]byte(embedded))
}
