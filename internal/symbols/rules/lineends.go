package rules

import "bytes"

// lineEnds reports whether the line break at at ends st.
func (l *braceLanguage) lineEnds(w *walker, st *statement, at int, in scope) bool {
	if l.breaks != nil && l.breaks(w, st, at, in) {
		return true
	}
	if !l.newline {
		return false
	}
	end := w.codeEnd(st, at)
	if end <= st.decl {
		return false // only attributes so far
	}
	if w.code[st.decl] == '#' {
		return w.byteAt(end-1) != '\\'
	}
	return !l.goesOn(w, st, end) && !l.resumes(w, at+1)
}

// codeEnd returns the end of st's code before the line break at at. It looks
// at each byte once.
func (w *walker) codeEnd(st *statement, at int) int {
	from := max(st.decl, st.read.to)
	if end := w.trimRight(from, at); end > from {
		st.read.from = end
	}
	st.read.to = at
	return max(st.read.from, st.decl)
}

// goesOn reports whether what ends at end asks for more.
func (l *braceLanguage) goesOn(w *walker, st *statement, end int) bool {
	last, before := w.byteAt(end-1), w.byteAt(end-2)
	switch last {
	case ',', '=', '(', '[', '&', '|', '*', '/', '\\', '.':
		return true
	case '+', '-':
		return before != last && end-1 > st.decl
	case '>':
		return before == '-' || before == '='
	case ':':
		word := w.wordAt(st.word)
		return word != "case" && word != "default" && word != "@unknown" && !bytes.HasSuffix(w.code[st.decl:end], []byte("::"))
	}
	return l.continues[w.lastWord(end)]
}

// resumes reports whether what follows the line break goes on with the
// statement before it.
func (l *braceLanguage) resumes(w *walker, at int) bool {
	b, i := w.nextByte(at)
	switch b {
	case '{', '.', ',', ':', '=', '|', ')', ']':
		return true
	case '?':
		return true
	case '&':
		return w.byteAt(i+1) == '&'
	case '-':
		return w.byteAt(i+1) == '>'
	}
	return wordByte(b) && l.continues[w.wordAt(i)]
}

// expression reports whether the brace at at opens a literal or closure that
// is part of st's value.
func (l *braceLanguage) expression(w *walker, st *statement, at int) bool {
	if !l.operators || st.assign < 0 && st.arrow < 0 {
		return false
	}
	return l.bodyBrace == nil || !l.bodyBrace(w, st, at)
}

// blockEnds reports whether st ends with its block: a declaration does, unless
// it goes on to its semicolon; another statement may go on to its line's end.
func (l *braceLanguage) blockEnds(w *walker, st *statement) bool {
	word := w.wordAt(st.word)
	if l.newline {
		return len(l.rules[word]) > 0
	}
	return !l.trailing[word]
}
