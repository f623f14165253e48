package rules

import "strings"

// literal returns the extent of the literal q opens at at. It is not ok where
// q's guard or length says that this is no literal.
func (m *masker) literal(q *quote, at, depth, limit int) (hidden span, end int, ok bool) {
	if !m.admits(q, at) {
		return span{}, at, false
	}
	from := at + len(q.open)
	if q.multiline && m.missing[q.open] {
		return m.unclosed(q, from)
	}
	end, closed := m.close(q, from, depth, min(limit, from+maxLiteral))
	switch {
	case closed && q.max > 0 && end-len(q.close)-from > q.max:
		return span{}, at, false
	case closed:
		return span{from, end - len(q.close)}, end, true
	case depth > 0:
		return span{}, limit, true // the outermost string gives up, and reads itself as plain
	case q.multiline:
		m.missing[q.open] = true
	}
	return m.unclosed(q, from)
}

// unclosed is what a literal without an end hides: the rest of its line, or
// nothing where it may be no literal at all.
func (m *masker) unclosed(q *quote, from int) (hidden span, end int, ok bool) {
	if q.max > 0 || q.guard == asOperand {
		return span{}, from, false
	}
	end = lineEnd(m.text, from)
	return span{from, end}, end, true
}

// close returns the offset after the literal whose inside begins at from.
// Where code inside it has no end, it is read again as a plain string.
func (m *masker) close(q *quote, from, depth, limit int) (end int, ok bool) {
	if q.interpolate != "" && m.failed < maxFailures && depth < maxDepth {
		if end, ok = m.plainClose(q, from, depth, limit, true); ok || depth > 0 {
			return end, ok
		}
	}
	return m.plainClose(q, from, depth, limit, false)
}

// plainClose looks for the end of a literal; with code, it steps over code
// inside, which may hold further literals.
func (m *masker) plainClose(q *quote, from, depth, limit int, code bool) (end int, ok bool) {
	for i := from; i < limit; {
		b := m.text[i]
		switch {
		case code && b == q.interpolate[0] && strings.HasPrefix(m.text[i:], q.interpolate):
			next := m.codeEnd(i+len(q.interpolate), depth, min(limit, from+maxInterpolation))
			if next < 0 {
				m.failed++
				return limit, false
			}
			i = next
		case q.escape != 0 && b == q.escape:
			i += 2
		case b == q.close[0] && strings.HasPrefix(m.text[i:], q.close):
			i += len(q.close)
			if q.doubled && strings.HasPrefix(m.text[i:], q.close) {
				i += len(q.close)
				continue
			}
			return i, true
		case !q.multiline && (b == '\n' || b == '\r'):
			return i, false
		default:
			i++
		}
	}
	return limit, false
}

// codeEnd returns the offset after the bracket that ends the code inside a
// string, which begins at from, or -1. The bracket before from is the open one.
func (m *masker) codeEnd(from, depth, limit int) int {
	open := m.text[from-1]
	closing := m.lex.closes[open]
	nesting := 1
	for i := from; i < limit; {
		switch b := m.text[i]; {
		case b == open:
			nesting++
		case b == closing:
			if nesting--; nesting == 0 {
				return i + 1
			}
		case m.lex.starts[b]:
			if _, end, ok := m.find(i, depth+1, limit); ok && end > i {
				i = end
				continue
			}
		}
		i++
	}
	return -1
}

// admits reports whether q's guard lets a literal begin at at.
func (m *masker) admits(q *quote, at int) bool {
	switch q.guard {
	case notInWord:
		return at == 0 || !wordByte(m.text[at-1])
	case asOperand:
		return m.operandAt(at)
	}
	return true
}

// operandAt reports whether an expression may begin at at: what stands before
// it is an operator, an opening bracket or a word such as return.
func (m *masker) operandAt(at int) bool {
	i := at - 1
	for i >= 0 && (m.out[i] == ' ' || m.out[i] == '\t') {
		i--
	}
	if i < 0 || strings.IndexByte("(,=:[!&|?{};~\n\r<>+*%^", m.out[i]) >= 0 {
		return at+1 < len(m.text) && !spaceByte(m.text[at+1]) && m.text[at+1] != '='
	}
	end := i + 1
	for i >= 0 && wordByte(m.out[i]) {
		i--
	}
	switch string(m.out[i+1 : end]) {
	case "return", "in", "case", "and", "or", "not", "if", "unless", "split", "grep", "when":
		return true
	}
	return false
}

// heredocs notes a heredoc that is announced at at, and at a line break steps
// over those that were; it returns the offset after what it stepped over.
func (m *masker) heredocs(at int) int {
	if m.text[at] == '\n' {
		end := at + 1
		for _, name := range m.heredoc {
			end = m.heredocEnd(end, name)
		}
		m.heredoc = m.heredoc[:0]
		return end
	}
	if name, end := heredocName(m.text, at); name != "" && m.failed < maxFailures && !m.missing["<<"+name] {
		m.heredoc = append(m.heredoc, name)
		return end
	}
	return at
}

// heredocEnd blanks the lines from at up to a line that says only name, and
// returns the offset of that line's end, or at if there is none.
func (m *masker) heredocEnd(at int, name string) int {
	for i := at; i < min(len(m.text), at+maxLiteral); {
		end := lineEnd(m.text, i)
		if strings.TrimSpace(m.text[i:end]) == name {
			m.blank(at, end)
			return end
		}
		i = end + 1
	}
	m.failed++
	m.missing["<<"+name] = true
	return at
}

// heredocName returns the name of the heredoc announced at at, and the offset
// after the announcement.
func heredocName(text string, at int) (name string, end int) {
	rest, ok := strings.CutPrefix(text[at:min(len(text), at+80)], "<<")
	if !ok {
		return "", at
	}
	trimmed := strings.TrimLeft(rest, "-~")
	trimmed = strings.TrimLeft(trimmed, `"'`)
	length := 0
	for length < len(trimmed) && wordByte(trimmed[length]) {
		length++
	}
	if length == 0 || '0' <= trimmed[0] && trimmed[0] <= '9' || trimmed[0] == '$' {
		return "", at
	}
	end = at + 2 + len(rest) - len(trimmed) + length
	if end < len(text) && text[end] == text[end-length-1] { // the closing quote of <<"NAME"
		end++
	}
	return trimmed[:length], end
}
