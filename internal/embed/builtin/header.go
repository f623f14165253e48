package builtin

import (
	"path"
	"strings"
)

// The fields of a document, in the order of Fields.
const (
	fieldFolder = iota
	fieldName
	fieldSymbol
	fieldContent
	numFields
)

// Fields divides what chunk.EmbeddedText writes: "repo: path (language)", the
// symbol on a second line where there is one, a blank line, the content. The
// path is two fields, the folder and the name of the file, which says more. The
// repo, the language and the ending of the name are left out: they are the same
// for many files, and tell no chunk from another. Any other text is all content.
func Fields(text string) [numFields]string {
	head, content, ok := strings.Cut(text, "\n\n")
	first, symbol, _ := strings.Cut(head, "\n")
	_, file, named := strings.Cut(first, ": ")
	if !ok || !named || file == "" || strings.Contains(symbol, "\n") {
		return [numFields]string{fieldContent: text}
	}
	if at := strings.LastIndex(file, " ("); at > 0 && strings.HasSuffix(file, ")") {
		file = file[:at]
	}
	folder, name := Divide(file)
	return [numFields]string{fieldFolder: folder, fieldName: name, fieldSymbol: symbol, fieldContent: content}
}

// Divide returns the folder of a path and the name of its file without ending.
func Divide(file string) (folder, name string) {
	folder, name = path.Split(file)
	if stem := strings.TrimSuffix(name, path.Ext(name)); stem != "" {
		name = stem
	}
	return folder, name
}
