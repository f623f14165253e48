package rules

import (
	"bytes"
	"strings"

	"coderag/internal/code"
)

// groovy is the table of Groovy, Gradle and Jenkins scripts.
func groovy() braceLanguage {
	line, blocks := cComments(false)
	typ := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+NAME`), kind: kind, opens: inType, local: true}}
	}
	task := rule{kind: code.KindFunction, local: true}
	with := func(pattern string) rule {
		task.pattern = re(pattern)
		return task
	}
	return braceLanguage{
		lexis: lexis{line: line, blocks: blocks, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\', interpolate: "${"},
			{open: `'`, close: `'`, escape: '\\'},
			{open: `"""`, close: `"""`, escape: '\\', multiline: true, interpolate: "${"},
			{open: `'''`, close: `'''`, escape: '\\', multiline: true},
			{open: "$/", close: "/$", multiline: true, guard: notInWord},
			{open: "/", close: "/", escape: '\\', guard: asOperand},
		}},
		newline:       true,
		bareModifiers: true,
		attributes:    true,
		operators:     true,
		modifiers:     words("public private protected static final abstract synchronized transient volatile native strictfp sealed default def"),
		continues:     words("extends implements throws permits else catch finally"),
		telling:       func(w *walker, at int, word string) bool { return word == "default" && w.byteAt(at+7) == ':' },
		rules: map[string][]rule{
			"class":      typ("class", code.KindClass),
			"interface":  typ("interface", code.KindInterface),
			"@interface": typ("@interface", code.KindInterface),
			"trait":      typ("trait", code.KindTrait),
			"enum":       typ("enum", code.KindEnum),
			"record":     typ("record", code.KindClass),
			"task":       {with(`task\s*\(?\s*["']?([\w.-]+)["']?`), with(`task\s*\(?\s*["']([^"']+)["']`)},
			"tasks":      {with(`tasks\s*\.\s*(?:register|create)\s*(?:<[^>]*>)?\s*\(\s*["']([^"']+)["']`)},
			"stage":      {with(`stage\s*\(\s*["']([^"']+)["']\s*\)`)},
		},
		unnamed: groovyMember,
	}
}

// groovyMember finds methods, constructors, fields and, in build scripts, the
// blocks of the outermost level.
func groovyMember(w *walker, st *statement, in scope) (declared, bool) {
	if in.place == inFunction || groovyOther(w.wordAt(st.word)) {
		return declared{}, false
	}
	if title, ok := w.quotedMethod(st); ok {
		return declared{name: title, kind: code.KindTest}, true
	}
	hasBody := st.body < st.end && w.byteAt(st.body) == '{'
	name, ok := w.callee(st, 0)
	if ok && (hasBody || in.place == inType) && w.declares(st, name, in) {
		return declared{name: name, kind: kindIn(code.KindFunction, in)}, true
	}
	if !ok && hasBody && in.place == inFile && strings.HasSuffix(w.path, ".gradle") && st.parens == nil {
		block := w.wordAt(st.decl)
		return declared{name: block, kind: code.KindModule}, strings.TrimSpace(string(w.code[st.decl:st.body])) == block && block != "{"
	}
	if ok {
		return declared{}, false
	}
	return w.groovyField(st, in)
}

// groovyField finds a field; outside a type only one announced by a modifier.
func (w *walker) groovyField(st *statement, in scope) (declared, bool) {
	if in.place != inType && st.word == st.decl && st.start == st.decl {
		return declared{}, false
	}
	return w.field(st, in, in.place != inType)
}

// groovyOther reports whether a word begins what declares nothing.
func groovyOther(word string) bool {
	switch word {
	case "import", "package", "if", "else", "for", "while", "switch", "case", "return", "try", "catch", "finally", "throw", "new", "assert", "do", "println":
		return true
	}
	return false
}

// declares reports whether a name with parentheses is declared rather than
// called: a type or modifier stands before it, or it is the constructor.
func (w *walker) declares(st *statement, name string, in scope) bool {
	at := w.tokens[st.parens[0]].at
	before := strings.TrimSpace(string(w.code[st.decl:at]))
	before = strings.TrimSpace(strings.TrimSuffix(before, name))
	if before == "" {
		return in.place == inType && name == in.typ
	}
	last := before[len(before)-1]
	return wordByte(last) || last == '>' || last == ']'
}

// quotedMethod returns the title of a method such as: def "adds numbers"() {
func (w *walker) quotedMethod(st *statement) (string, bool) {
	if len(st.parens) == 0 || st.body == st.end || w.code[st.body] != '{' {
		return "", false
	}
	end := w.trimRight(st.decl, w.tokens[st.parens[0]].at) - 1
	if end <= st.decl || w.code[end] != '"' && w.code[end] != '\'' {
		return "", false
	}
	open := st.decl + bytes.IndexByte(w.code[st.decl:], w.code[end])
	before := strings.TrimSpace(string(w.code[st.decl:open]))
	if open >= end || before != "def" && before != "void" {
		return "", false
	}
	return strings.Join(strings.Fields(w.text[open+1:end]), " "), true
}
