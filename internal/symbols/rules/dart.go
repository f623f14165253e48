package rules

import (
	"bytes"
	"regexp"
	"strings"

	"coderag/internal/code"
)

// dart is the table of Dart.
func dart() braceLanguage {
	line, blocks := cComments(true)
	typ := func(pattern string, kind code.DefKind) []rule {
		return []rule{{pattern: re(pattern), kind: kind, opens: inType}}
	}
	text := func(mark string, multiline bool) []quote {
		return []quote{
			{open: mark, close: mark, escape: '\\', multiline: multiline, interpolate: "${"},
			{open: "r" + mark, close: mark, multiline: multiline, guard: notInWord},
		}
	}
	l := lexis{line: line, blocks: blocks}
	for _, mark := range []string{`"`, `'`} {
		l.quotes = append(l.quotes, text(mark, false)...)
		l.quotes = append(l.quotes, text(mark+mark+mark, true)...)
	}
	members := dartMembers{operator: re(`(?s:.*?)\boperator\s*(\[\]=?|~/|[-+*/%=<>&|^~]+)\s*\(`)}
	return braceLanguage{
		lexis:      l,
		attributes: true,
		operators:  true,
		bodyBrace:  dartBody,
		modifiers:  words("abstract sealed base interface static external late covariant augment factory const final var mixin"),
		telling:    dartTelling,
		rules: map[string][]rule{
			"class":     typ(`class\s+NAME`, code.KindClass),
			"mixin":     typ(`mixin\s+NAME`, code.KindTrait),
			"extension": {{pattern: re(`extension\s+type\s+(?:const\s+)?NAME`), kind: code.KindType, opens: inType}, {pattern: re(`extension\s+(?:NAME\s*(?:<[^{]*>)?\s+)??on\s+NAME`), kind: code.KindImpl, opens: inType, name: first}},
			"enum":      typ(`enum\s+NAME`, code.KindEnum),
			"typedef":   {{pattern: re(`typedef\s+NAME\s*(?:<[^=]*>)?\s*=`), kind: code.KindType}, {pattern: re(`typedef\s[^;(]*?NAME\s*(?:<[^(]*>)?\s*\(`), kind: code.KindType}},
			"import":    {}, "export": {}, "part": {}, "library": {},
		},
		unnamed: members.find,
	}
}

// first is the name of a declaration whose further groups are no part of it.
func first(_ *walker, _ *statement, groups []string) string { return groups[0] }

// dartTelling reports that "mixin" declares a mixin, unless a class follows,
// and that a modifier before anything but a word, as in "factory(...)", is a name.
func dartTelling(w *walker, at int, word string) bool {
	b, next := w.nextByte(at + len(word))
	if word == "mixin" {
		return w.wordAt(next) != "class"
	}
	return b == '(' && word != "const" && word != "final" && word != "static" && word != "late" && word != "var"
}

// dartBody reports whether a brace after "=" is a body all the same: that of a
// constructor with initialisers, "A() : x = 1 {". A literal there follows an
// operator, a comma or its type arguments.
func dartBody(w *walker, st *statement, at int) bool {
	if st.arrow >= 0 || len(st.parens) == 0 {
		return false
	}
	closing := w.tokens[st.parens[0]].match
	if closing < 0 {
		return false
	}
	after := w.tokens[closing].at + 1
	if after > st.assign {
		return false
	}
	if b, _ := w.nextByte(after); b != ':' {
		return false
	}
	end := w.trimRight(st.decl, at)
	switch w.byteAt(end - 1) {
	case '=', ',', '?', ':', '>', '(', '&', '|', '+':
		return false
	}
	return w.lastWord(end) != "const"
}

// dartMembers finds functions, accessors, constructors and fields, which no
// keyword announces.
type dartMembers struct{ operator *regexp.Regexp }

func (m dartMembers) find(w *walker, st *statement, in scope) (declared, bool) {
	if in.place == inFunction || len(w.lang.rules[w.wordAt(st.word)]) > 0 || dartOther(w.wordAt(st.word)) {
		return declared{}, false
	}
	head := w.code[st.word:min(st.body, st.word+maxHead)]
	if at := m.operator.FindSubmatchIndex(head); at != nil && in.place == inType {
		return declared{name: "operator" + string(head[at[2]:at[3]]), kind: code.KindMethod}, true
	}
	if name, ok := w.accessor(st); ok {
		return declared{name: name, kind: kindIn(code.KindFunction, in)}, true
	}
	if name, ok := w.callee(st, '.'); ok {
		return w.dartFunction(st, in, name)
	}
	return w.field(st, in, w.byteAt(st.end-1) != ';')
}

// dartOther reports whether a word begins what declares nothing.
func dartOther(word string) bool {
	switch word {
	case "import", "export", "part", "library", "if", "for", "while", "switch", "return", "assert", "class", "mixin", "extension", "enum", "typedef":
		return true
	}
	return false
}

// dartFunction makes a function, method or constructor of a name with
// parentheses. "A.named" in class A is the constructor "named".
func (w *walker) dartFunction(st *statement, in scope, name string) (declared, bool) {
	hasBody := st.body < st.end && w.byteAt(st.body) == '{' || st.arrow >= 0
	if in.place == inFile && !hasBody && w.wordAt(st.decl) != "external" {
		return declared{}, false
	}
	constructor := name == in.typ || strings.HasPrefix(name, in.typ+".")
	if !hasBody && !constructor && bytes.HasPrefix(w.code[st.decl:], []byte(name)) {
		return declared{}, false // a value of an enumeration
	}
	if rest, ok := cutReceiver(name, in.typ); ok {
		return declared{name: rest, kind: code.KindMethod}, true
	}
	return declared{name: name, kind: kindIn(code.KindFunction, in)}, true
}
