package rules

import (
	"bytes"
	"regexp"
	"strings"

	"coderag/internal/code"
)

// addSections adds the languages whose declarations end with a sign or where
// the next one begins.
func (e *Extractor) addSections() {
	e.addStatements()
	for name, lang := range map[string]sectionLanguage{
		"toml": {
			lexis: lexis{line: []string{"#"}, quotes: []quote{
				{open: `"`, close: `"`, escape: '\\'}, {open: `'`, close: `'`},
				{open: `"""`, close: `"""`, escape: '\\', multiline: true}, {open: `'''`, close: `'''`, multiline: true},
			}},
			rules: []sectionRule{{first: "[", pattern: regexp.MustCompile(`^\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*$`), kind: code.KindModule}},
		},
		"ini": {
			lexis: lexis{line: []string{";", "#"}},
			rules: []sectionRule{{first: "[", pattern: regexp.MustCompile(`^\[\s*([^\[\]]+?)\s*\]\s*$`), kind: code.KindModule}},
		},
		"dockerfile": {
			lexis: lexis{line: []string{"#"}, heredocs: true},
			rules: []sectionRule{
				{first: "Ff", pattern: regexp.MustCompile(`(?i)^\s*FROM\s.*\sAS\s+([\w.-]+)\s*$`), kind: code.KindModule},
				{first: "Ff", pattern: regexp.MustCompile(`(?i)^\s*FROM\s+(?:--\S+\s+)*(\S+)\s*$`), kind: code.KindModule},
			},
		},
		"makefile": {
			lexis: lexis{extra: hashComment, extraBytes: "#"},
			rules: []sectionRule{
				{first: "d", pattern: regexp.MustCompile(`^define\s+([\w.-]+)`), kind: code.KindMacro, until: "endef"},
				{pattern: regexp.MustCompile(`^(?:export\s+|override\s+)?([\w.-]+)\s*(?:[:?+!]?|::)=`), kind: code.KindVariable, line: true},
				{pattern: regexp.MustCompile(`^([\w%/$(){}@*-][\w%/$(){}@.*+-]*)[^:=\n]*::?(?:[^=]|$)`), kind: code.KindFunction, recipe: true},
			},
		},
	} {
		lang.lexer = lang.lexis.compile()
		e.byLanguage[name] = func(path, text string) []code.Definition {
			return extractSections(&lang, path, text)
		}
	}
}

// sectionLanguage is the table of a language whose sections are announced by
// a line.
type sectionLanguage struct {
	lexis lexis
	rules []sectionRule
	lexer *compiled
}

// sectionRule maps a line to a declaration.
type sectionRule struct {
	first   string // bytes the line may begin with; any if empty
	pattern *regexp.Regexp
	kind    code.DefKind
	until   string // the line that ends it; "" if the next section does
	line    bool   // it is this line alone, with those it is continued on
	recipe  bool   // it is this line and the ones that follow indented
}

// extractSections finds the sections of a text line by line.
func extractSections(lang *sectionLanguage, path, text string) []code.Definition {
	s := newSource(lang.lexer, path, text)
	var pending []declaration
	open, last := -1, 0 // the section that goes on to the next, and the end of the code so far
	for at := 0; at < len(s.code); {
		end := codeLineEnd(s.code, at)
		next := end + 1
		if d, r, ok := lang.match(s, at, end); ok {
			if open >= 0 {
				pending[open].end = last
				open = -1
			}
			d.end, next = s.sectionEnd(r, at, end)
			if d.end < 0 {
				open = len(pending)
			}
			pending = append(pending, d)
		}
		if code := min(next-1, len(s.code)); code > at && !blank(s.code[at:code]) {
			last = trimmed(s.code, at, code)
		}
		at = next
	}
	if open >= 0 {
		pending[open].end = last
	}
	for _, d := range pending {
		s.add(d)
	}
	return s.definitions()
}

// match returns what the line declares.
func (l *sectionLanguage) match(s *source, at, end int) (declaration, sectionRule, bool) {
	line := s.code[at:end]
	if len(bytes.TrimSpace(line)) == 0 || len(line) > maxHead {
		return declaration{}, sectionRule{}, false
	}
	for _, r := range l.rules {
		if r.first != "" && strings.IndexByte(r.first, bytes.TrimSpace(line)[0]) < 0 {
			continue
		}
		if m := r.pattern.FindSubmatchIndex(line); m != nil {
			name := s.text[at+m[2] : at+m[3]]
			return declaration{name: name, kind: r.kind, from: at, start: at, head: end}, r, true
		}
	}
	return declaration{}, sectionRule{}, false
}

// sectionEnd returns where the section that begins with a line ends, -1 if with
// the next one, and where to go on reading.
func (s *source) sectionEnd(r sectionRule, at, end int) (sectionEnd, next int) {
	switch {
	case r.until != "":
		if i := bytes.Index(s.code[end:min(len(s.code), end+maxLiteral)], []byte("\n"+r.until)); i >= 0 {
			end = codeLineEnd(s.code, end+i+1)
		}
	case r.line, r.recipe:
		for end < len(s.code) && (bytes.HasSuffix(bytes.TrimRight(s.code[at:end], " "), []byte(`\`)) || r.recipe && s.indentedNext(end)) {
			end = codeLineEnd(s.code, s.lineBreak(end))
		}
	default:
		return -1, end + 1
	}
	return max(trimmed(s.code, at, end), at+1), end + 1
}

// lineBreak returns the offset after the line break at at.
func (s *source) lineBreak(at int) int {
	if at+1 < len(s.code) && s.code[at] == '\r' && s.code[at+1] == '\n' {
		return at + 2
	}
	return min(at+1, len(s.code))
}

// indentedNext reports whether the line after the break at at is indented.
func (s *source) indentedNext(at int) bool {
	next := s.lineBreak(at)
	return next < len(s.code) && s.code[next] == '\t'
}

// hashComment recognises a comment to the end of the line, unless the sign is
// escaped or part of a word.
func hashComment(m *masker, at int) (hidden span, end int, ok bool) {
	if at > 0 && !spaceByte(m.text[at-1]) {
		return span{}, at, false
	}
	end = lineEnd(m.text, at)
	return span{at, end}, end, true
}
