package rules

import (
	"strings"

	"coderag/internal/code"
)

// swift is the table of Swift.
func swift() braceLanguage {
	function := func(pattern string) []rule {
		return []rule{{pattern: re(pattern), kind: code.KindFunction, local: true}}
	}
	typ := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + "\\s+`?NAME`?"), kind: kind, opens: inType, local: true}}
	}
	simple := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + "\\s+`?NAME`?"), kind: kind}}
	}
	return braceLanguage{
		lexis:        swiftLexis(),
		newline:      true,
		preprocessor: true,
		attributes:   true,
		operators:    true,
		modifiers: words(`public private internal fileprivate open package static class final override mutating
			nonmutating lazy weak unowned required convenience dynamic optional indirect prefix postfix infix
			nonisolated isolated consuming borrowing distributed async __consuming`),
		continues: words("where throws rethrows async else catch"),
		telling:   swiftTelling,
		rules: map[string][]rule{
			"func": {
				{pattern: re("func\\s+`?NAME`?"), kind: code.KindFunction, local: true},
				{pattern: re(`func\s+([-+*/%=<>!&|^~?.]+?)\s*(?:<\pL[^(]*>)?\s*\(`), kind: code.KindFunction, local: true},
			},
			"init":            function(`(init)\b[?!]?\s*[(<]`),
			"deinit":          function(`(deinit)\b`),
			"subscript":       function(`(subscript)\s*[(<]`),
			"class":           typ("class", code.KindClass),
			"actor":           typ("actor", code.KindClass),
			"struct":          typ("struct", code.KindStruct),
			"enum":            typ("enum", code.KindEnum),
			"protocol":        typ("protocol", code.KindInterface),
			"extension":       {{pattern: re(`extension\s+([\pL_][\pL\pN_.]*|\[[^\]\n]*\])`), kind: code.KindImpl, opens: inType}},
			"typealias":       simple("typealias", code.KindType),
			"associatedtype":  simple("associatedtype", code.KindType),
			"var":             simple("var", code.KindVariable),
			"let":             simple("let", code.KindConstant),
			"macro":           simple("macro", code.KindMacro),
			"operator":        {{pattern: re(`operator\s+([^\s\w:{]+)`), kind: code.KindType}},
			"precedencegroup": simple("precedencegroup", code.KindType),
		},
	}
}

// swiftTelling reports that "class" declares a class, unless another
// declaration follows it, and that a modifier without one is a name.
func swiftTelling(w *walker, at int, word string) bool {
	if word != "class" {
		return false
	}
	_, next := w.nextByte(at + len(word))
	switch w.wordAt(next) {
	case "func", "var", "let", "subscript", "override", "final", "public", "private", "internal", "open", "fileprivate":
		return false
	}
	return true
}

// swiftLexis knows strings with up to three pound signs, of one line and of
// many, with code inside, and patterns between slashes.
func swiftLexis() lexis {
	line, blocks := cComments(true)
	l := lexis{line: line, blocks: blocks}
	for pounds := range 4 {
		mark := strings.Repeat("#", pounds)
		q := quote{open: mark + `"`, close: `"` + mark, interpolate: `\` + mark + `(`}
		if pounds == 0 {
			q.escape = '\\'
		}
		l.quotes = append(l.quotes, q)
		q.open, q.close, q.multiline = mark+`"""`, `"""`+mark, true
		l.quotes = append(l.quotes, q)
		if pounds > 0 {
			l.quotes = append(l.quotes, quote{open: mark + "/", close: "/" + mark, multiline: true})
		}
	}
	l.quotes = append(l.quotes, quote{open: "/", close: "/", escape: '\\', guard: asOperand})
	return l
}
