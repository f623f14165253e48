package chunk

import "coderag/internal/code"

// A group is blocks that make up one chunk.
type group struct {
	block
	all   bool  // every member is below MinBytes
	count int   // members, at least 1
	main  *node // the largest member
	large int   // its bytes
}

// merge joins blocks that are too small to stand alone with their neighbours.
func merge(s source, opt Options, blocks []block) []group {
	m := merger{source: s, opt: opt}
	for _, b := range blocks {
		m.add(b)
	}
	return m.groups
}

type merger struct {
	source
	opt    Options
	groups []group
}

func (m *merger) add(b block) {
	if len(m.groups) > 0 {
		g := &m.groups[len(m.groups)-1]
		switch {
		case m.trails(g, b):
			g.extend(b)
			return
		case m.leads(g, b):
			start := *g
			*g = m.group(b)
			g.lines.Start, g.bytes.Start = start.lines.Start, start.bytes.Start
			return
		case m.siblings(g, b):
			g.extend(b)
			g.all = g.all && m.small(b)
			g.count++
			if n := b.bytes.Len(); n > g.large {
				g.main, g.large = b.owner, n
			}
			return
		}
	}
	m.groups = append(m.groups, m.group(b))
}

func (m *merger) group(b block) group {
	return group{block: b, all: m.small(b), count: 1, main: b.owner, large: b.bytes.Len()}
}

// trails reports whether b is short text that belongs to g before it.
func (m *merger) trails(g *group, b block) bool {
	return b.kind == blockText && m.small(b) && g.kind != blockPreamble &&
		joined(g, b).Len() <= m.opt.MaxBytes &&
		(b.lines.Start <= g.lines.End+1 || bare(b.bytes.Of(m.text)))
}

// leads reports whether g is short text that belongs to b after it, in the same
// container or further in.
func (m *merger) leads(g *group, b block) bool {
	return g.kind == blockText && m.small(g.block) && b.kind != blockPart &&
		g.scope.lines.Contains(b.owner.lines) && joined(g, b).Len() <= m.opt.MaxBytes
}

// siblings reports whether g and b are small members of one container.
func (m *merger) siblings(g *group, b block) bool {
	if g.kind != blockMember || b.kind != blockMember || g.scope != b.scope {
		return false
	}
	small := g.all && m.small(b)
	if b.owner.def.Kind == code.KindHeading {
		small = g.all || m.small(b)
	}
	return small && joined(g, b).Len() <= m.opt.TargetBytes
}

func (m *merger) small(b block) bool { return b.bytes.Len() < m.opt.MinBytes }

func joined(g *group, b block) code.Range {
	return code.Range{Start: g.bytes.Start, End: b.bytes.End}
}

func (g *group) extend(b block) {
	g.lines.End, g.bytes.End = b.lines.End, b.bytes.End
}

// chunk returns the group as a chunk of a file of count lines.
func (g group) chunk(count int) code.Chunk {
	c := code.Chunk{Lines: g.lines, Bytes: g.bytes, Decl: g.lines}
	of := g.main
	if g.count > 1 && !g.scope.root && g.scope.def.Kind != code.KindModule {
		of = g.scope
	}
	if of.root {
		return c
	}
	c.Symbol, c.Kind = of.def.Qualified(), of.def.Kind
	if g.count == 1 {
		c.Decl = clip(of.def.Whole(), count)
	}
	return c
}
