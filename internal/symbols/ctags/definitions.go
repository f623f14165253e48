package ctags

import (
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// node is a tag on its way to a definition.
type node struct {
	code.Definition
	parent int  // index of the tag it lies in; -1 if none
	closed bool // ctags gave its last line
}

// definitions turns tags into definitions. A declaration whose end ctags does
// not give reaches to before the next one that does not lie in it.
func (l language) definitions(text string, tags []tag) []code.Definition {
	lines := splitLines(text)
	slices.SortStableFunc(tags, func(a, b tag) int { return a.Line - b.Line })
	nodes := make([]node, 0, len(tags))
	last := map[string]int{} // by name: the latest node that has it
	for _, t := range tags {
		n, ok := l.node(lines, t)
		if !ok {
			continue
		}
		n.parent = -1
		if i, ok := last[lastPart(n.Scope)]; ok && n.Scope != "" {
			n.parent = i
		}
		last[n.Name] = len(nodes)
		nodes = append(nodes, n)
	}
	closeNodes(lines, nodes)
	return nest(nodes)
}

// node makes a node of a tag of a kind that counts.
func (l language) node(lines []string, t tag) (node, bool) {
	kind, ok := l.kinds[t.Kind]
	name, scope := splitName(t)
	if !ok || name == "" || t.Line < 1 || t.Line > len(lines) {
		return node{}, false
	}
	if kind == code.KindFunction && t.ScopeKind == "class" {
		kind = code.KindMethod
	}
	head := symbols.Signature(strings.TrimRight(lines[t.Line-1], " \t{;"))
	if head == "" {
		head = symbols.Signature(name)
	}
	n := node{closed: t.End >= t.Line, Definition: code.Definition{
		Name: name, Scope: scope, Kind: kind, Signature: head,
		Lines: code.Span{Start: t.Line, End: min(max(t.End, t.Line), len(lines))},
	}}
	first := t.Line
	for first > 1 && l.comment(lines[first-2]) {
		first--
	}
	if first < t.Line {
		n.DocLines = code.Span{Start: first, End: t.Line - 1}
	}
	return n, true
}

func (l language) comment(line string) bool {
	line = strings.TrimSpace(line)
	return slices.ContainsFunc(l.comments, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// splitName returns the bare name of a tag and its scope joined by ".".
func splitName(t tag) (name, scope string) {
	clean := func(s string) string {
		return strings.Trim(strings.ToValidUTF8(strings.Join(strings.Fields(strings.ReplaceAll(s, "::", ".")), " "), ""), ".`'")
	}
	name, scope = clean(t.Name), clean(t.Scope)
	if i := strings.LastIndexByte(name, '.'); i > 0 && i < len(name)-1 && !strings.ContainsAny(name, " /") {
		qualifier := name[:i]
		name = name[i+1:]
		if scope == "" {
			scope = qualifier
		}
	}
	return name, scope
}

func lastPart(scope string) string { return scope[strings.LastIndexByte(scope, '.')+1:] }

// closeNodes gives the nodes that have none their last line.
func closeNodes(lines []string, nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		if n.closed {
			continue
		}
		end := len(lines)
		if p := n.parent; p >= 0 && nodes[p].Lines.End > n.Lines.Start {
			end = nodes[p].Lines.End
		}
		for j := i + 1; j < len(nodes); j++ {
			if !inside(nodes, j, i) {
				end = min(end, nodes[j].Whole().Start-1)
				break
			}
		}
		for end > n.Lines.Start && strings.TrimSpace(lines[end-1]) == "" {
			end--
		}
		n.Lines.End = max(end, n.Lines.Start)
	}
}

// inside reports whether node j lies in node i.
func inside(nodes []node, j, i int) bool {
	for steps := 0; j >= 0 && steps < 64; steps++ {
		if j = nodes[j].parent; j == i {
			return true
		}
	}
	return false
}

// nest orders the definitions and lets the scope of each begin with the types
// and modules whose lines enclose it, where ctags did not say so.
func nest(nodes []node) []code.Definition {
	definitions := make([]code.Definition, len(nodes))
	for i, n := range nodes {
		definitions[i] = n.Definition
	}
	symbols.Sort(definitions)
	var open []code.Definition
	for i := range definitions {
		d := &definitions[i]
		for len(open) > 0 && open[len(open)-1].Lines.End < d.Lines.Start {
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 && open[n-1].Lines != d.Lines && open[n-1].Lines.Contains(d.Lines) && !strings.HasPrefix(d.Scope, open[n-1].Qualified()) {
			d.Scope = open[n-1].Qualified()
		}
		if encloses(d.Kind) {
			open = append(open, *d)
		}
	}
	symbols.Sort(definitions)
	return definitions
}

func encloses(kind code.DefKind) bool {
	switch kind {
	case code.KindClass, code.KindStruct, code.KindInterface, code.KindTrait, code.KindEnum, code.KindModule, code.KindImpl:
		return true
	}
	return false
}

// splitLines returns the lines of text whose line ends are those of newlines.
func splitLines(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
