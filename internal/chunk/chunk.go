// Package chunk cuts the text of a file into the spans that are ranked and
// returned, along the declarations found in it.
//
//   - A declaration with its doc comment is one chunk.
//   - One above MaxBytes is split at blank lines of low indentation, near equal
//     parts; then at any line; a line longer than that between words, or at any
//     rune. Each part keeps the name and lines of the declaration.
//   - A class or other container above TargetBytes is its head, up to the first
//     member, and its members. One that has only fields or constants is split
//     like a function.
//   - Neighbours below MinBytes in one container merge up to TargetBytes. The
//     merged chunk has the symbol of the container or, at the top of a file or
//     module, that of its largest member; its Decl is its own lines.
//   - What is above the first declaration (license, imports) is a chunk of its
//     own without a symbol. Short text between declarations goes with the one it
//     touches, else with the next; long text is a chunk of the container.
//   - Prose is cut by its headings, and short sections merge with either
//     neighbour; without headings, at blank lines.
//   - Other files without declarations become overlapping windows of lines.
package chunk

import "coderag/internal/code"

// Version changes with the chunks Split gives for some text. Files stored with
// another version are chunked again.
const Version = 1

// Split cuts text into chunks. lines must be those of text, language is its
// identifier, and opt must be valid after WithDefaults. defs may be in any
// order, overlap or lie outside the text: what does not fit is clipped or left
// out.
//
// The chunks are numbered from 0 in order of their start and are not blank; all
// text that is not blank lies in one. None is longer than opt.MaxBytes, and only
// windows overlap. The time is linear in the text and the definitions, but for
// sorting these.
func Split(text string, lines code.Lines, language string, defs []code.Definition, opt Options) []code.Chunk {
	opt = opt.WithDefaults()
	s := newSource(text, lines)
	root := outline(s.count(), defs)
	if len(root.children) == 0 && !prose(language) {
		return numbered(s.windows(opt))
	}
	p := partition{source: s, opt: opt}
	p.members(root)
	var chunks []code.Chunk
	for _, g := range merge(s, opt, p.blocks) {
		chunks = append(chunks, g.chunk(s.count()))
	}
	return numbered(chunks)
}

// prose reports whether the language is written for people: cut at paragraphs
// where it has no headings.
func prose(language string) bool {
	switch language {
	case "markdown", "restructuredtext", "asciidoc", "org", "text":
		return true
	}
	return false
}

func numbered(chunks []code.Chunk) []code.Chunk {
	for i := range chunks {
		chunks[i].Number = i
	}
	return chunks
}
