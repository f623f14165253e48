package rules

import (
	"strings"

	"coderag/internal/code"
)

// powershell is the table of PowerShell, whose words may be written in any case.
func powershell() braceLanguage {
	plain := func(word string, kind code.DefKind, opens place) []rule {
		return []rule{{pattern: re(`(?i)` + word + `\s+((?:\w+:)?[\pL_][\w-]*)`), kind: kind, opens: opens, local: true}}
	}
	l := braceLanguage{
		lexis: lexis{line: []string{"#"}, blocks: []block{{open: "<#", close: "#>"}}, quotes: []quote{
			{open: `"`, close: `"`, escape: '`', doubled: true, multiline: true, interpolate: "$("},
			{open: `'`, close: `'`, doubled: true, multiline: true},
			{open: `@"`, close: "\n\"@", multiline: true},
			{open: `@'`, close: "\n'@", multiline: true},
		}},
		newline:   true,
		modifiers: words("static hidden"),
		rules:     map[string][]rule{},
		unnamed:   powershellMember,
	}
	for _, spell := range []func(string) string{strings.ToLower, strings.ToUpper, title} {
		l.rules[spell("function")] = plain("function", code.KindFunction, inFunction)
		l.rules[spell("filter")] = plain("filter", code.KindFunction, inFunction)
		l.rules[spell("workflow")] = plain("workflow", code.KindFunction, inFunction)
		l.rules[spell("configuration")] = plain("configuration", code.KindFunction, inFunction)
		l.rules[spell("class")] = plain("class", code.KindClass, inType)
		l.rules[spell("enum")] = plain("enum", code.KindEnum, inType)
	}
	return l
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// powershellMember finds the methods of a class.
func powershellMember(w *walker, st *statement, in scope) (declared, bool) {
	if in.place != inType || len(st.braces) == 0 {
		return declared{}, false
	}
	name, ok := w.callee(st, 0)
	return declared{name: name, kind: code.KindMethod}, ok
}

// r is the table of R: functions are values that are assigned.
func r() braceLanguage {
	assigned := re(`["'` + "`" + `]?([\pL._][\w.]*)["'` + "`" + `]?\s*(?:<-|<<-|=)\s*(?:function\b|\\\()`)
	quoted := re("`([^`]+)`\\s*(?:<-|=)\\s*function\\b")
	called := func(word string, kind code.DefKind) []rule {
		return []rule{
			{pattern: assigned, kind: kind},
			{pattern: re(word + `\s*\(\s*["']([^"']+)["']`), kind: kind},
		}
	}
	class := re(`([\pL._][\w.]*)\s*(?:<-|=)\s*(?:R6::)?(?:R6Class|setRefClass|setClass|new_class)\s*\(`)
	return braceLanguage{
		lexis: lexis{line: []string{"#"}, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\', multiline: true},
			{open: `'`, close: `'`, escape: '\\', multiline: true},
			{open: "`", close: "`"},
			{open: `r"(`, close: `)"`, multiline: true, guard: notInWord},
			{open: `r"{`, close: `}"`, multiline: true, guard: notInWord},
		}},
		newline: true,
		rules: map[string][]rule{
			"setClass":         called("setClass", code.KindClass),
			"setRefClass":      called("setRefClass", code.KindClass),
			"setGeneric":       called("setGeneric", code.KindFunction),
			"setMethod":        called("setMethod", code.KindMethod),
			"test_that":        called("test_that", code.KindTest),
			"setValidity":      called("setValidity", code.KindFunction),
			"setReplaceMethod": called("setReplaceMethod", code.KindMethod),
		},
		unnamed: func(w *walker, st *statement, in scope) (declared, bool) {
			head := w.code[st.decl:min(st.end, st.decl+maxHead)]
			if in.place != inFile || len(head) == 0 {
				return declared{}, false
			}
			if at := assigned.FindSubmatchIndex(head); at != nil {
				return declared{name: w.text[st.decl+at[2] : st.decl+at[3]], kind: code.KindFunction}, true
			}
			if at := quoted.FindSubmatchIndex(head); at != nil {
				return declared{name: w.text[st.decl+at[2] : st.decl+at[3]], kind: code.KindFunction}, true
			}
			if at := class.FindSubmatchIndex(head); at != nil {
				return declared{name: w.text[st.decl+at[2] : st.decl+at[3]], kind: code.KindClass}, true
			}
			return declared{}, false
		},
	}
}
