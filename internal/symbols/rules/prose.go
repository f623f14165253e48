package rules

import (
	"regexp"
	"strings"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// addProse adds the languages whose declarations are headings.
func (e *Extractor) addProse() {
	atx := regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	asciidoc := regexp.MustCompile(`^(={1,6})[ \t]+(\S.*?)(?:[ \t]+=+)?[ \t]*$`)
	e.byLanguage["markdown"] = func(_, text string) []code.Definition {
		return headings(text, newMarkdown(atx).line)
	}
	e.byLanguage["restructuredtext"] = func(_, text string) []code.Definition {
		return headings(text, (&restructured{}).line)
	}
	e.byLanguage["asciidoc"] = func(_, text string) []code.Definition {
		return headings(text, (&asciiDoc{pattern: asciidoc}).line)
	}
}

// heading is a heading of a text: level 1 is the highest.
type heading struct {
	level       int
	title       string
	first, last int // its lines
}

// textLines is a text as its lines, without their ends. Index 0 is line 1.
type textLines []string

// at returns a line, or "" outside the text.
func (l textLines) at(i int) string {
	if i < 0 || i >= len(l) {
		return ""
	}
	return l[i]
}

// headings finds the sections of a text: find looks at the line of an index
// and returns the heading that ends there, if any.
func headings(text string, find func(lines textLines, i int) (heading, bool)) []code.Definition {
	index := code.NewLines(text)
	lines := make(textLines, index.Count())
	for i := range lines {
		lines[i] = strings.TrimRight(index.Range(code.Span{Start: i + 1, End: i + 1}).Of(text), "\r\n")
	}
	var found []heading
	for i := range lines {
		if h, ok := find(lines, i); ok && h.title != "" {
			found = append(found, h)
		}
	}
	return sections(lines, found)
}

// sections gives each heading its span, up to the next heading of its level or
// a higher one, and its scope, the headings above it.
func sections(lines textLines, found []heading) []code.Definition {
	definitions := make([]code.Definition, 0, len(found))
	ends := make([]int, len(found)) // by heading: its last line
	var open []int                  // the headings around the current one
	finish := func(level, before int) {
		for len(open) > 0 && found[open[len(open)-1]].level >= level {
			h := open[len(open)-1]
			ends[h] = max(found[h].last, lastFull(lines, before))
			open = open[:len(open)-1]
		}
	}
	for i, h := range found {
		finish(h.level, h.first-1)
		var scope []string
		for _, parent := range open {
			scope = append(scope, found[parent].title)
		}
		open = append(open, i)
		definitions = append(definitions, code.Definition{
			Name: h.title, Scope: strings.Join(scope, "."), Kind: code.KindHeading,
			Signature: symbols.Signature(h.title), Lines: code.Span{Start: h.first},
		})
	}
	finish(0, len(lines))
	for i := range definitions {
		definitions[i].Lines.End = ends[i]
	}
	symbols.Sort(definitions)
	return definitions
}

// lastFull returns the last line up to line that is not blank.
func lastFull(lines textLines, line int) int {
	for line > 0 && strings.TrimSpace(lines[line-1]) == "" {
		line--
	}
	return line
}

// asciiDoc finds the headings of AsciiDoc, outside delimited blocks.
type asciiDoc struct {
	pattern *regexp.Regexp
	block   string // what ends the open block
}

func (a *asciiDoc) line(lines textLines, i int) (heading, bool) {
	line := strings.TrimRight(lines.at(i), " \t")
	if a.block != "" {
		if line == a.block {
			a.block = ""
		}
		return heading{}, false
	}
	if len(line) >= 4 && strings.Trim(line, line[:1]) == "" && strings.IndexByte("-.+/_*=|", line[0]) >= 0 {
		a.block = line
		return heading{}, false
	}
	m := a.pattern.FindStringSubmatch(line)
	if m == nil {
		return heading{}, false
	}
	return heading{level: len(m[1]), title: m[2], first: i + 1, last: i + 1}, true
}

// restructured finds the headings of reStructuredText: a line underlined, and
// perhaps overlined, by one repeated sign. Levels go by order of appearance.
type restructured struct{ styles []string }

func (r *restructured) line(lines textLines, i int) (heading, bool) {
	under, title := strings.TrimRight(lines.at(i), " \t"), lines.at(i-1)
	if !adornment(under) || strings.TrimSpace(title) == "" || adornment(strings.TrimSpace(title)) {
		return heading{}, false
	}
	over := strings.TrimRight(lines.at(i-2), " \t")
	style, first := under[:1], i
	switch {
	case over == under:
		style, first = style+style, i-1
	case strings.TrimSpace(over) != "" || title[0] == ' ' || len(under) < len([]rune(strings.TrimSpace(title))):
		return heading{}, false
	}
	level := len(r.styles)
	for j, known := range r.styles {
		if known == style {
			level = j
		}
	}
	if level == len(r.styles) {
		r.styles = append(r.styles, style)
	}
	return heading{level: level + 1, title: strings.TrimSpace(title), first: first, last: i + 1}, true
}

// adornment reports whether a line is one punctuation sign, three times or more.
func adornment(line string) bool {
	return len(line) >= 3 && strings.IndexByte("=-`:.'\"~^_*+#<>", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}
