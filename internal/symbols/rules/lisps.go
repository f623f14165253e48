package rules

import (
	"strings"

	"coderag/internal/code"
)

// addLisps adds the languages that are read as nested lists.
func (e *Extractor) addLisps() {
	for name, lang := range map[string]lispLanguage{
		"clojure":     clojure(),
		"common-lisp": commonLisp(),
		"scheme":      scheme(),
		"racket":      racket(),
		"emacs-lisp":  emacsLisp(),
	} {
		lang.lexer = lang.lexis.compile()
		e.byLanguage[name] = func(path, text string) []code.Definition {
			return extractLisp(&lang, path, text)
		}
	}
}

// table makes the forms of a language from lists of operators by kind.
func table(kinds map[code.DefKind]string, inside map[looking]string, through string) map[string]form {
	forms := map[string]form{}
	for kind, list := range kinds {
		for operator := range words(list) {
			forms[operator] = form{kind: kind}
		}
	}
	for what, list := range inside {
		for operator := range words(list) {
			f := forms[operator]
			f.inside = what
			forms[operator] = f
		}
	}
	for operator := range words(through) {
		forms[operator] = form{}
	}
	return forms
}

// clojure is the table of Clojure, ClojureScript and EDN.
func clojure() lispLanguage {
	return lispLanguage{
		lexis: lexis{
			line:       []string{";", "#!"},
			quotes:     []quote{{open: `"`, close: `"`, escape: '\\', multiline: true}},
			extra:      charLiteral(`\`),
			extraBytes: `\`,
		},
		brackets: "([{",
		discards: "#_",
		defines:  "def",
		forms: table(map[code.DefKind]string{
			code.KindFunction:  "defn defn- defmulti definline",
			code.KindMethod:    "defmethod",
			code.KindMacro:     "defmacro",
			code.KindVariable:  "def defonce declare-var",
			code.KindInterface: "defprotocol definterface",
			code.KindStruct:    "defrecord deftype defstruct",
			code.KindImpl:      "extend-type extend-protocol",
			code.KindTest:      "deftest deftest- defspec",
			code.KindModule:    "ns",
		}, map[looking]string{
			methods: "defprotocol definterface defrecord deftype extend-type extend-protocol",
		}, "do let when if when-not if-not let* binding"),
	}
}

// commonLisp is the table of Common Lisp.
func commonLisp() lispLanguage {
	return lispLanguage{
		lexis: lexis{
			line:   []string{";"},
			blocks: []block{{open: "#|", close: "|#", nested: true}},
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\', multiline: true},
				{open: "|", close: "|", escape: '\\', max: 100},
			},
			extra:      charLiteral(`#\`, `\`),
			extraBytes: `#\`,
		},
		brackets: "(",
		fold:     true,
		defines:  "def",
		forms: table(map[code.DefKind]string{
			code.KindFunction: "defun defgeneric defsetf define-setf-expander",
			code.KindMethod:   "defmethod",
			code.KindMacro:    "defmacro define-compiler-macro define-modify-macro define-symbol-macro",
			code.KindVariable: "defvar defparameter",
			code.KindConstant: "defconstant",
			code.KindClass:    "defclass define-condition",
			code.KindStruct:   "defstruct",
			code.KindType:     "deftype",
			code.KindModule:   "defpackage defsystem",
			code.KindTest:     "deftest def-test define-test",
		}, nil, "progn eval-when let let* locally macrolet flet labels symbol-macrolet"),
	}
}

// schemeLexis is what Scheme and Racket share.
func schemeLexis() lexis {
	return lexis{
		line:   []string{";"},
		blocks: []block{{open: "#|", close: "|#", nested: true}},
		quotes: []quote{
			{open: `"`, close: `"`, escape: '\\', multiline: true},
			{open: "|", close: "|", escape: '\\', max: 100},
		},
		extra:      schemeLiteral,
		extraBytes: `#;`,
	}
}

// scheme is the table of Scheme.
func scheme() lispLanguage {
	lang := lispLanguage{
		lexis:    schemeLexis(),
		brackets: "([",
		discards: "#;",
		defines:  "define-",
		forms: table(map[code.DefKind]string{
			code.KindVariable: "define define* define-public define-values define-parameter define-inline define-integrable define-private",
			code.KindConstant: "define-constant",
			code.KindMacro:    "define-syntax define-syntax-rule define-macro defmacro define-syntax-parameter",
			code.KindStruct:   "define-record-type define-structure define-record define-immutable-record-type",
			code.KindClass:    "define-class",
			code.KindMethod:   "define-method",
			code.KindModule:   "define-library library module define-module",
		}, map[looking]string{
			forms: "define-library library module",
		}, "begin cond-expand let let* letrec let-syntax letrec-syntax"),
	}
	lang.mayBeFunctions("define define* define-public define-inline define-integrable define-private")
	return lang
}

// mayBeFunctions marks operators that define functions and variables alike.
func (l *lispLanguage) mayBeFunctions(operators string) {
	for operator := range words(operators) {
		f := l.forms[operator]
		f.function = code.KindFunction
		l.forms[operator] = f
	}
}

// racket is the table of Racket.
func racket() lispLanguage {
	lang := lispLanguage{
		lexis:    schemeLexis(),
		brackets: "([{",
		discards: "#;",
		defines:  "define-",
		forms: table(map[code.DefKind]string{
			code.KindVariable: "define define/contract define-values define-parameter define/match",
			code.KindMacro:    "define-syntax define-syntax-rule define-syntax-parser define-simple-macro define-syntax-parse-rule define-match-expander define-for-syntax define-syntax-parameter",
			code.KindStruct:   "struct define-struct define-record-type serializable-struct struct/contract",
			code.KindClass:    "define-class",
			code.KindMethod:   "define/public define/private define/override define/augment define/pubment define/overment",
			code.KindModule:   "module module+ module*",
			code.KindType:     "define-type define-signature",
			code.KindImpl:     "define-unit",
			code.KindTest:     "test-case define-test-suite",
		}, map[looking]string{
			forms: "module module+ module*",
		}, "begin begin-for-syntax let let* letrec local splicing-let"),
	}
	lang.mayBeFunctions("define define/contract define/match")
	return lang
}

// emacsLisp is the table of Emacs Lisp.
func emacsLisp() lispLanguage {
	return lispLanguage{
		lexis: lexis{
			line:       []string{";"},
			quotes:     []quote{{open: `"`, close: `"`, escape: '\\', multiline: true}},
			extra:      emacsLiteral,
			extraBytes: `?\`,
		},
		brackets: "([",
		forms: table(map[code.DefKind]string{
			code.KindFunction: "defun cl-defun defsubst cl-defsubst defalias cl-defgeneric defadvice define-advice define-inline transient-define-prefix transient-define-suffix defhydra",
			code.KindMethod:   "cl-defmethod defmethod",
			code.KindMacro:    "defmacro cl-defmacro pcase-defmacro",
			code.KindVariable: "defvar defvar-local defcustom defface defgroup defvar-keymap transient-define-argument",
			code.KindConstant: "defconst",
			code.KindClass:    "defclass",
			code.KindStruct:   "cl-defstruct defstruct",
			code.KindType:     "cl-deftype define-error",
			code.KindModule:   "define-minor-mode define-derived-mode define-globalized-minor-mode define-generic-mode",
			code.KindTest:     "ert-deftest",
		}, nil, "progn eval-and-compile eval-when-compile let let* when unless if with-eval-after-load with-no-warnings"),
	}
}

// charLiteral recognises a character after one of the marks, so that "\(" and
// "\"" are no brackets and quotes.
func charLiteral(marks ...string) func(m *masker, at int) (span, int, bool) {
	return func(m *masker, at int) (hidden span, end int, ok bool) {
		for _, mark := range marks {
			if strings.HasPrefix(m.text[at:], mark) && at+len(mark) < len(m.text) {
				end = at + len(mark) + 1
				return span{at + len(mark), end}, end, true
			}
		}
		return span{}, at, false
	}
}

// schemeLiteral recognises characters, Racket's strings up to a line of the
// writer's choice, and keeps "#;" from beginning a comment.
func schemeLiteral(m *masker, at int) (hidden span, end int, ok bool) {
	rest := m.text[at:]
	switch {
	case strings.HasPrefix(rest, "#;"):
		return span{}, at + 2, true
	case strings.HasPrefix(rest, `#\`) && len(rest) > 2:
		return span{at + 2, at + 3}, at + 3, true
	case strings.HasPrefix(rest, "#<<"):
		from := lineEnd(m.text, at)
		if end = lineNamed(m, from, m.text[at+3:from]); end > 0 {
			return span{at + 3, end}, end, true
		}
	}
	return span{}, at, false
}

// lineNamed returns the end of the first line after at that says only name.
func lineNamed(m *masker, at int, name string) int {
	if m.failed >= maxFailures || name == "" {
		return 0
	}
	for i := at; i < min(len(m.text), at+maxLiteral); {
		end := lineEnd(m.text, i)
		if strings.TrimRight(m.text[i:end], " ") == strings.TrimRight(name, " ") {
			return end
		}
		i = end + 1
	}
	m.failed++
	return 0
}

// emacsLiteral recognises the characters of Emacs Lisp, ?( and ?\( and ?\C-x,
// and symbols with escaped brackets.
func emacsLiteral(m *masker, at int) (hidden span, end int, ok bool) {
	if m.text[at] == '\\' {
		return span{at, min(at+2, len(m.text))}, min(at+2, len(m.text)), true
	}
	if at > 0 && (wordByte(m.text[at-1]) || m.text[at-1] == '-') || at+1 >= len(m.text) {
		return span{}, at, false
	}
	end = at + 2
	if m.text[at+1] == '\\' {
		end++
	}
	if end > len(m.text) {
		return span{}, at, false
	}
	return span{at + 1, end}, end, true
}
