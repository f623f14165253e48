package main

import (
	"regexp"
	"strings"
	"unicode"

	"coderag/internal/code"
)

// docs gives every doc comment with its declaration.
func (r *repository) docs(add func(Pair, bool)) {
	for _, f := range r.files {
		for _, d := range f.defs {
			if d.DocLines.IsZero() || d.Kind == code.KindHeading {
				continue
			}
			if text := firstSentences(plainComment(f.of(d.DocLines)), 120); spoken(text, 3) {
				add(r.pair(kindDoc, text, f, d.Qualified(), f.without(d, d.DocLines)))
			}
		}
	}
}

// names gives the name of every function of some length with its body, in
// which the name is not.
func (r *repository) names(add func(Pair, bool)) {
	const enough = 4 // lines
	for _, f := range r.files {
		if f.test {
			continue
		}
		for _, d := range f.defs {
			if d.Kind != code.KindFunction && d.Kind != code.KindMethod && d.Kind != code.KindMacro || d.Lines.End-d.Lines.Start < enough {
				continue
			}
			name := r.words(d.Name)
			if strings.Count(name, " ") == 0 && len(name) < 4 {
				continue
			}
			text := strings.ReplaceAll(f.without(d, d.DocLines), d.Name, "")
			add(r.pair(kindName, d.Name, f, d.Scope, text))
		}
	}
}

// inlineMarks are what starts a comment on a line of its own.
var inlineMarks = map[string]string{
	"python": "#", "ruby": "#", "shell": "#", "bash": "#", "elixir": "#", "julia": "#", "perl": "#", "lua": "--", "haskell": "--", "sql": "--",
	"clojure": ";", "erlang": "%", "ocaml": "",
}

// inlines gives the comments inside of bodies with the lines below them.
func (r *repository) inlines(add func(Pair, bool)) {
	for _, f := range r.files {
		mark := f.inlineMark()
		if mark == "" || f.test || len(f.defs) == 0 {
			continue
		}
		lines := strings.Split(f.text, "\n")
		for i := 0; i < len(lines); i++ {
			from := i
			for i < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i]), mark) {
				i++
			}
			if from < i {
				add(r.inline(f, lines, from, i, mark))
			}
		}
	}
}

// inlineMark returns what starts a comment on a line of its own in f, "" where
// nothing does.
func (f *file) inlineMark() string {
	if f.language == "markdown" {
		return ""
	}
	if mark, ok := inlineMarks[f.language]; ok {
		return mark
	}
	return "//"
}

// inline returns the pair of the comment on lines[from:to]; not ok where it is
// too long, in no body, or no sentence.
func (r *repository) inline(f *file, lines []string, from, to int, mark string) (Pair, bool) {
	const longest, shortest, words = 6, 25, 4
	d, inside := f.enclosing(from + 1)
	if !inside || to-from > longest {
		return Pair{}, false
	}
	text := plainComment(strings.Join(lines[from:to], "\n"))
	if len(text) <= shortest || !spoken(text, words) {
		return Pair{}, false
	}
	return r.pair(kindInline, text, f, d.Qualified(), below(lines, to, mark, d.Lines.End))
}

// below returns the statement lines from line i on: up to a blank line after
// three, the end of the declaration, or a dozen.
func below(lines []string, i int, mark string, end int) string {
	const few, many = 3, 12
	var b strings.Builder
	for n := 0; n < many && i < min(len(lines), end); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" && n >= few {
			break
		}
		if line == "" || strings.HasPrefix(line, mark) {
			continue
		}
		b.WriteString(line + "\n")
		n++
	}
	return b.String()
}

// enclosing returns the smallest function a line is inside of.
func (f *file) enclosing(line int) (d code.Definition, ok bool) {
	for _, c := range f.defs {
		if c.Lines.Start > line {
			break
		}
		if c.Lines.Start < line && line < c.Lines.End && (c.Kind == code.KindFunction || c.Kind == code.KindMethod) {
			d, ok = c, true
		}
	}
	return d, ok
}

var quoted = regexp.MustCompile(`"([^"\n\\]{16,120})"|'([^'\n\\]{16,120})'`)

// messages gives the texts in quotes with the declaration they are in: what a
// program tells people says what its code is about.
func (r *repository) messages(add func(Pair, bool)) {
	const most = 2 // of one declaration
	for _, f := range r.files {
		if f.test {
			continue
		}
		for _, d := range f.defs {
			if d.Kind != code.KindFunction && d.Kind != code.KindMethod {
				continue
			}
			body := f.without(d, d.DocLines)
			if len(body) > maxCodeBytes {
				continue
			}
			n := 0
			for _, m := range quoted.FindAllStringSubmatch(body, -1) {
				text := m[1] + m[2]
				if n == most || !spoken(text, 4) || strings.IndexFunc(text, unicode.IsLetter) < 0 {
					continue
				}
				n++
				add(r.pair(kindMessage, text, f, d.Qualified(), strings.ReplaceAll(body, text, "")))
			}
		}
	}
}

// tops gives the comment at the top of a file with what the file declares.
func (r *repository) tops(add func(Pair, bool)) {
	for _, f := range r.files {
		if f.test || len(f.defs) < 2 || f.language == "markdown" {
			continue
		}
		top := code.Span{Start: 1, End: min(f.defs[0].Whole().Start-1, 40)}
		comment := f.of(top)
		if at := statement.FindStringIndex(comment); at != nil {
			comment = comment[:at[0]]
		}
		text := firstSentences(plainComment(comment), 150)
		if !spoken(text, 4) {
			continue
		}
		var outline strings.Builder
		for _, d := range f.defs {
			outline.WriteString(d.Signature + "\n")
		}
		add(r.pair(kindFile, text, f, "", outline.String()))
	}
}
