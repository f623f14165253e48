package treesitter

import (
	"cmp"
	"context"
	"slices"
	"strings"

	ts "github.com/tree-sitter/go-tree-sitter"

	"coderag/internal/code"
	"coderag/internal/symbols/outline"
)

// A candidate is a declaration as one pattern sees it.
type candidate struct {
	outline.Declaration
	name    code.Range
	named   bool // by @name; otherwise no later pattern may name it
	pattern int
}

// A reading collects the matches of one file.
type reading struct {
	language   *language
	source     *outline.Source
	candidates []candidate
	errors     []code.Range // text that fits no rule of the grammar
}

// query runs the language's query over tree. The C core is asked for little
// beyond the matches themselves: each question costs a call out of Go.
func (w *worker) query(ctx context.Context, l *language, tree *ts.Tree, text string) (*outline.Source, error) {
	w.limitQuery(ctx)
	r := reading{language: l, source: &outline.Source{Text: text, Join: l.joined}}
	matches := w.cursor.Matches(l.query, tree.RootNode(), bytesOf(text))
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := matches.Next()
		if m == nil {
			break
		}
		r.add(m)
	}
	if err := ctx.Err(); err != nil { // the cursor ends early at its limit
		return nil, err
	}
	r.rescue()
	r.source.Declarations = r.declarations()
	return r.source, nil
}

// add files one match: a note, a docstring, or a candidate for each name.
func (r *reading) add(m *ts.QueryMatch) {
	d := candidate{pattern: int(m.PatternIndex)}
	first := len(r.candidates)
	for i := range m.Captures {
		c := &m.Captures[i]
		role := r.language.roles[c.Index]
		start, end := c.Node.ByteRange()
		at := code.Range{Start: int(start), End: int(end)}
		switch role.as {
		case asComment, asDecorator:
			r.source.Notes = append(r.source.Notes, outline.Note{Range: at, Decorator: role.as == asDecorator})
		case asDocstring:
			r.source.Docstrings = append(r.source.Docstrings, at)
		case asError:
			r.errors = append(r.errors, at)
		case asDefinition:
			d.Kind, d.Range = role.kind, at
		case asScope:
			d.Scope = at.Of(r.source.Text)
		case asBody:
			d.Body = at.Start
		case asName, asNotName:
			r.candidates = append(r.candidates, candidate{pattern: d.pattern, name: at, named: role.as == asName})
		}
	}
	for i := range r.candidates[first:] {
		if c := &r.candidates[first+i]; c.named {
			c.Declaration = d.Declaration
			r.qualify(c)
		}
	}
}

// declarations returns, of the candidates with one name, the one that the first
// pattern found.
func (r *reading) declarations() []outline.Declaration {
	slices.SortStableFunc(r.candidates, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(a.name.Start, b.name.Start),
			cmp.Compare(a.pattern, b.pattern),
			cmp.Compare(bodyOrder(a), bodyOrder(b)),
			cmp.Compare(b.Range.Len(), a.Range.Len()),
		)
	})
	var declarations []outline.Declaration
	for i, c := range r.candidates {
		if c.named && (i == 0 || r.candidates[i-1].name.Start != c.name.Start) {
			declarations = append(declarations, c.Declaration)
		}
	}
	return declarations
}

// notScopes are heads of qualified names that say nothing about what belongs
// together.
var notScopes = map[string]bool{
	"exports": true, "module": true, "prototype": true, "this": true, "self": true,
	"window": true, "globalThis": true, "global": true,
}

// bodyOrder puts the first body first, and none last.
func bodyOrder(c candidate) uint { return uint(c.Body - 1) }

// qualify takes the name apart into scope and bare name.
func (r *reading) qualify(c *candidate) {
	name := c.name.Of(r.source.Text)
	c.Name = name
	if name == "" || len(r.language.separators) == 0 || strings.ContainsAny(name[:1], "\"'`[") {
		return
	}
	parts := splitName(name, r.language.separators)
	c.Name = parts[len(parts)-1]
	for _, part := range parts[:len(parts)-1] {
		if !notScopes[part] && part != "" {
			c.Scope = strings.TrimPrefix(c.Scope+"."+part, ".")
		}
	}
}
