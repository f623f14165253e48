package rules

import (
	"strings"

	"coderag/internal/code"
)

// callee returns the name before the first parentheses of a statement that are
// a parameter list: an identifier, perhaps dotted, perhaps with type
// parameters. Parentheses after "=" belong to a value.
func (w *walker) callee(st *statement, dot byte) (string, bool) {
	for _, paren := range st.parens {
		at := w.tokens[paren].at
		if st.assign >= 0 && at > st.assign || st.arrow >= 0 && at > st.arrow || at > st.body {
			return "", false
		}
		end := w.skipTypeArguments(st.decl, w.trimRight(st.decl, at))
		from := end
		for from > st.decl && (wordByte(w.code[from-1]) || w.code[from-1] == dot) {
			from--
		}
		if name := string(w.code[from:end]); name != "" && name != "Function" && !digit(name[0]) {
			return name, true
		}
	}
	return "", false
}

// skipTypeArguments returns the offset before the "<...>" that ends at end.
func (w *walker) skipTypeArguments(from, end int) int {
	if end <= from || w.code[end-1] != '>' {
		return end
	}
	depth := 0
	for i := end - 1; i >= max(from, end-maxHead); i-- {
		switch w.code[i] {
		case '>':
			depth++
		case '<':
			if depth--; depth == 0 {
				return w.trimRight(from, i)
			}
		}
	}
	return end
}

// accessor returns the name of a "get name" or "set name(...)".
func (w *walker) accessor(st *statement) (string, bool) {
	limit := st.body
	if st.arrow >= 0 {
		limit = min(limit, st.arrow)
	}
	if st.assign >= 0 {
		limit = min(limit, st.assign)
	}
	if len(st.parens) > 0 && w.lastWordBefore(st, w.tokens[st.parens[len(st.parens)-1]].at) == "set" {
		return w.lastWord(w.tokens[st.parens[len(st.parens)-1]].at), true
	}
	end := w.trimRight(st.decl, min(limit, st.end))
	for end > st.decl && (w.code[end-1] == ';' || w.code[end-1] == '*') {
		end = w.trimRight(st.decl, end-1)
	}
	if word := w.lastWord(end); word == "async" || word == "sync" { // "get x async* {"
		end = w.trimRight(st.decl, max(st.decl, end-len(word)))
	}
	if w.lastWordBefore(st, end) == "get" {
		return w.lastWord(end), true
	}
	return "", false
}

// lastWordBefore returns the word before the word that ends at at.
func (w *walker) lastWordBefore(st *statement, at int) string {
	last := w.lastWord(at)
	from := w.trimRight(st.decl, at) - len(last)
	if last == "" || from <= st.decl {
		return ""
	}
	before := w.lastWord(from)
	if w.trimRight(st.decl, from)-len(before) < st.decl {
		return ""
	}
	return before
}

// field returns the variable a statement with a type or a modifier declares.
// With valued it must have a value.
func (w *walker) field(st *statement, in scope, valued bool) (declared, bool) {
	end := st.end
	if st.assign >= 0 {
		end = st.assign
	} else if st.arrow >= 0 || valued {
		return declared{}, false
	}
	if st.assign < 0 && w.byteAt(end-1) == ';' {
		end--
	}
	end = w.firstOfList(st.decl, end)
	name := w.lastWord(end)
	from := w.trimRight(st.decl, end) - len(name)
	if name == "" || digit(name[0]) || from <= st.decl || w.byteAt(from-1) == '.' {
		return declared{}, false
	}
	kind := code.KindVariable
	if word := w.wordAt(st.decl); word == "const" || word == "final" {
		kind = code.KindConstant
	}
	return declared{name: name, kind: kindIn(kind, in)}, true
}

// firstOfList returns the offset of the first comma from from on that is in no
// brackets, or end.
func (w *walker) firstOfList(from, end int) int {
	depth := 0
	for i := from; i < min(end, from+maxHead); i++ {
		switch w.code[i] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return end
}

// cutReceiver returns what follows "Type." in a constructor's name.
func cutReceiver(name, typ string) (string, bool) {
	if typ == "" {
		return "", false
	}
	rest, ok := strings.CutPrefix(name, typ+".")
	return rest, ok && rest != ""
}

func digit(b byte) bool { return '0' <= b && b <= '9' }
