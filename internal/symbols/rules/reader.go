package rules

import (
	"bytes"
	"strings"
)

// next returns the datum that begins at or after at, before to. Data that are
// commented out are passed over.
func (r *reader) next(at, to int) (datum, bool) {
	for at < to {
		at = r.space(at, to)
		if at >= to {
			break
		}
		if mark := r.lang.discards; mark != "" && bytes.HasPrefix(r.code[at:to], []byte(mark)) {
			at = r.discard(at, to)
			continue
		}
		if r.closes(r.code[at]) {
			at++
			continue
		}
		d := r.datum(at, to)
		return d, d.from < d.end
	}
	return datum{}, false
}

func (r *reader) space(at, to int) int {
	for at < to && (spaceByte(r.code[at]) || r.code[at] == ',' && r.lang.discards == "#_") {
		at++
	}
	return at
}

// discard returns the offset after the data that the marks at at hide: as many
// as there are marks.
func (r *reader) discard(at, to int) int {
	count := 0
	for at < to && bytes.HasPrefix(r.code[at:to], []byte(r.lang.discards)) {
		count++
		at = r.space(at+len(r.lang.discards), to)
	}
	for ; count > 0 && at < to; count-- {
		at = r.space(at, to)
		if at < to && !r.closes(r.code[at]) {
			at = max(r.datum(at, to).end, at+1)
		}
	}
	return at
}

// datum reads the datum at at, with its prefixes.
func (r *reader) datum(at, to int) datum {
	d := datum{start: at, from: r.prefix(at, to)}
	if d.from >= to || r.closes(r.code[d.from]) {
		return datum{start: at, from: d.from, end: d.from}
	}
	switch b := r.code[d.from]; {
	case r.opens(b):
		d.end = r.listEnd(d.from, to)
	case b == '"' || b == '|':
		d.end = to
		if i := bytes.IndexByte(r.code[d.from+1:to], b); i >= 0 {
			d.end = d.from + 1 + i + 1
		}
	default:
		d.end = d.from + 1
		for d.end < to && !r.delimits(r.code[d.end]) {
			d.end++
		}
	}
	return d
}

func (r *reader) delimits(b byte) bool {
	return spaceByte(b) || b == '"' || r.opens(b) || r.closes(b)
}

// prefix returns the offset of what follows quotes, dispatch characters,
// metadata (^:private) and feature tests (#+sbcl).
func (r *reader) prefix(at, to int) int {
	for count := 0; at < to && count < 8*maxDepth; count++ {
		b := r.code[at]
		following := r.byteAt(at + 1)
		switch {
		case b == '\'' || b == '`' || b == '@' && following != 0 && !spaceByte(following) || b == ',' && r.lang.discards != "#_":
			at++
		case b == '^' && r.lang.discards == "#_", b == '#' && (following == '+' || following == '-') && r.lang.fold:
			from := at + 1
			if b == '#' {
				from++
			}
			at = r.space(max(r.plain(r.space(from, to), to), at+1), to)
		case b == '#' && following != 0 && strings.IndexByte("'?@`,([{^=", following) >= 0:
			at++
		case b == '?' && at > 0 && r.code[at-1] == '#':
			at++
		default:
			return at
		}
	}
	return at
}

// plain returns the offset after a datum without prefixes.
func (r *reader) plain(at, to int) int {
	if at >= to {
		return to
	}
	if r.opens(r.code[at]) {
		return r.listEnd(at, to)
	}
	at++
	for at < to && !r.delimits(r.code[at]) {
		at++
	}
	return at
}

// listEnd returns the offset after the list that opens at at. In a file whose
// brackets do not pair, a parenthesis that begins a line begins a list of the
// outermost level.
func (r *reader) listEnd(at, to int) int {
	depth := 0
	for i := at; i < to; i++ {
		switch b := r.code[i]; {
		case r.opens(b):
			if r.broken && i > at && b == '(' && (r.code[i-1] == '\n' || r.code[i-1] == '\r') {
				return max(at+1, trimmed(r.code, at, i))
			}
			depth++
		case r.closes(b):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return trimmed(r.code, at, to)
}

func (r *reader) byteAt(i int) byte {
	if i >= len(r.code) {
		return 0
	}
	return r.code[i]
}

// trimmed returns to without the white space before it.
func trimmed(code []byte, from, to int) int {
	for to > from && spaceByte(code[to-1]) {
		to--
	}
	return to
}
