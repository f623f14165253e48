package rules

import (
	"strings"

	"coderag/internal/code"
)

// addKeywords adds the languages whose blocks end with a word.
func (e *Extractor) addKeywords() {
	for name, lang := range map[string]keywordLanguage{
		"julia":         julia(),
		"crystal":       crystal(),
		"fish":          fish(),
		"vim-script":    vim(),
		"verilog":       verilog(),
		"systemverilog": verilog(),
	} {
		lang.lexer = lang.lexis.compile()
		e.byLanguage[name] = func(path, text string) []code.Definition {
			return extractKeywords(&lang, path, text)
		}
	}
}

// closedBy maps each of a list of words to the word that closes its block.
func closedBy(closer, openers string) map[string]string {
	pairs := map[string]string{}
	for word := range words(openers) {
		pairs[word] = closer
	}
	return pairs
}

// julia is the table of Julia.
func julia() keywordLanguage {
	callable := `(?:[\pL_][\pL\pN_!]*\.)*:?\(?([\pL_][\pL\pN_!]*|[-+*/\\^%<>=&|÷]+)\)?`
	return keywordLanguage{
		lexis: lexis{
			line:   []string{"#"},
			blocks: []block{{open: "#=", close: "=#", nested: true}, {open: `"""`, close: `"""`}}, // the latter is documentation
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\', multiline: true, interpolate: "$("},
				{open: `'`, close: `'`, escape: '\\', max: 10, guard: notInWord},
				{open: "`", close: "`", escape: '\\'},
			},
		},
		anywhere:  closedBy("end", "function macro struct module baremodule begin let quote do for while if try abstract primitive"),
		modifiers: words("mutable export"),
		rules: map[string][]rule{
			"function":   {{pattern: re(`function\s+` + callable), kind: code.KindFunction, local: true}},
			"macro":      {{pattern: re(`macro\s+NAME`), kind: code.KindMacro}},
			"struct":     {{pattern: re(`struct\s+NAME`), kind: code.KindStruct, opens: inType}},
			"abstract":   {{pattern: re(`abstract\s+type\s+NAME`), kind: code.KindType}},
			"primitive":  {{pattern: re(`primitive\s+type\s+NAME`), kind: code.KindType}},
			"module":     {{pattern: re(`module\s+NAME`), kind: code.KindModule, opens: inFile}},
			"baremodule": {{pattern: re(`baremodule\s+NAME`), kind: code.KindModule, opens: inFile}},
			"const":      {{pattern: re(`const\s+NAME\s*(?:::[^=]*)?=`), kind: code.KindConstant}},
		},
		assigned: &rule{pattern: re(callable + `(?:\{[^}]*\})?\((?:[^=()]|=[^=]|\([^()]*\))*?\)\s*(?:::[\w.{}, ]+)?\s*(?:where\s[^=]*)?=(?:[^=]|$)`), kind: code.KindFunction},
	}
}

// crystal is the table of Crystal.
func crystal() keywordLanguage {
	typ := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+([\w:]+)`), kind: kind, opens: inType}}
	}
	return keywordLanguage{
		lexis: lexis{
			line:     []string{"#"},
			heredocs: true,
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\', multiline: true, interpolate: "#{"},
				{open: `'`, close: `'`, escape: '\\', max: 10},
				{open: "`", close: "`", escape: '\\'},
				{open: "%w(", close: ")"}, {open: "%i(", close: ")"}, {open: "%(", close: ")", multiline: true}, {open: "%q(", close: ")", multiline: true},
				{open: "/", close: "/", escape: '\\', guard: asOperand},
			},
		},
		openers:   closedBy("end", "if unless while until case begin def class module struct enum lib union macro annotation select"),
		anywhere:  closedBy("end", "do"),
		modifiers: words("abstract private protected"),
		bodiless: func(head []byte) bool {
			return strings.HasPrefix(string(head), "abstract def") || strings.Contains(string(head), " abstract def ")
		},
		rules: map[string][]rule{
			"class":      typ("class", code.KindClass),
			"struct":     typ("struct", code.KindStruct),
			"module":     typ("module", code.KindModule),
			"enum":       typ("enum", code.KindEnum),
			"lib":        typ("lib", code.KindModule),
			"annotation": typ("annotation", code.KindType),
			"def":        {{pattern: re(`def\s+(?:self\.)?([\pL_]\w*[?!=]?|[-+*/%<>=!~^&|\[\]?]+)`), kind: code.KindFunction}},
			"macro":      {{pattern: re(`macro\s+NAME`), kind: code.KindMacro}},
			"alias":      {{pattern: re(`alias\s+NAME\s*=`), kind: code.KindType}},
			"record":     {{pattern: re(`record\s+NAME`), kind: code.KindStruct}},
			"describe":   {},
		},
	}
}

// fish is the table of the Fish shell.
func fish() keywordLanguage {
	return keywordLanguage{
		lexis: lexis{line: []string{"#"}, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\', multiline: true},
			{open: `'`, close: `'`, escape: '\\', multiline: true},
		}},
		openers:   closedBy("end", "function if while for switch begin"),
		modifiers: words("and or not"),
		rules: map[string][]rule{
			"function": {{pattern: re(`function\s+([\w.:@-]+)`), kind: code.KindFunction, local: true}},
		},
	}
}

// vim is the table of Vim script.
func vim() keywordLanguage {
	openers := closedBy("endfunction", "function func fu fun")
	openers["def"], openers["class"] = "enddef", "endclass"
	function := []rule{{pattern: re(`\w+!?\s+([\w:#.]+)\s*\(`), kind: code.KindFunction}}
	return keywordLanguage{
		lexis: lexis{
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\'},
				{open: `'`, close: `'`, doubled: true},
			},
			extra:      vimComment,
			extraBytes: `"#`,
		},
		openers:   openers,
		modifiers: words("export abstract static"),
		rules: map[string][]rule{
			"function": function, "func": function, "fu": function, "fun": function, "def": function,
			"class":   {{pattern: re(`class\s+NAME`), kind: code.KindClass, opens: inType}},
			"command": {{pattern: re(`command!?\s+(?:-\S+\s+)*NAME`), kind: code.KindFunction}},
			"let":     {{pattern: re(`let\s+(g:[\w#]+)\s*=`), kind: code.KindVariable}},
		},
	}
}

// vimComment recognises a line that is a comment: it begins with a quotation
// mark, or with "#" in Vim 9.
func vimComment(m *masker, at int) (hidden span, end int, ok bool) {
	for i := at - 1; i >= 0 && m.text[i] != '\n' && m.text[i] != '\r'; i-- {
		if m.text[i] != ' ' && m.text[i] != '\t' {
			return span{}, at, false
		}
	}
	end = lineEnd(m.text, at)
	return span{at, end}, end, true
}

// verilog is the table of Verilog and SystemVerilog.
func verilog() keywordLanguage {
	line, blocks := cComments(false)
	openers := map[string]string{"macromodule": "endmodule"}
	rules := map[string][]rule{}
	for word, kind := range map[string]code.DefKind{
		"module": code.KindModule, "interface": code.KindInterface, "package": code.KindModule, "class": code.KindClass,
		"program": code.KindModule, "primitive": code.KindModule, "covergroup": code.KindType,
	} {
		openers[word] = "end" + word
		rules[word] = []rule{{pattern: re(word + `\s+(?:automatic\s+|static\s+)?NAME`), kind: kind, opens: inType}}
	}
	openers["covergroup"] = "endgroup"
	for _, word := range []string{"function", "task"} {
		openers[word] = "end" + word
		rules[word] = []rule{{pattern: re(word + `\b[^(;]*?(?:\w+::)?NAME\s*(?:\(|;|$)`), kind: code.KindFunction}}
	}
	return keywordLanguage{
		lexis:     lexis{line: line, blocks: blocks, quotes: []quote{{open: `"`, close: `"`, escape: '\\'}}},
		openers:   openers,
		modifiers: words("virtual static automatic local protected"),
		rules:     rules,
	}
}
