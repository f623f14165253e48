package rules

import (
	"slices"
	"strings"
)

// lexis says what a language's comments and literals look like: all the masker
// needs to tell code from what only looks like code.
type lexis struct {
	line     []string // what begins a comment that ends with the line
	blocks   []block
	quotes   []quote
	heredocs bool // <<NAME, <<-NAME, <<~NAME and <<"NAME" begin text that ends at a line NAME

	// extra recognises what the table cannot say. It gets the offset of one of
	// extraBytes and returns where the literal ends and which part of it to
	// blank, or ok false.
	extra      func(m *masker, at int) (hidden span, end int, ok bool)
	extraBytes string
}

// span is a half-open range of byte offsets.
type span struct{ from, to int }

// block is a comment with an end of its own.
type block struct {
	open, close string
	nested      bool
}

// quote is one way to write a string, a character or a pattern.
type quote struct {
	open, close string
	escape      byte   // what takes its meaning from the next byte; 0 if nothing does
	doubled     bool   // close written twice stands for itself
	multiline   bool   // may go on after the line
	interpolate string // what begins code inside, up to its bracket: `\(`, `${`
	max         int    // the most bytes between the quotes; 0 for no limit
	guard       guard
}

// guard says what may come before a quote for it to be one.
type guard uint8

const (
	anywhere  guard = iota
	notInWord       // the byte before is no part of a word
	asOperand       // an expression may begin here: else it is a division
)

// opener is something that begins a comment or a literal.
type opener struct {
	text  string
	block *block // nil with quote nil: a line comment
	quote *quote
}

// compiled is a lexis indexed by first byte.
type compiled struct {
	lexis
	starts [256]bool     // bytes that may begin something
	byByte [256][]opener // longest first
	closes map[byte]byte // closing bracket of each interpolation's opening one
}

// compile indexes l.
func (l lexis) compile() *compiled {
	c := &compiled{lexis: l, closes: map[byte]byte{'(': ')', '{': '}', '[': ']'}}
	for _, text := range l.line {
		c.add(opener{text: text})
	}
	for i := range l.blocks {
		c.add(opener{text: l.blocks[i].open, block: &l.blocks[i]})
	}
	for i := range l.quotes {
		c.add(opener{text: l.quotes[i].open, quote: &l.quotes[i]})
	}
	for i := range c.byByte {
		slices.SortStableFunc(c.byByte[i], func(a, b opener) int { return len(b.text) - len(a.text) })
	}
	for i := range len(l.extraBytes) {
		c.starts[l.extraBytes[i]] = true
	}
	if l.heredocs {
		c.starts['<'], c.starts['\n'] = true, true
	}
	return c
}

func (c *compiled) add(o opener) {
	first := o.text[0]
	c.starts[first] = true
	c.byByte[first] = append(c.byByte[first], o)
}

// wordByte reports whether b may be part of an identifier in most languages.
func wordByte(b byte) bool {
	return b == '_' || b == '$' || b >= 0x80 ||
		'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

func spaceByte(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' }

// lineEnd returns the offset of the end of the line that holds at, before its
// line break.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}
