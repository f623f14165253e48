package outline

import (
	"strings"
	"unicode/utf8"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// maxName is the most bytes a name has; a test's name may be a paragraph.
const maxName = 200

// maxWords is how far before a declaration words that its grammar keeps outside
// of it are looked for.
const maxWords = 64

// signature returns the head of d, whose text is span, on one line and without
// its comments. Without a body, a value of several lines is cut after the first.
func (s *Source) signature(d Declaration, span code.Range) string {
	head := code.Range{Start: s.wordsBefore(span.Start), End: span.End}
	switch {
	case d.Body > span.Start && d.Body <= span.End:
		head.End = d.Body
	case d.Kind == code.KindVariable || d.Kind == code.KindConstant || d.Kind == code.KindMacro:
		if i := strings.IndexByte(span.Of(s.Text), '\n'); i >= 0 {
			head.End = span.Start + i
		}
	}
	head.End = min(head.End, head.Start+8*symbols.MaxSignature)
	text := strings.ToValidUTF8(s.withoutComments(head), "\uFFFD")
	return strings.TrimRight(symbols.Signature(text), " {[(=:;,\\")
}

// wordsBefore returns where the words start that stand before offset on its
// line and belong to the declaration there, as "export default" does in
// JavaScript; offset when something else stands there.
func (s *Source) wordsBefore(offset int) int {
	i := offset
	for i > 0 && offset-i < maxWords && isWord(s.Text[i-1]) {
		i--
	}
	if i > 0 && s.Text[i-1] != '\n' {
		return offset
	}
	return i + leadingBlanks(s.Text[i:offset])
}

func isWord(b byte) bool {
	return b == ' ' || b == '\t' || b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// withoutComments returns the text of r with each comment replaced by a space.
func (s *Source) withoutComments(r code.Range) string {
	notes := s.notesIn(r)
	if len(notes) == 0 {
		return r.Of(s.Text)
	}
	var b strings.Builder
	at := r.Start
	for _, n := range notes {
		if n.Decorator || n.Range.Start < at {
			continue
		}
		b.WriteString(s.Text[at:n.Range.Start])
		b.WriteByte(' ')
		at = min(n.Range.End, r.End)
	}
	b.WriteString(s.Text[at:r.End])
	return b.String()
}

// cleanName returns name on one line, without the quotes of a string, valid and
// at most maxName bytes long.
func cleanName(name string) string {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "\uFFFD")), " ")
	if len(name) > 2 && strings.ContainsRune("\"'`", rune(name[0])) && name[0] == name[len(name)-1] {
		name = name[1 : len(name)-1]
	}
	for len(name) > maxName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}
