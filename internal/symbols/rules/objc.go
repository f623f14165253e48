package rules

import (
	"bytes"
	"regexp"
	"strings"

	"coderag/internal/code"
)

// objectiveC is the table of Objective-C with the C around it.
func objectiveC() braceLanguage {
	line, blocks := cComments(false)
	section := func(pattern string, kind code.DefKind) rule {
		return rule{pattern: re(pattern), kind: kind, opens: inType, name: sectionName}
	}
	property := `@property\b(?s:.*?)(?:\(\s*\^\s*(?:\w+\s+)?NAME\s*\)|\bNAME\s*(?:[A-Z_]{3,}\s*(?:\([^;]*\))?\s*|__attribute__[^;]*)*;?$)`
	aggregate := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+(?:\w+\s*\(\([^)]*\)\)\s*)?NAME\s*(?::[^{]*)?$`), kind: kind}}
	}
	c := cMembers{
		constant: regexp.MustCompile(`(?:\*\s*const|\bconst)\s+(?:\w+\s+)*?` + name + `\s*(?:\[[^\]]*\])?\s*$`),
	}
	return braceLanguage{
		lexis: lexis{line: line, blocks: blocks, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\'},
			{open: `'`, close: `'`, escape: '\\', max: 10},
		}},
		preprocessor:   true,
		operators:      true,
		modifiers:      words("static inline extern FOUNDATION_EXPORT UIKIT_EXTERN NS_INLINE CG_INLINE CF_INLINE const"),
		trailing:       words("typedef struct enum union"),
		transparent:    words("extern {"),
		breaks:         objcBreaks,
		sectionHeadEnd: objcHeadEnd,
		rules: map[string][]rule{
			"@interface": {
				section(`@interface\s+NAME\s*(?:<[^>]*>)?\s*\(`, code.KindImpl),
				section(`@interface\s+NAME`, code.KindClass),
			},
			"@implementation": {section(`@implementation\s+NAME`, code.KindImpl)},
			"@protocol":       {section(`@protocol\s+NAME`, code.KindInterface)},
			"@property":       {{pattern: re(property), kind: code.KindField}},
			"-":               {{pattern: re(`-\s*(\()`), kind: code.KindMethod, name: selector}},
			"+":               {{pattern: re(`\+\s*(\()`), kind: code.KindMethod, name: selector}},
			"#define":         {{pattern: re(`#define[ \t]+NAME`), kind: code.KindMacro}},
			"typedef":         objcTypedefs(),
			"struct":          aggregate("struct", code.KindStruct),
			"union":           aggregate("union", code.KindStruct),
			"enum":            aggregate("enum", code.KindEnum),
		},
		unnamed: c.find,
	}
}

// sectionName is the name of a section, and none of a forward declaration.
func sectionName(_ *walker, st *statement, groups []string) string {
	if st.section < 0 {
		return ""
	}
	return groups[0]
}

// objcTypedefs are the rules of typedef, whose name may stand before the block
// (NS_ENUM), after it, or in the middle (a block or function type).
func objcTypedefs() []rule {
	return []rule{
		{pattern: re(`typedef\s+(?:NS|CF)_(?:CLOSED_)?(?:ENUM|OPTIONS|ERROR_ENUM)\s*\([^,)]*,\s*NAME`), kind: code.KindEnum},
		{pattern: re(`typedef\s+NS_ERROR_ENUM\s*\([^,)]*,\s*NAME`), kind: code.KindEnum},
		{pattern: re(`[\s*]*NAME`), kind: code.KindType, tail: true},
		{pattern: re(`typedef\b[^;{]*?\(\s*[\^*]\s*(?:\w+\s+)*?NAME\s*\)`), kind: code.KindType},
		{pattern: re(`typedef\b[^;{(]*?\bNAME\s*(?:\[[^\]]*\])?\s*(?:NS_\w+(?:\([^)]*\))?\s*)?;?$`), kind: code.KindType},
	}
}

// objcBreaks ends statements that have no semicolon: preprocessor lines, heads
// of sections, and macros or directives that stand alone before a member.
func objcBreaks(w *walker, st *statement, at int, in scope) bool {
	if w.code[st.decl] == '#' {
		return w.byteAt(w.codeEnd(st, at)-1) != '\\'
	}
	next, i := w.nextByte(at)
	switch next {
	case '#':
		return true
	case '@':
		return in.place != inFunction && wordByte(w.byteAt(i+1))
	case '-', '+':
		return in.place == inType && st.assign < 0
	}
	return in.place != inFunction && w.loneMacro(st, at)
}

// loneMacro reports whether st is a single upper-case word, a call of one, or
// a directive such as @optional.
func (w *walker) loneMacro(st *statement, at int) bool {
	word := w.wordAt(st.start)
	rest := bytes.TrimSpace(w.code[st.start+len(word) : w.codeEnd(st, at)])
	if strings.HasPrefix(word, "@") {
		return len(rest) == 0
	}
	if len(word) < 4 || word != strings.ToUpper(word) {
		return false
	}
	return len(rest) == 0 || rest[0] == '(' && rest[len(rest)-1] == ')' && len(st.parens) == 1
}

// objcHeadEnd returns where the head of the section at at ends: with its line,
// or with the protocols or superclass on the next ones.
func objcHeadEnd(w *walker, at int) int {
	for end := at; ; {
		i := bytes.IndexAny(w.code[end:min(len(w.code), end+maxHead)], "\n\r{")
		if i < 0 {
			return min(len(w.code), end+maxHead)
		}
		end += i
		if w.code[end] == '{' {
			return end
		}
		last := w.byteAt(w.trimRight(at, end) - 1)
		next, from := w.nextByte(end)
		if next != '<' && next != ':' && next != '>' && last != ',' && last != '<' && last != ':' || end > at+maxHead {
			return end
		}
		end = from
	}
}

// selector returns the name of a method: the words before its colons, or its
// one word.
func selector(w *walker, st *statement, _ []string) string {
	var b strings.Builder
	depth, word := 0, ""
	for i := st.word + 1; i < min(st.body, st.word+maxHead); i++ {
		switch c := w.code[i]; {
		case c == '(' || c == '[' || c == '<':
			depth++
		case c == ')' || c == ']' || c == '>':
			depth--
		case depth != 0:
		case c == ':':
			b.WriteString(word)
			b.WriteByte(':')
			word = ""
		case wordByte(c):
			from := i
			for i+1 < len(w.code) && wordByte(w.code[i+1]) {
				i++
			}
			if word == "" || b.Len() > 0 {
				word = string(w.code[from : i+1])
			}
		}
	}
	if b.Len() == 0 {
		return word
	}
	return b.String()
}

// cMembers finds C functions and constants.
type cMembers struct{ constant *regexp.Regexp }

func (m cMembers) find(w *walker, st *statement, in scope) (declared, bool) {
	if in.place == inFunction || st.word >= st.body {
		return declared{}, false
	}
	if st.assign >= 0 {
		at := m.constant.FindSubmatchIndex(w.code[st.decl:max(st.decl, min(st.assign, st.decl+maxHead))])
		if at == nil {
			return declared{}, false
		}
		return declared{name: string(w.code[st.decl+at[2] : st.decl+at[3]]), kind: code.KindConstant}, true
	}
	if w.byteAt(st.body) != '{' || st.body == st.end {
		return declared{}, false
	}
	name, ok := w.callee(st, 0)
	if !ok || w.trimRight(st.decl, w.tokens[st.parens[0]].at)-len(name) <= st.decl && len(st.parens) == 1 {
		return declared{}, false
	}
	return declared{name: name, kind: code.KindFunction}, true
}
