// Package outline turns declarations that a parser found at byte ranges of a
// text into definitions: it nests them, names their scopes, joins them with the
// comments above them and cuts their signatures. Every parser that goes through
// it answers alike.
package outline

import (
	"cmp"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// A Declaration is what a parser knows about one declaration.
type Declaration struct {
	Kind  code.DefKind
	Name  string     // bare; a declaration without one, or named "_", is left out
	Scope string     // a type it belongs to without lying inside it, such as a receiver's
	Range code.Range // from its first token, or its first decorator, to its last
	Body  int        // offset where its head ends; 0 when all of it is head

	// Rescued says that it was found in broken code, by its first line: what is
	// indented no less can't enclose it, and ends above it.
	Rescued bool
}

// A Note is a comment or a decorator (attribute, annotation). Notes directly
// above a declaration document it.
type Note struct {
	Range     code.Range
	Decorator bool
}

// A Source is one file as a parser saw it. Text ends its lines with "\n" alone;
// Unix makes such a text. The order within the slices does not matter.
type Source struct {
	Text         string
	Declarations []Declaration
	Notes        []Note
	Docstrings   []code.Range // each documents the innermost declaration around it
	Join         bool         // neighbours of one name are one definition: equations, clauses, overloads

	lines code.Lines
}

// Unix returns text with "\r\n" and lone "\r" replaced by "\n", which leaves
// its lines as code.Lines counts them. Most grammars know no lone "\r": a line
// comment would reach to the end of the file.
func Unix(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Definitions returns the definitions of the source, ordered as code.Definition
// says. It sorts the source's slices in place.
//
// What lies inside a function is mostly noise: variables, constants and fields
// there are dropped, and other declarations when they are shorter than
// minNested lines, unless they are members of a type that is kept. Test blocks
// are kept two deep.
func (s *Source) Definitions() []code.Definition {
	s.lines = code.NewLines(s.Text)
	s.Notes = outermost(s.Notes)
	entries := s.entries()
	s.nest(entries)
	s.attachDocstrings(entries)
	if s.Join {
		entries = join(entries)
	}
	definitions := make([]code.Definition, 0, len(entries))
	for _, e := range entries {
		if e.keep() {
			definitions = append(definitions, e.Definition)
		}
	}
	symbols.Sort(definitions)
	return definitions
}

// An entry is a declaration on its way to a definition.
type entry struct {
	code.Definition
	span      code.Range // without decorators in front and white space at the end
	parent    *entry
	rescued   bool
	functions int // functions and macros around it
	tests     int // test blocks around it
}

// entries returns the named declarations with all that does not depend on the
// others, outermost first.
func (s *Source) entries() []*entry {
	entries := make([]*entry, 0, len(s.Declarations))
	for _, d := range s.Declarations {
		name := cleanName(d.Name)
		span := s.trim(d.Range)
		if name == "" || name == "_" || span.Len() <= 0 {
			continue
		}
		e := &entry{span: span, rescued: d.Rescued}
		e.Definition = code.Definition{
			Name: name, Scope: d.Scope, Kind: d.Kind,
			Signature: s.signature(d, span),
			Lines:     s.linesOf(span),
		}
		if top := s.lines.At(s.docStart(span.Start)); top < e.Lines.Start {
			e.DocLines = code.Span{Start: top, End: e.Lines.Start - 1}
		}
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End))
	})
	return entries
}

// linesOf returns the lines of a range that is not empty.
func (s *Source) linesOf(r code.Range) code.Span {
	return code.Span{Start: s.lines.At(r.Start), End: s.lines.At(r.End - 1)}
}
