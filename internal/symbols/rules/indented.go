package rules

import "coderag/internal/code"

// addLayout adds the languages in which indentation ends a declaration.
func (e *Extractor) addLayout() {
	for name, lang := range map[string]layoutLanguage{
		"fsharp": fsharp(),
		"ocaml":  ocaml(),
		"nim":    nim(),
	} {
		lang.lexer = lang.lexis.compile()
		e.byLanguage[name] = func(path, text string) []code.Definition {
			return extractLayout(&lang, path, text)
		}
	}
}

// fsharp is the table of F#.
func fsharp() layoutLanguage {
	modifiers := `(?:rec\s+|inline\s+|mutable\s+|private\s+|internal\s+|public\s+)*`
	value := []rule{
		{pattern: re(`let\s+` + modifiers + `\(([^\s\w]+|\|[^)]*\|)\)`), kind: code.KindFunction},
		{pattern: re(`(?:let|and|use)!?\s+` + modifiers + `NAME'*\s*(?::[^=]*)?=`), kind: code.KindVariable},
		{pattern: re(`(?:let|and)\s+` + modifiers + `NAME'*`), kind: code.KindFunction},
	}
	member := []rule{{pattern: re(`(?:member|override|default|val)\s+(?:val\s+)?` + modifiers + `(?:[\pL_]\w*\.)?NAME`), kind: code.KindMethod}}
	typ := []rule{{pattern: re(`(?:type|and)\s+` + modifiers + `NAME`), kind: code.KindType, opens: inType}}
	return layoutLanguage{
		lexis: lexis{
			line:   []string{"//"},
			blocks: []block{{open: "(*", close: "*)", nested: true}},
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\', multiline: true},
				{open: `$"`, close: `"`, escape: '\\', multiline: true, interpolate: "{"},
				{open: `@"`, close: `"`, doubled: true, multiline: true},
				{open: `"""`, close: `"""`, multiline: true},
				{open: `'`, close: `'`, escape: '\\', max: 6, guard: notInWord},
				{open: "``", close: "``", max: 200},
			},
		},
		modifiers: words("static abstract"),
		closing:   words("end with then else elif in |"),
		whole:     words("module namespace"),
		rules: map[string][]rule{
			"namespace": {{pattern: re(`namespace\s+(?:rec\s+|global\s+)?([\w.]+)`), kind: code.KindModule, opens: inFile}},
			"module":    {{pattern: re(`module\s+` + modifiers + `([\w.]+)`), kind: code.KindModule, opens: inFile}},
			"type":      typ,
			"exception": {{pattern: re(`exception\s+NAME`), kind: code.KindType}},
			"let":       value,
			"member":    member, "override": member, "default": member, "val": member,
			"new": {{pattern: re(`(new)\s*\(`), kind: code.KindMethod}},
		},
	}
}

// ocaml is the table of OCaml.
func ocaml() layoutLanguage {
	ident := `([\pL_][\pL\pN_']*)`
	value := []rule{
		{pattern: re(`(?:let|and)(?:%\w+)?\s+(?:rec\s+)?` + ident + `\s*(?::[^=]*)?=`), kind: code.KindVariable},
		{pattern: re(`(?:let|and)(?:%\w+)?\s+(?:rec\s+)?` + ident), kind: code.KindFunction},
		{pattern: re(`(?:let|and)\s+(?:rec\s+)?\(\s*([^\s\w)]+)\s*\)`), kind: code.KindFunction},
	}
	plain := func(word string, kind code.DefKind, opens place) []rule {
		return []rule{{pattern: re(`(?:` + word + `|and)\s+(?:nonrec\s+|rec\s+|mutable\s+|virtual\s+|private\s+|!\s*)*(?:(?:\([^)]*\)|[-+]?'\w+|\[[^\]]*\])\s+)?` + ident), kind: kind, opens: opens}}
	}
	return layoutLanguage{
		lexis: lexis{
			blocks: []block{{open: "(*", close: "*)", nested: true}},
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\', multiline: true},
				{open: "{|", close: "|}", multiline: true},
				{open: `'`, close: `'`, escape: '\\', max: 6, guard: notInWord},
			},
		},
		closing: words("end in then else with done do | ;; ;"),
		rules: map[string][]rule{
			"let":       value,
			"module":    {{pattern: re(`module\s+type\s+` + ident), kind: code.KindInterface, opens: inFile}, {pattern: re(`(?:module|and)\s+(?:rec\s+)?([A-Z][\w']*)`), kind: code.KindModule, opens: inFile}},
			"type":      plain("type", code.KindType, inFunction),
			"exception": plain("exception", code.KindType, inFunction),
			"external":  plain("external", code.KindFunction, inFunction),
			"val":       plain("val", code.KindFunction, inFunction),
			"class":     plain("class(?:\\s+type)?", code.KindClass, inType),
			"method":    plain("method", code.KindMethod, inFunction),
		},
	}
}

// nim is the table of Nim.
func nim() layoutLanguage {
	ident := "`?([\\pL_][\\pL\\pN_]*|[^\\s\\w`(]+)`?"
	plain := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `\s+` + ident), kind: kind}}
	}
	section := func(word string, kind code.DefKind) []rule {
		return []rule{{pattern: re(word + `[ \t]+NAME\*?[^\n=]*=`), kind: kind}}
	}
	rules := map[string][]rule{
		"template": plain("template", code.KindMacro),
		"macro":    plain("macro", code.KindMacro),
		"method":   plain("method", code.KindMethod),
		"type":     append(section("type", code.KindType), rule{pattern: re(`type\s*[\r\n]`), opens: inFile}),
		"const":    section("const", code.KindConstant),
		"let":      section("let", code.KindVariable),
		"var":      section("var", code.KindVariable),
	}
	for _, word := range []string{"proc", "func", "iterator", "converter"} {
		rules[word] = plain(word, code.KindFunction)
	}
	return layoutLanguage{
		lexis: lexis{
			line:   []string{"#"},
			blocks: []block{{open: "#[", close: "]#", nested: true}, {open: "##[", close: "]##", nested: true}},
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\'},
				{open: `r"`, close: `"`, doubled: true, guard: notInWord},
				{open: `"""`, close: `"""`, multiline: true},
				{open: `'`, close: `'`, escape: '\\', max: 6, guard: notInWord},
			},
		},
		rules:  rules,
		member: &rule{pattern: re(`NAME\*?\s*(?:\[[^\]]*\])?\s*(?:\{[^}]*\})?\s*=`), kind: code.KindType, opens: inFunction},
	}
}
