package rules

import (
	"regexp"
	"strings"
)

// markdown finds the headings of Markdown, outside code, comments and the
// metadata at the top.
type markdown struct {
	atx     *regexp.Regexp
	fence   string // what opened the code around this line
	matter  string // what ends the metadata at the top
	comment bool
	ended   int // index of the last line that ended a paragraph
}

func newMarkdown(atx *regexp.Regexp) *markdown { return &markdown{atx: atx, ended: -1} }

func (m *markdown) line(lines textLines, i int) (heading, bool) {
	line := lines.at(i)
	if m.inside(line, i, lines) {
		m.ended = i
		return heading{}, false
	}
	if h, ok := m.marked(line, i); ok {
		m.ended = i
		return h, true
	}
	h, ok := m.underlined(lines, i)
	if ok || !paragraph(line) {
		m.ended = i
	}
	return h, ok
}

// inside reports whether the line belongs to metadata, a comment or fenced
// code, its first and last lines included.
func (m *markdown) inside(line string, i int, lines textLines) bool {
	trimmed := strings.TrimSpace(line)
	switch {
	case m.matter != "":
		if trimmed == m.matter {
			m.matter = ""
		}
		return true
	case m.comment:
		m.comment = !strings.Contains(line, "-->")
		return true
	case m.fence != "":
		if strings.HasPrefix(trimmed, m.fence) && strings.Trim(trimmed, m.fence[:1]) == "" {
			m.fence = ""
		}
		return true
	case i == 0 && (trimmed == "---" || trimmed == "+++") && frontMatter(lines, trimmed):
		m.matter = trimmed
		return true
	case strings.HasPrefix(trimmed, "<!--"):
		m.comment = !strings.Contains(trimmed, "-->")
		return true
	}
	m.fence = fence(trimmed)
	return m.fence != ""
}

// frontMatter reports whether the metadata that the first line opens ends,
// within a hundred lines.
func frontMatter(lines textLines, mark string) bool {
	for _, line := range lines[1:min(len(lines), 100)] {
		if strings.TrimSpace(line) == mark {
			return true
		}
	}
	return false
}

// fence returns the marks that open fenced code on the line, or "".
func fence(trimmed string) string {
	for _, mark := range []string{"`", "~"} {
		rest := strings.TrimLeft(trimmed, mark)
		if n := len(trimmed) - len(rest); n >= 3 && (mark == "~" || !strings.Contains(rest, "`")) {
			return trimmed[:n]
		}
	}
	return ""
}

// marked returns the heading of a line that begins with "#".
func (m *markdown) marked(line string, i int) (heading, bool) {
	if !strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
		return heading{}, false
	}
	found := m.atx.FindStringSubmatch(line)
	if found == nil {
		return heading{}, false
	}
	return heading{level: len(found[1]), title: plainTitle(found[2]), first: i + 1, last: i + 1}, true
}

// underlined returns the heading that the line at i underlines: the whole
// paragraph above it.
func (m *markdown) underlined(lines textLines, i int) (heading, bool) {
	line := strings.TrimSpace(lines.at(i))
	if line == "" || strings.HasPrefix(lines.at(i), "    ") || m.ended >= i-1 {
		return heading{}, false
	}
	level := 1
	switch {
	case strings.Trim(line, "=") == "":
	case strings.Trim(line, "-") == "":
		level = 2
	default:
		return heading{}, false
	}
	first := m.ended + 1
	if i-first > 4 { // a rule below a long paragraph
		return heading{}, false
	}
	return heading{level: level, title: plainTitle(strings.Join(lines[first:i], " ")), first: first + 1, last: i + 1}, true
}

// paragraph reports whether a line may be part of a paragraph that can be a
// heading: no list item, quotation, table row or indented code.
func paragraph(line string) bool {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") {
		return false
	}
	switch trimmed[0] {
	case '>', '|', '<':
		return false
	case '-', '*', '+':
		return len(trimmed) > 1 && trimmed[1] != ' '
	}
	return !digit(trimmed[0]) || !strings.Contains(trimmed[:min(len(trimmed), 5)], ". ")
}

// plainTitle returns a heading's text without marks for emphasis, code and
// anchors.
func plainTitle(title string) string {
	if i := strings.LastIndex(title, "{#"); i > 0 && strings.HasSuffix(strings.TrimSpace(title), "}") {
		title = title[:i]
	}
	title = strings.NewReplacer("`", "", "**", "", "__", "").Replace(title)
	return strings.TrimSpace(strings.Join(strings.Fields(title), " "))
}
