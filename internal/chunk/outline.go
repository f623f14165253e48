package chunk

import (
	"cmp"
	"slices"

	"coderag/internal/code"
)

// A node is a definition in its place: within its parent, sharing no line with
// its siblings. The root is the file and has no definition.
type node struct {
	root     bool
	def      code.Definition
	lines    code.Span // the definition with its doc comment, clipped to its place
	children []*node   // in order of lines
}

// outline nests the definitions of a file of count lines. Of two that overlap,
// the later one loses the lines they share; one that has no line of its own is
// left out, as is a second one on the very same lines.
func outline(count int, defs []code.Definition) *node {
	root := &node{root: true, lines: code.Span{Start: 1, End: count}}
	open := []*node{root}
	least := 1 // where the last node starts
	for _, n := range ordered(count, defs) {
		n.lines.Start = max(n.lines.Start, least)
		for len(open) > 1 && n.lines.End > top(open).lines.End {
			n.lines.Start = max(n.lines.Start, top(open).lines.End+1)
			open = open[:len(open)-1]
		}
		parent := top(open)
		if n.lines.Start > n.lines.End || parent != root && n.lines == parent.lines {
			continue
		}
		parent.children = append(parent.children, n)
		open = append(open, n)
		least = n.lines.Start
	}
	return root
}

func top(open []*node) *node { return open[len(open)-1] }

// ordered returns a node for each definition that has a line of the file, an
// enclosing one before what it encloses.
func ordered(count int, defs []code.Definition) []*node {
	var nodes []*node
	for _, def := range defs {
		lines := clip(def.Whole(), count)
		if lines.Start <= lines.End {
			nodes = append(nodes, &node{def: def, lines: lines})
		}
	}
	slices.SortStableFunc(nodes, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.lines.Start, b.lines.Start), cmp.Compare(b.lines.End, a.lines.End))
	})
	extendHeadings(nodes, count)
	return nodes
}

func clip(lines code.Span, count int) code.Span {
	if lines.IsZero() {
		return code.Span{Start: 1, End: 0}
	}
	return code.Span{Start: max(1, lines.Start), End: min(count, lines.End)}
}

// extendHeadings makes a heading reach to the next one, if it does not.
func extendHeadings(nodes []*node, count int) {
	next := count + 1
	for _, n := range slices.Backward(nodes) {
		if n.def.Kind == code.KindHeading {
			n.lines.End = max(n.lines.End, next-1)
			next = n.lines.Start
		}
	}
}

// small reports whether the node is of a kind that is no chunk of its own
// within a larger declaration.
func (n *node) small() bool {
	switch n.def.Kind {
	case code.KindField, code.KindConstant, code.KindVariable:
		return true
	}
	return false
}

// container reports whether the node is cut along its members.
func (n *node) container() bool {
	return slices.ContainsFunc(n.children, func(c *node) bool { return !c.small() })
}

// callable reports whether the node is code that runs: whole up to MaxBytes,
// whatever is declared in it.
func (n *node) callable() bool {
	switch n.def.Kind {
	case code.KindFunction, code.KindMethod, code.KindMacro, code.KindTest, code.KindVariable, code.KindConstant, code.KindField:
		return true
	}
	return false
}
