package builtin

import "strings"

// The fields of a document, in the order of Fields.
const (
	fieldPath = iota
	fieldSymbol
	fieldContent
	numFields
)

// Fields divides what chunk.EmbeddedText writes: "repo: path (language)", the
// symbol on a second line where there is one, a blank line, the content. The
// repo and the language are left out: they are the same for whole corpora, and
// tell no chunk from another. Any other text is all content.
func Fields(text string) [numFields]string {
	head, content, ok := strings.Cut(text, "\n\n")
	first, symbol, _ := strings.Cut(head, "\n")
	_, path, named := strings.Cut(first, ": ")
	if !ok || !named || path == "" || strings.Contains(symbol, "\n") {
		return [numFields]string{fieldContent: text}
	}
	if at := strings.LastIndex(path, " ("); at > 0 && strings.HasSuffix(path, ")") {
		path = path[:at]
	}
	return [numFields]string{fieldPath: path, fieldSymbol: symbol, fieldContent: content}
}
