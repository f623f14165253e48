package rules

import "coderag/internal/code"

// protobuf is the table of Protocol Buffers.
func protobuf() braceLanguage {
	line, blocks := cComments(false)
	typ := func(pattern string, kind code.DefKind) []rule {
		return []rule{{pattern: re(pattern), kind: kind, opens: inType}}
	}
	return braceLanguage{
		lexis: lexis{line: line, blocks: blocks, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\'}, {open: `'`, close: `'`, escape: '\\'},
		}},
		rules: map[string][]rule{
			"message": typ(`message\s+NAME\s*$`, code.KindStruct),
			"service": typ(`service\s+NAME\s*$`, code.KindInterface),
			"enum":    typ(`enum\s+NAME\s*$`, code.KindEnum),
			"extend":  typ(`extend\s+([\w.]+)\s*$`, code.KindImpl),
			"oneof":   typ(`oneof\s+NAME\s*$`, code.KindField),
			"rpc":     {{pattern: re(`rpc\s+NAME\s*\(`), kind: code.KindMethod}},
		},
	}
}

// thrift is the table of Thrift.
func thrift() braceLanguage {
	line, blocks := cComments(false)
	typ := func(pattern string, kind code.DefKind) []rule {
		return []rule{{pattern: re(pattern), kind: kind, opens: inType}}
	}
	return braceLanguage{
		lexis: lexis{line: append(line, "#"), blocks: blocks, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\'}, {open: `'`, close: `'`, escape: '\\'},
		}},
		newline:   true,
		continues: words("extends throws"),
		breaks: func(w *walker, st *statement, at int, in scope) bool { // "A f(...)," ends a function
			return in.place == inType && len(st.parens) > 0 && w.byteAt(w.codeEnd(st, at)-1) == ','
		},
		rules: map[string][]rule{
			"struct":    typ(`struct\s+NAME`, code.KindStruct),
			"union":     typ(`union\s+NAME`, code.KindStruct),
			"exception": typ(`exception\s+NAME`, code.KindStruct),
			"service":   typ(`service\s+NAME`, code.KindInterface),
			"enum":      typ(`enum\s+NAME`, code.KindEnum),
			"typedef":   {{pattern: re(`typedef\s.*?NAME\s*(?:\(|;|$)`), kind: code.KindType}},
			"const":     {{pattern: re(`const\s[^=]*?NAME\s*=`), kind: code.KindConstant}},
		},
		unnamed: func(w *walker, st *statement, in scope) (declared, bool) {
			name, ok := w.callee(st, 0)
			ok = ok && in.place == inType && w.declares(st, name, scope{}) && !digit(w.byteAt(st.decl))
			return declared{name: name, kind: code.KindMethod}, ok
		},
	}
}

// graphql is the table of GraphQL schemas and documents.
func graphql() braceLanguage {
	plain := func(pattern string, kind code.DefKind) []rule {
		return []rule{{pattern: re(pattern), kind: kind}}
	}
	return braceLanguage{
		lexis: lexis{
			line:   []string{"#"},
			blocks: []block{{open: `"""`, close: `"""`}}, // a description
			quotes: []quote{{open: `"`, close: `"`, escape: '\\'}},
		},
		newline:   true,
		continues: words("implements on"),
		modifiers: words("extend"),
		rules: map[string][]rule{
			"type":         plain(`type\s+NAME`, code.KindStruct),
			"interface":    plain(`interface\s+NAME`, code.KindInterface),
			"enum":         plain(`enum\s+NAME`, code.KindEnum),
			"input":        plain(`input\s+NAME`, code.KindStruct),
			"union":        plain(`union\s+NAME`, code.KindType),
			"scalar":       plain(`scalar\s+NAME`, code.KindType),
			"directive":    plain(`directive\s+@NAME`, code.KindMacro),
			"query":        plain(`query\s+NAME`, code.KindFunction),
			"mutation":     plain(`mutation\s+NAME`, code.KindFunction),
			"subscription": plain(`subscription\s+NAME`, code.KindFunction),
			"fragment":     plain(`fragment\s+NAME`, code.KindFunction),
		},
	}
}

// hcl is the table of HCL as Terraform uses it.
func hcl() braceLanguage {
	line, blocks := cComments(false)
	one := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+"([^"]+)"\s*$`), kind: kind}}
	}
	two := func(word string) []rule {
		return []rule{{pattern: re(word + `\s+"([^"]+)"\s+"([^"]+)"\s*$`), kind: code.KindStruct}}
	}
	bare := func(word string) []rule {
		return []rule{{pattern: re(`(` + word + `)\s*$`), kind: code.KindModule}}
	}
	return braceLanguage{
		lexis: lexis{line: append(line, "#"), blocks: blocks, heredocs: true, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\', interpolate: "${"},
		}},
		newline:   true,
		operators: true,
		rules: map[string][]rule{
			"resource":  two("resource"),
			"data":      two("data"),
			"module":    one("module", code.KindModule),
			"variable":  one("variable", code.KindVariable),
			"output":    one("output", code.KindVariable),
			"provider":  one("provider", code.KindModule),
			"locals":    bare("locals"),
			"terraform": bare("terraform"),
			"job":       one("job", code.KindModule),
			"source":    two("source"),
		},
	}
}

// solidity is the table of Solidity.
func solidity() braceLanguage {
	line, blocks := cComments(false)
	typ := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+NAME`), kind: kind, opens: inType}}
	}
	plain := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+NAME\s*\(?`), kind: kind}}
	}
	itself := func(word string) []rule {
		return []rule{{pattern: re(`(` + word + `)\s*\(`), kind: code.KindMethod}}
	}
	return braceLanguage{
		lexis: lexis{line: line, blocks: blocks, quotes: []quote{
			{open: `"`, close: `"`, escape: '\\'}, {open: `'`, close: `'`, escape: '\\'},
		}},
		modifiers: words("abstract"),
		rules: map[string][]rule{
			"contract":    typ("contract", code.KindClass),
			"library":     typ("library", code.KindModule),
			"interface":   typ("interface", code.KindInterface),
			"struct":      plain("struct", code.KindStruct),
			"enum":        plain("enum", code.KindEnum),
			"function":    plain("function", code.KindFunction),
			"modifier":    plain("modifier", code.KindFunction),
			"event":       plain("event", code.KindType),
			"error":       plain("error", code.KindType),
			"type":        plain("type", code.KindType),
			"constructor": itself("constructor"),
			"receive":     itself("receive"),
			"fallback":    itself("fallback"),
		},
	}
}
