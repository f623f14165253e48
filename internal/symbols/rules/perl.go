package rules

import (
	"strings"

	"coderag/internal/code"
)

// perl is the table of Perl.
func perl() braceLanguage {
	return braceLanguage{
		lexis: lexis{
			line:     []string{"#"},
			heredocs: true,
			quotes: []quote{
				{open: `"`, close: `"`, escape: '\\', multiline: true},
				{open: `'`, close: `'`, escape: '\\', multiline: true, guard: notInWord},
				{open: "/", close: "/", escape: '\\', guard: asOperand},
			},
			extra:      perlLiteral,
			extraBytes: "qmsty=_$",
		},
		modifiers:  words("my our state"),
		unclosable: words("package"),
		rules: map[string][]rule{
			"package": {{pattern: re(`package\s+([\w:]+)`), kind: code.KindModule, opens: inFile}},
			"class":   {{pattern: re(`class\s+([\w:]+)[^=]*$`), kind: code.KindClass, opens: inType}},
			"role":    {{pattern: re(`role\s+([\w:]+)[^=]*$`), kind: code.KindTrait, opens: inType}},
			"sub":     {{pattern: re(`sub\s+([\w:']+)`), kind: code.KindFunction, local: true}},
			"method":  {{pattern: re(`method\s+NAME\s*[({;]?`), kind: code.KindMethod}},
			"use":     {{pattern: re(`use\s+constant\s+([A-Za-z_]\w*)\s*(?:=>|,)`), kind: code.KindConstant}},
		},
	}
}

// perlLiteral recognises q{}, m//, s///, documentation, __END__ and variables
// named by punctuation.
func perlLiteral(m *masker, at int) (hidden span, end int, ok bool) {
	switch m.text[at] {
	case '=':
		return perlPod(m, at)
	case '_':
		return perlData(m, at)
	case '$':
		if at+1 < len(m.text) && strings.IndexByte(`#'"/&;`+"`", m.text[at+1]) >= 0 {
			return span{}, at + 2, true
		}
		return span{}, at, false
	}
	return perlQuote(m, at)
}

// perlPod hides documentation: from a line "=word" to the line "=cut".
func perlPod(m *masker, at int) (hidden span, end int, ok bool) {
	if at > 0 && m.text[at-1] != '\n' || at+1 >= len(m.text) || m.text[at+1] < 'a' || m.text[at+1] > 'z' {
		return span{}, at, false
	}
	end = len(m.text)
	if i := strings.Index(m.text[at:], "\n=cut"); i >= 0 {
		end = lineEnd(m.text, at+i+1)
	}
	return span{at, end}, end, true
}

// perlData hides all that follows a line __END__ or __DATA__.
func perlData(m *masker, at int) (hidden span, end int, ok bool) {
	if at > 0 && m.text[at-1] != '\n' {
		return span{}, at, false
	}
	if word := m.text[at:lineEnd(m.text, at)]; strings.TrimSpace(word) != "__END__" && strings.TrimSpace(word) != "__DATA__" {
		return span{}, at, false
	}
	return span{at, len(m.text)}, len(m.text), true
}

// perlParts says how many parts the literal each operator begins has.
func perlParts(word string) int {
	switch word {
	case "q", "qq", "qw", "qr", "qx", "m":
		return 1
	case "s", "tr", "y":
		return 2
	}
	return 0
}

// perlQuote recognises an operator with delimiters of the writer's choice.
func perlQuote(m *masker, at int) (hidden span, end int, ok bool) {
	from, parts := perlOperator(m.text, at)
	if parts == 0 || m.failed >= maxFailures {
		return span{}, at, false
	}
	end = from
	for ; parts > 0; parts-- {
		if end, ok = perlPart(m.text, end); !ok {
			m.failed++
			return span{}, at, false
		}
		if parts > 1 {
			end = secondPart(m.text, end)
		}
	}
	return span{from, end}, end, true
}

// perlOperator returns the offset of the first delimiter of the operator at at,
// and how many parts its literal has: 0 if this is none.
func perlOperator(text string, at int) (from, parts int) {
	if at > 0 && (wordByte(text[at-1]) || strings.IndexByte("@%&>{-:", text[at-1]) >= 0) {
		return at, 0
	}
	word := at
	for word < len(text) && word < at+3 && wordByte(text[word]) {
		word++
	}
	from = word
	for from < len(text) && text[from] == ' ' {
		from++
	}
	switch {
	case from >= len(text), wordByte(text[from]),
		strings.IndexByte("=,;)\n\t ", text[from]) >= 0,
		from > word && text[from] == '#':
		return at, 0
	}
	return from, perlParts(text[at:word])
}

// secondPart returns the offset of the delimiter that opens the second part of
// a literal whose first part ends at end: its last one, or after a bracket the
// next sign.
func secondPart(text string, end int) int {
	if strings.IndexByte(")]}>", text[end-1]) < 0 {
		return end - 1
	}
	for end < len(text) && spaceByte(text[end]) {
		end++
	}
	return end
}

// perlPart returns the offset after the part whose delimiter is at at.
func perlPart(text string, at int) (end int, ok bool) {
	if at >= len(text) {
		return at, false
	}
	open := text[at]
	closing := open
	if i := strings.IndexByte("([{<", open); i >= 0 {
		closing = ")]}>"[i]
	}
	depth := 1
	for i := at + 1; i < min(len(text), at+maxInterpolation); i++ {
		switch b := text[i]; {
		case b == '\\':
			i++
		case b == closing:
			if depth--; depth == 0 {
				return i + 1, true
			}
		case b == open:
			depth++
		}
	}
	return at, false
}
