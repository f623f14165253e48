package eval

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"coderag/internal/code"
)

// runesPerToken is the usual rule of thumb for source code and English. No
// tokenizer of a model is asked: figures must not depend on one.
const runesPerToken = 4

// Tokens estimates how many tokens of a language model a text takes.
func Tokens(text string) int {
	return (utf8.RuneCountInString(text) + runesPerToken - 1) / runesPerToken
}

// A Printed hit is what of it an agent gets to read.
type Printed struct {
	Path    string
	Lines   code.Span
	Symbols []string
	Matched []string
	ChunkID string
	Excerpt string
}

// Tokens estimates the size of the hit as search_code prints it: a line for the
// place and its declarations, each with kind and lines, one for the words it
// matched, and the code in a fence.
func (p Printed) Tokens() int {
	head := fmt.Sprintf("10. %s:%s  %s (function) 100-120\nmatched: %s  chunk_id: %s\n```language\n\n```\n\n",
		p.Path, p.Lines, strings.Join(p.Symbols, " (function) 100-120, "), strings.Join(p.Matched, ", "), p.ChunkID)
	return Tokens(head + p.Excerpt)
}
