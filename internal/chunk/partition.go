package chunk

import "coderag/internal/code"

// blockKind says what a block is, and so what it may merge with.
type blockKind uint8

const (
	blockMember   blockKind = iota // a whole declaration, or the head of a container
	blockText                      // text between declarations
	blockPreamble                  // text above the first declaration of a file
	blockPart                      // a part of something above MaxBytes
)

// A block is a piece of the file before neighbours merge. Blocks share no byte
// and start and end with a line that is not blank.
type block struct {
	kind  blockKind
	lines code.Span
	bytes code.Range
	owner *node // the declaration it belongs to; the root if none
	scope *node // the container whose members it may merge with
}

// A partition cuts a file into blocks of at most MaxBytes.
type partition struct {
	source
	opt    Options
	blocks []block // in order of the file
}

// members cuts a container, or the file, along its members.
func (p *partition) members(n *node) {
	next := n.lines.Start
	for i, child := range n.children {
		kind := blockText
		if i == 0 {
			kind = headKind(n)
		}
		p.between(code.Span{Start: next, End: child.lines.Start - 1}, n, kind)
		p.declaration(child, n)
		next = child.lines.End + 1
	}
	p.between(code.Span{Start: next, End: n.lines.End}, n, blockText)
}

// headKind returns what the lines of n above its first member are. The head of
// a module or an implementation says little: it goes with what follows.
func headKind(n *node) blockKind {
	switch {
	case n.root:
		return blockPreamble
	case n.def.Kind == code.KindModule, n.def.Kind == code.KindImpl:
		return blockText
	}
	return blockMember
}

// between adds lines of n that are in none of its members.
func (p *partition) between(lines code.Span, n *node, kind blockKind) {
	if lines = p.trim(lines); lines.IsZero() {
		return
	}
	p.add(block{kind: kind, lines: lines, owner: n, scope: n})
}

// declaration adds a member of scope.
func (p *partition) declaration(n, scope *node) {
	limit := p.opt.MaxBytes
	if n.container() {
		if !n.callable() {
			limit = p.opt.TargetBytes
		}
		if p.size(n.lines.Start, n.lines.End) > limit {
			p.members(n)
			return
		}
	}
	if lines := p.trim(n.lines); !lines.IsZero() {
		p.add(block{kind: blockMember, lines: lines, owner: n, scope: scope})
	}
}

// add appends the block, in parts if it is above MaxBytes.
func (p *partition) add(b block) {
	b.bytes = p.source.lines.Range(b.lines)
	if b.bytes.Len() <= p.opt.MaxBytes {
		p.blocks = append(p.blocks, b)
		return
	}
	b.kind = blockPart
	p.cut(b.lines, p.opt.MaxBytes, func(lines code.Span, bytes code.Range) {
		b.lines, b.bytes = lines, bytes
		p.blocks = append(p.blocks, b)
	})
}
