package main

import (
	"regexp"
	"slices"
	"strings"

	"coderag/internal/code"
)

var (
	inlineCode = regexp.MustCompile("`([A-Za-z_][A-Za-z0-9_.:]{3,60})(\\(\\))?`")
	testTitle  = regexp.MustCompile("\\b(?:it|test|describe|context|specify|should|scenario|TEST_CASE|SECTION|testcase|g\\.test|Deno\\.test)[ (]+[\"'`]([^\"'`\\n]{8,120})[\"'`]")
	paragraphs = regexp.MustCompile(`\n\s*\n`)
	marks      = regexp.MustCompile("[*`>|]|\\[|\\]\\([^)]*\\)|\\]")
)

// prose gives the sentences of documents that name a declaration, with it, and
// the headings with what is below them.
func (r *repository) prose(add func(Pair, bool)) {
	for _, f := range r.files {
		if f.language != "markdown" && f.language != "restructuredtext" {
			continue
		}
		heading := ""
		for _, paragraph := range paragraphs.Split(f.text, -1) {
			paragraph = strings.TrimSpace(paragraph)
			if strings.HasPrefix(paragraph, "#") {
				line, rest, _ := strings.Cut(paragraph, "\n")
				heading, paragraph = strings.Trim(line, "# "), rest
			}
			if strings.HasPrefix(paragraph, fence) || len(paragraph) < 20 {
				continue
			}
			if heading != "" && len(paragraph) > 120 {
				add(r.pair(kindSection, heading, f, "", paragraph))
			}
			r.named(heading, paragraph, add)
		}
	}
}

// named gives the sentences of a paragraph that name one declaration.
func (r *repository) named(heading, paragraph string, add func(Pair, bool)) {
	for _, s := range strings.SplitAfter(strings.Join(strings.Fields(paragraph), " "), ". ") {
		for _, m := range inlineCode.FindAllStringSubmatch(s, 2) {
			parts := strings.FieldsFunc(m[1], func(c rune) bool { return c == '.' || c == ':' })
			places := r.defs[parts[len(parts)-1]]
			if len(places) == 0 || len(places) > 2 || places[0].file.test {
				continue
			}
			text := marks.ReplaceAllString(strings.ReplaceAll(s, m[0], ""), "")
			if len(text) < 80 && heading != "" {
				text = heading + ": " + text
			}
			if f, d := places[0].file, places[0].def; spoken(text, 4) && d.Kind != code.KindHeading {
				add(r.pair(kindProse, text, f, d.Qualified(), f.without(d, d.DocLines)))
			}
		}
	}
}

// tests gives the names and titles of tests with the part of the tested file
// that shares most with them.
func (r *repository) tests(add func(Pair, bool)) {
	byStem := map[string][]*file{}
	for _, f := range r.files {
		if !f.test && len(f.defs) > 0 && f.language != "markdown" {
			byStem[stem(f.Path)] = append(byStem[stem(f.Path)], f)
		}
	}
	for _, f := range r.files {
		tested := byStem[stem(f.Path)]
		if !f.test || len(tested) == 0 || len(tested) > 3 {
			continue
		}
		for _, title := range f.titles() {
			target := slices.MaxFunc(tested, func(a, b *file) int { return common(a.Path, f.Path) - common(b.Path, f.Path) })
			if c, ok := r.closest(title, target); ok {
				add(r.pair(kindTest, title, target, c.Symbol, c.Bytes.Of(target.text)))
			}
		}
	}
}

// titles returns what the tests of f are called.
func (f *file) titles() (titles []string) {
	for _, d := range f.defs {
		name := strings.TrimPrefix(strings.TrimPrefix(d.Name, "Test"), "test")
		if name != d.Name && len(name) > 8 {
			titles = append(titles, strings.Trim(name, "_"))
		}
	}
	for _, m := range testTitle.FindAllStringSubmatch(f.text, -1) {
		titles = append(titles, strings.TrimPrefix(m[1], "should "))
	}
	return titles
}

func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
