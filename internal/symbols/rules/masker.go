package rules

import "strings"

const (
	maxLiteral       = 256 << 10 // bytes of one string, heredoc or comment; what is longer was never closed
	maxInterpolation = 8 << 10   // bytes of one string with code inside
	maxDepth         = 16        // strings in code in strings
	maxFailures      = 64        // literals without an end, after which none of their sort is looked for
)

// masker blanks the comments and the insides of literals of a text. A literal
// that never ends counts to the end of its line only. Its work is linear: what
// was looked for once and not found is not looked for again.
type masker struct {
	lex     *compiled
	text    string
	out     []byte
	missing map[string]bool // delimiters that do not occur any more
	failed  int             // interpolations and heredocs without an end
	heredoc []string        // names of the heredocs that begin after this line
}

// mask returns text, whose lines end in "\n", with every byte of a comment and every byte between the
// delimiters of a literal replaced by a space. Line breaks and offsets stay.
func mask(lex *compiled, text string) []byte {
	m := &masker{lex: lex, text: text, out: []byte(text), missing: map[string]bool{}}
	at := 0
	if strings.HasPrefix(text, "#!") {
		at = lineEnd(text, 0)
		m.blank(0, at)
	}
	for at < len(text) {
		if !lex.starts[text[at]] {
			at++
			continue
		}
		at = max(m.skip(at), at+1)
	}
	return m.out
}

// skip returns the end of the comment or literal that begins at at, having
// blanked it, or at where there is none.
func (m *masker) skip(at int) int {
	if m.lex.heredocs {
		if end := m.heredocs(at); end > at {
			return end
		}
	}
	hidden, end, ok := m.find(at, 0, len(m.text))
	if !ok {
		return at
	}
	m.blank(hidden.from, hidden.to)
	return end
}

// find recognises the comment or literal at at without blanking it.
func (m *masker) find(at, depth, limit int) (hidden span, end int, ok bool) {
	if m.lex.extra != nil && strings.IndexByte(m.lex.extraBytes, m.text[at]) >= 0 {
		if hidden, end, ok = m.lex.extra(m, at); ok {
			return hidden, end, true
		}
	}
	for _, o := range m.lex.byByte[m.text[at]] {
		if !strings.HasPrefix(m.text[at:], o.text) {
			continue
		}
		if o.quote != nil {
			if hidden, end, ok = m.literal(o.quote, at, depth, limit); ok {
				return hidden, end, true
			}
			continue
		}
		if o.block != nil {
			end = m.blockEnd(o.block, at)
		} else {
			end = lineEnd(m.text, at)
		}
		return span{at, end}, end, true
	}
	return span{}, at, false
}

// blockEnd returns where the comment at at ends: with its line if nothing
// closes it.
func (m *masker) blockEnd(b *block, at int) int {
	if m.missing[b.close] {
		return lineEnd(m.text, at)
	}
	rest := m.text[at+len(b.open):]
	if !b.nested {
		if i := strings.Index(rest, b.close); i >= 0 {
			return at + len(b.open) + i + len(b.close)
		}
		m.missing[b.close] = true
		return lineEnd(m.text, at)
	}
	if end := nestedEnd(rest, b); end >= 0 {
		return at + len(b.open) + end
	}
	m.missing[b.close] = true
	return lineEnd(m.text, at)
}

// nestedEnd returns the offset after the close that ends a comment whose open
// lies just before rest, or -1.
func nestedEnd(rest string, b *block) int {
	depth := 1
	for i := 0; i < len(rest); {
		switch {
		case rest[i] != b.open[0] && rest[i] != b.close[0]:
			i++
		case strings.HasPrefix(rest[i:], b.close):
			i += len(b.close)
			if depth--; depth == 0 {
				return i
			}
		case strings.HasPrefix(rest[i:], b.open):
			i += len(b.open)
			depth++
		default:
			i++
		}
	}
	return -1
}

// blank overwrites a range with spaces, line breaks excepted.
func (m *masker) blank(from, to int) {
	for i := from; i < to; i++ {
		if b := m.out[i]; b != '\n' && b != '\r' {
			m.out[i] = ' '
		}
	}
}
