package rules

import (
	"bytes"
	"regexp"
	"strings"

	"coderag/internal/code"
)

// addStatements adds the languages whose declarations end with a sign.
func (e *Extractor) addStatements() {
	sqlLexer, erlangLexer := sqlLexis().compile(), erlangLexis().compile()
	part := "(?:\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\]|[\\w$]+)"
	create := regexp.MustCompile(strings.ReplaceAll(`(?i)^create\s+(?:or\s+(?:replace|alter)\s+|temp(?:orary)?\s+|unlogged\s+|global\s+|local\s+|materialized\s+|unique\s+|external\s+|virtual\s+|recursive\s+|editionable\s+|definer\s*=\s*\S+\s+)*`+
		`(table|function|view|procedure|proc|trigger|index|type|schema|sequence|domain|package|event)\s+(?:body\s+)?(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?`+
		"(PART(?:\\.PART)*)", "PART", part))
	e.byLanguage["sql"] = func(path, text string) []code.Definition {
		return extractSQL(newSource(sqlLexer, path, text), create)
	}
	erlang := []erlangRule{
		{regexp.MustCompile(`^-module\(\s*('[^']*'|[\w@]+)`), code.KindModule},
		{regexp.MustCompile(`^-record\(\s*('?\w+'?)`), code.KindStruct},
		{regexp.MustCompile(`^-define\(\s*('?\w+'?)`), code.KindMacro},
		{regexp.MustCompile(`^-(?:type|opaque)\s+('?\w+'?)\s*\(`), code.KindType},
		{regexp.MustCompile(`^-callback\s+('?\w+'?)\s*\(`), code.KindInterface},
		{regexp.MustCompile(`^('[^']*'|[a-z][\w@]*)\s*\(`), code.KindFunction},
	}
	e.byLanguage["erlang"] = func(path, text string) []code.Definition {
		return extractErlang(newSource(erlangLexer, path, text), erlang)
	}
}

// erlangRule maps the beginning of a form to a declaration.
type erlangRule struct {
	pattern *regexp.Regexp
	kind    code.DefKind
}

func erlangLexis() lexis {
	return lexis{
		line: []string{"%"},
		quotes: []quote{
			{open: `"`, close: `"`, escape: '\\', multiline: true},
			{open: `'`, close: `'`, escape: '\\'},
		},
		extra: func(m *masker, at int) (hidden span, end int, ok bool) { // $( and $\n are characters
			end = min(at+2, len(m.text))
			if strings.HasPrefix(m.text[at+1:], `\`) {
				end = min(at+3, len(m.text))
			}
			return span{at, end}, end, true
		},
		extraBytes: "$",
	}
}

// extractErlang finds the forms of Erlang, each of which ends with a full stop.
// A specification belongs to the function below it.
func extractErlang(s *source, rules []erlangRule) []code.Definition {
	spec := -1
	for at := 0; at < len(s.code); {
		for at < len(s.code) && spaceByte(s.code[at]) {
			at++
		}
		end := fullStop(s.code, at)
		form := s.code[at:end]
		if bytes.HasPrefix(form, []byte("-spec")) || bytes.HasPrefix(form, []byte("-doc")) {
			if spec < 0 {
				spec = at
			}
			at = end
			continue
		}
		if d, ok := s.erlangForm(rules, at, end); ok {
			if spec >= 0 && d.kind == code.KindFunction {
				d.from = spec
			}
			s.add(d)
		}
		spec, at = -1, end
	}
	return s.definitions()
}

// erlangForm returns what the form between two offsets declares. The head of a
// function ends before its arrow.
func (s *source) erlangForm(rules []erlangRule, at, end int) (declaration, bool) {
	form := s.code[at:end]
	for _, r := range rules {
		m := r.pattern.FindSubmatchIndex(form[:min(len(form), maxHead)])
		if m == nil {
			continue
		}
		d := declaration{name: s.text[at+m[2] : at+m[3]], kind: r.kind, from: at, start: at, head: min(end, headEnd(s.code, at)), end: trimmed(s.code, at, end)}
		if i := bytes.Index(form, []byte("->")); i >= 0 && r.kind == code.KindFunction {
			d.head = min(d.head, at+i)
		}
		return d, true
	}
	return declaration{}, false
}

// fullStop returns the offset after the "." that ends the form at at.
func fullStop(code []byte, at int) int {
	for i := at; i < len(code); i++ {
		if code[i] == '.' && (i+1 == len(code) || spaceByte(code[i+1])) {
			return i + 1
		}
	}
	return len(code)
}

func sqlLexis() lexis {
	return lexis{
		line:   []string{"--"},
		blocks: []block{{open: "/*", close: "*/", nested: true}},
		quotes: []quote{
			{open: `'`, close: `'`, doubled: true, multiline: true},
			{open: `"`, close: `"`, doubled: true},
		},
		extra: func(m *masker, at int) (hidden span, end int, ok bool) { // $tag$ ... $tag$
			i := at + 1
			for i < len(m.text) && i < at+64 && m.text[i] != '$' && wordByte(m.text[i]) {
				i++
			}
			if i >= len(m.text) || m.text[i] != '$' {
				return span{}, at, false
			}
			tag := m.text[at : i+1]
			if m.missing[tag] {
				return span{}, at, false
			}
			length := strings.Index(m.text[i+1:], tag)
			if length < 0 {
				m.missing[tag] = true
				return span{}, at, false
			}
			return span{i + 1, i + 1 + length}, i + 1 + length + len(tag), true
		},
		extraBytes: "$",
	}
}

// sqlKinds says what each thing that is created counts as.
func sqlKind(word string) code.DefKind {
	switch strings.ToLower(word) {
	case "function", "procedure", "proc", "trigger", "event":
		return code.KindFunction
	case "table", "view":
		return code.KindStruct
	case "schema", "package":
		return code.KindModule
	case "index", "sequence":
		return code.KindVariable
	}
	return code.KindType
}

// extractSQL finds the CREATE statements. Each ends with its semicolon, that of
// a routine with the one outside BEGIN and END, or before a line GO.
func extractSQL(s *source, create *regexp.Regexp) []code.Definition {
	for at := 0; at < len(s.code); {
		for at < len(s.code) && (spaceByte(s.code[at]) || s.code[at] == ';') {
			at++
		}
		m := create.FindSubmatchIndex(s.code[at:min(len(s.code), at+maxHead)])
		end := s.sqlEnd(at, m != nil)
		if m != nil {
			kind := sqlKind(string(s.code[at+m[2] : at+m[3]]))
			name, scope := sqlName(s.text[at+m[4] : at+m[5]])
			s.add(declaration{name: name, scope: scope, kind: kind, from: at, start: at, head: min(end, s.sqlHead(at, at+m[5])), end: trimmed(s.code, at, end)})
		}
		at = max(end, at+1)
	}
	return s.definitions()
}

// sqlHead returns where the head of a statement ends whose name ends at from.
func (s *source) sqlHead(at, from int) int {
	return max(headEnd(s.code, at), from)
}

// sqlName splits a name into its last part and what comes before.
func sqlName(written string) (name, scope string) {
	written = strings.NewReplacer(`"`, "", "`", "", "[", "", "]", "").Replace(written)
	if i := strings.LastIndexByte(written, '.'); i >= 0 {
		return written[i+1:], written[:i]
	}
	return written, ""
}

// sqlEnd returns the offset after the statement at at.
func (s *source) sqlEnd(at int, routine bool) int {
	depth, previous := 0, ""
	for i := at; i < len(s.code); {
		b := s.code[i]
		switch {
		case b == ';' && depth <= 0:
			return i + 1
		case !wordByte(b):
			if b == ';' {
				previous = ""
			}
			i++
			continue
		}
		end := wordEnd(s.code, i)
		word := strings.ToLower(string(s.code[i:min(end, i+16)]))
		first := i == 0 || s.code[i-1] == '\n' || s.code[i-1] == '\r'
		switch {
		case first && i > at && (word == "go" || word == "create" && depth <= 0):
			return i
		case word == "end":
			depth--
		case previous == "end":
		case routine && (word == "begin" || word == "case" || word == "loop" || word == "do" || word == "repeat" || word == "if" && previous == ""):
			depth++
		}
		previous, i = word, end
		if word == "then" || word == "else" || word == "begin" {
			previous = ""
		}
	}
	return len(s.code)
}
