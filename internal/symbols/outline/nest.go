package outline

import (
	"sort"
	"strings"

	"coderag/internal/code"
)

// minNested is the number of lines from which on a function or type inside a
// function is a definition of its own: shorter ones are read with what
// surrounds them.
const minNested = 5

// maxTestDepth is how deep test blocks nest as definitions.
const maxTestDepth = 2

// nest finds for each entry the innermost one around it and derives from it the
// scope, and whether a function is a method.
func (s *Source) nest(entries []*entry) {
	var open []*entry
	for _, e := range entries {
		if e.rescued {
			s.end(open, e)
		}
		for len(open) > 0 && open[len(open)-1].span.End <= e.span.Start {
			open = open[:len(open)-1]
		}
		e.parent = enclosing(open, e.span)
		if p := e.parent; p != nil {
			e.functions, e.tests = p.functions, p.tests
			switch {
			case p.Kind == code.KindTest:
				e.tests++
			case isFunction(p.Kind):
				e.functions++
			}
			if e.Kind == code.KindFunction && isType(p.Kind) {
				e.Kind = code.KindMethod
			}
			e.Scope = joinScope(p.Qualified(), e.Scope)
		}
		open = append(open, e)
	}
}

// end cuts those of open that a rescued entry shows to have ended before it.
func (s *Source) end(open []*entry, e *entry) {
	for _, o := range open {
		if o.span.End > e.span.Start && s.indent(o.span.Start) >= s.indent(e.span.Start) && o.Lines.Start < e.Lines.Start {
			o.span = s.trim(code.Range{Start: o.span.Start, End: e.span.Start})
			o.Lines = s.linesOf(o.span)
		}
	}
}

// indent returns the bytes of white space at the start of the line of offset.
func (s *Source) indent(offset int) int {
	line := strings.LastIndexByte(s.Text[:offset], '\n') + 1
	return len(s.Text[line:offset]) - len(strings.TrimLeft(s.Text[line:offset], " \t"))
}

// enclosing returns the last of open that is larger than span: two names of one
// text, as in a typedef, do not enclose each other.
func enclosing(open []*entry, span code.Range) *entry {
	for i := len(open) - 1; i >= 0; i-- {
		if o := open[i].span; o.Len() > span.Len() && span.End <= o.End {
			return open[i]
		}
	}
	return nil
}

func joinScope(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return outer + "." + inner
}

// keep reports whether the entry is a definition.
func (e *entry) keep() bool {
	switch {
	case e.Kind == code.KindVariable && e.parent != nil && isType(e.parent.Kind):
		return false
	case e.functions+e.tests == 0:
		return true
	case e.Kind == code.KindTest:
		return e.functions == 0 && e.tests < maxTestDepth
	case e.Kind == code.KindVariable || e.Kind == code.KindConstant || e.Kind == code.KindField:
		return false
	case isType(e.parent.Kind) && e.parent.keep():
		return true
	}
	return e.Lines.Len() >= minNested
}

func isFunction(k code.DefKind) bool {
	return k == code.KindFunction || k == code.KindMethod || k == code.KindMacro
}

func isType(k code.DefKind) bool {
	switch k {
	case code.KindClass, code.KindStruct, code.KindInterface, code.KindTrait, code.KindEnum, code.KindImpl:
		return true
	}
	return false
}

// attachDocstrings widens the DocLines of the innermost entry around each
// docstring. With comments or decorators above as well, the span runs from
// those to the docstring, over the head.
func (s *Source) attachDocstrings(entries []*entry) {
	for _, d := range s.Docstrings {
		d = s.trim(d)
		i := sort.Search(len(entries), func(i int) bool { return entries[i].span.Start > d.Start })
		if e := innermost(entries[:i], d); e != nil {
			e.DocLines = e.DocLines.Union(s.linesOf(d))
		}
	}
}

// innermost returns the last of entries, which are ordered outermost first, that
// holds r.
func innermost(entries []*entry, r code.Range) *entry {
	if len(entries) == 0 {
		return nil
	}
	for e := entries[len(entries)-1]; e != nil; e = e.parent {
		if r.End <= e.span.End {
			return e
		}
	}
	return nil
}

// join merges each entry into the one before it at the same level when they
// have one name and scope and the later has no documentation of its own. The
// first one's kind and signature stay.
func join(entries []*entry) []*entry {
	last := map[*entry]*entry{} // by parent
	joined := entries[:0]
	for _, e := range entries {
		if p := last[e.parent]; p != nil && continues(e, p) {
			p.span.End = max(p.span.End, e.span.End)
			p.Lines.End = max(p.Lines.End, e.Lines.End)
			continue
		}
		last[e.parent] = e
		joined = append(joined, e)
	}
	return joined
}

func continues(e, p *entry) bool {
	return isFunction(e.Kind) && e.Kind == p.Kind && e.DocLines.IsZero() && e.Qualified() == p.Qualified()
}
