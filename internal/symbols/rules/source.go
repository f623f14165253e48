package rules

import (
	"cmp"
	"strings"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// source is one file under work: its text, the same with comments and literals
// blanked, and the definitions found so far.
type source struct {
	path  string
	text  string
	code  []byte // as mask returns it
	lines code.Lines
	found []code.Definition
}

func newSource(lex *compiled, path, text string) *source {
	text = newlines(text)
	return &source{path: path, text: text, code: mask(lex, text), lines: code.NewLines(text)}
}

// newlines returns text with each carriage return that ends a line as a line
// feed, and each one before a line feed as a space. Offsets and lines stay.
func newlines(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	b := []byte(text)
	for i := range b {
		switch {
		case b[i] != '\r':
		case i+1 < len(b) && b[i+1] == '\n':
			b[i] = ' '
		default:
			b[i] = '\n'
		}
	}
	return string(b)
}

// declaration is a definition as a rule finds it, in offsets.
type declaration struct {
	name, scope string
	kind        code.DefKind
	from        int // with attributes
	start       int // after attributes
	head        int // end of the head
	end         int // exclusive
}

// add turns d into a definition. Its doc comment is the comment that ends on
// the line before it, with the attributes between them.
func (s *source) add(d declaration) {
	d.name = strings.ToValidUTF8(strings.Join(strings.Fields(d.name), " "), "")
	if d.name == "" || d.end <= d.start {
		return
	}
	lines := code.Span{Start: s.lines.At(d.start), End: s.lines.At(d.end - 1)}
	head := s.text[d.start:min(d.head, d.end, d.start+4*symbols.MaxSignature)]
	s.found = append(s.found, code.Definition{
		Name:      d.name,
		Scope:     d.scope,
		Kind:      d.kind,
		Signature: cmp.Or(signature(head), symbols.Signature(d.name)),
		Lines:     lines,
		DocLines:  s.doc(d.from, lines.Start),
	})
}

// signature returns a head without what only ends it.
func signature(head string) string {
	return symbols.Signature(strings.ToValidUTF8(strings.TrimRight(head, " \t\r\n;{"), ""))
}

// doc returns the lines of the comments and attributes that stand directly
// above the declaration that starts on line, its attributes at from.
func (s *source) doc(from, line int) code.Span {
	first := s.lines.At(from)
	if s.startsLine(from) {
		for first > 1 && s.commentLine(first-1) {
			first--
		}
	}
	if first == line {
		return code.Span{}
	}
	return code.Span{Start: first, End: line - 1}
}

// startsLine reports whether only white space and comments precede at on its line.
func (s *source) startsLine(at int) bool {
	from := s.lines.Range(code.Span{Start: s.lines.At(at), End: s.lines.At(at)}).Start
	return blank(s.code[from:at])
}

// commentLine reports whether the line holds a comment and no code.
func (s *source) commentLine(line int) bool {
	r := s.lines.Range(code.Span{Start: line, End: line})
	return blank(s.code[r.Start:r.End]) && strings.TrimSpace(r.Of(s.text)) != ""
}

// definitions returns what was found, in order.
func (s *source) definitions() []code.Definition {
	symbols.Sort(s.found)
	return s.found
}

func blank(b []byte) bool {
	for _, c := range b {
		if !spaceByte(c) {
			return false
		}
	}
	return true
}

// join adds a name to a scope.
func join(scope, name string) string {
	if scope == "" || name == "" {
		return scope + name
	}
	return scope + "." + name
}
