package rules

import (
	"bytes"
	"slices"
)

// statement is one statement of a brace language: up to its semicolon, its
// line's end or its last brace. Offsets are into the file.
type statement struct {
	start  int   // with attributes
	decl   int   // after attributes
	word   int   // after modifiers: where its telling word is
	body   int   // its first brace outside an expression, or end
	end    int   // exclusive, without white space
	assign int   // its first "=" outside brackets; -1 if none
	arrow  int   // its first "=>" outside brackets; -1 if none
	parens []int // indexes of its first tokens "(" outside other brackets
	braces []int // indexes of its tokens "{" outside other brackets

	section int  // index of its token "@interface" or the like; -1 if none
	read    span // what lineEnds has looked at: end of its code, and of all
}

// maxParens is how many parentheses of a statement are remembered.
const maxParens = 4

// cursor is a place in the tokens of a file.
type cursor struct {
	at    int // offset
	token int // index of the first token at or after it
}

// next reads the statement that begins at or after c, within the block that
// ends at the token limit, and returns the place after it. It is not ok at the
// end of the block.
func (w *walker) next(c cursor, limit int, in scope) (st statement, after cursor, ok bool) {
	end := w.tokens[limit].at
	c = w.skipSpace(c, end)
	if c.at >= end {
		return st, c, false
	}
	st = statement{start: c.at, assign: -1, arrow: -1, body: -1, section: -1}
	c = w.skipAttributes(c, end)
	st.decl = c.at
	st.word = w.skipModifiers(c.at, end)
	c = w.seek(c, st.word)
	at, done := end, false
	for c.token < limit && !done {
		c.token, done = w.step(&st, c.token, limit, in)
	}
	if done {
		at = min(end, w.tokens[c.token-1].at+w.tokens[c.token-1].length())
	}
	c = cursor{at: at, token: min(c.token, limit)}
	st.end = w.trimRight(st.decl, at)
	if st.body < 0 || st.body > st.end {
		st.body = st.end
	}
	return st, c, true
}

// step takes the token at i into st and returns the index of the next one to
// look at, and whether st ends before that.
func (w *walker) step(st *statement, i, limit int, in scope) (next int, done bool) {
	tok := w.tokens[i]
	switch tok.ch {
	case sectionOpen:
		st.section, st.body = i, w.lang.sectionHeadEnd(w, tok.at)
		return min(max(tok.match, i), limit) + 1, true
	case '(', '[':
		if tok.ch == '(' && len(st.parens) < maxParens {
			st.parens = append(st.parens, i)
		}
		if tok.match < 0 || tok.match > limit {
			return i + 1, false
		}
		return tok.match + 1, false
	case '{':
		return w.brace(st, i, limit)
	case ';':
		return i + 1, true
	case '\n':
		return i + 1, w.lang.lineEnds(w, st, tok.at, in)
	case '=':
		w.equals(st, tok.at)
	}
	return i + 1, false
}

// brace takes the block that opens at token i into st. A block ends its
// statement unless that is an assignment, or more may follow.
func (w *walker) brace(st *statement, i, limit int) (next int, done bool) {
	tok := w.tokens[i]
	if tok.match < 0 || tok.match > limit {
		return i + 1, false
	}
	expression := w.lang.expression(w, st, tok.at)
	st.braces = append(st.braces, i)
	if st.body < 0 && !expression {
		st.body = tok.at
	}
	return tok.match + 1, !expression && w.lang.blockEnds(w, st)
}

// equals notes an assignment or an arrow.
func (w *walker) equals(st *statement, at int) {
	before, after := w.byteAt(at-1), w.byteAt(at+1)
	switch {
	case after == '>':
		if st.arrow < 0 {
			st.arrow = at
		}
	case before == ']' && w.byteAt(at-2) == '[': // Dart's operator []=
	case after == '=' || after == '~' || bytes.IndexByte([]byte("=<>!+-*/%&|^~?"), before) >= 0:
	case st.assign < 0:
		st.assign = at
	}
}

func (w *walker) byteAt(i int) byte {
	if i < 0 || i >= len(w.code) {
		return 0
	}
	return w.code[i]
}

// seek moves c to the offset at.
func (w *walker) seek(c cursor, at int) cursor {
	for c.token < len(w.tokens) && w.tokens[c.token].at < at {
		c.token++
	}
	return cursor{at: at, token: c.token}
}

// skipSpace moves c over white space and over what only separates statements.
func (w *walker) skipSpace(c cursor, end int) cursor {
	at := c.at
	for at < end && (spaceByte(w.code[at]) || bytes.IndexByte([]byte(";,)]}"), w.code[at]) >= 0) {
		at++
	}
	return w.seek(c, at)
}

// skipAttributes moves c over "@Name", "@name.name" and "@Name(...)".
func (w *walker) skipAttributes(c cursor, end int) cursor {
	for w.lang.attributes && c.at < end && w.code[c.at] == '@' {
		at := c.at + 1
		for at < end && (wordByte(w.code[at]) || w.code[at] == '.' || w.code[at] == ':') {
			at++
		}
		if at == c.at+1 || string(w.code[c.at:at]) == "@interface" {
			return c
		}
		next := w.seek(c, at)
		if tok := w.tokens[next.token]; tok.at == at && tok.ch == '(' && tok.match >= 0 {
			next = cursor{at: w.tokens[tok.match].at + 1, token: tok.match + 1}
		}
		if next = w.skipSpace(next, end); next.at >= end {
			return c
		}
		c = next
	}
	return c
}

// skipModifiers returns the offset of the first word from at on that is no
// modifier.
func (w *walker) skipModifiers(at, end int) int {
	for at < end {
		word := w.wordAt(at)
		if !w.lang.modifiers[word] || w.lang.telling != nil && w.lang.telling(w, at, word) {
			return at
		}
		next := at + len(word)
		if w.byteAt(next) == '(' { // private(set)
			i := bytes.IndexByte(w.code[next:min(end, next+20)], ')')
			if i < 0 {
				return at
			}
			next += i + 1
		}
		for next < end && spaceByte(w.code[next]) {
			next++
		}
		if next >= end || !wordByte(w.code[next]) && !w.lang.bareModifiers {
			return at
		}
		at = next
	}
	return at
}

// wordAt returns the word at at, with a leading "@" or "#"; a byte that begins
// no word is returned alone.
func (w *walker) wordAt(at int) string {
	if at >= len(w.code) {
		return ""
	}
	end := at
	if b := w.code[at]; b == '@' || b == '#' || b == '%' {
		end++
	}
	for end < len(w.code) && wordByte(w.code[end]) {
		end++
	}
	return string(w.code[at:max(end, at+1)])
}

func (w *walker) trimRight(from, to int) int {
	for to > from && spaceByte(w.code[to-1]) {
		to--
	}
	return to
}

// lastWord returns the word that ends at or before at, white space aside.
func (w *walker) lastWord(at int) string {
	end := w.trimRight(max(0, at-200), at)
	from := end
	for from > 0 && end-from < 100 && wordByte(w.code[from-1]) {
		from--
	}
	return string(w.code[from:end])
}

// nextByte returns the first byte from at on that is no white space, and its offset.
func (w *walker) nextByte(at int) (byte, int) {
	i := slices.IndexFunc(w.code[at:min(len(w.code), at+4000)], func(b byte) bool { return !spaceByte(b) })
	if i < 0 {
		return 0, at
	}
	return w.code[at+i], at + i
}
