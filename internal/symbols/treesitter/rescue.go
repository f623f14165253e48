package treesitter

import (
	"regexp"
	"slices"

	"coderag/internal/code"
	"coderag/internal/symbols/outline"
)

// Where the parser recovers from an error by skipping text, a declaration that
// starts in it is in no node. These patterns find the first line of such a
// declaration. The group that holds its name is named by its kind; a group
// "scope" holds the type it belongs to. C and C++ have none: their declarations
// start with no keyword, and recovery in them is good.
const (
	bashRescue   = `^[ \t]*(?:function[ \t]+)?(?P<function>[\w:.-]+)[ \t]*\(\)`
	csharpRescue = `^[\w \t]*\b(?:class|record)[ \t]+(?P<class>\w+)` +
		`|^[\w \t]*\b(?:interface)[ \t]+(?P<interface>\w+)`
	elixirRescue = `^[ \t]*defp?[ \t]+(?P<function>[a-z_]\w*[?!]?)` +
		`|^[ \t]*defmodule[ \t]+(?P<module>[\w.]+)` +
		`|^[ \t]*defmacrop?[ \t]+(?P<macro>[a-z_]\w*)`
	goRescue = `^func[ \t]+(?:\((?:\w+[ \t]+)?\*?(?P<scope>\w+)[^)]*\)[ \t]*)?(?P<function>\w+)` +
		`|^type[ \t]+(?P<type>\w+)`
	javaRescue = `^[\w \t]*\b(?:class|record)[ \t]+(?P<class>\w+)` +
		`|^[\w \t]*\binterface[ \t]+(?P<interface>\w+)`
	javascriptRescue = `^[ \t]*(?:export[ \t]+)?(?:default[ \t]+)?(?:async[ \t]+)?function[ \t]*\*?[ \t]*(?P<function>[\w$]+)` +
		`|^[ \t]*(?:export[ \t]+)?(?:default[ \t]+)?class[ \t]+(?P<class>[\w$]+)`
	kotlinRescue = `^[\w \t]*\bfun[ \t]+(?:<[^>]*>[ \t]*)?(?:(?P<scope>\w+)\.)?(?P<function>\w+)[ \t]*\(` +
		`|^[\w \t]*\b(?:class|object)[ \t]+(?P<class>\w+)`
	luaRescue = `^[ \t]*(?:local[ \t]+)?function[ \t]+(?:(?P<scope>[\w.]+)[.:])?(?P<function>\w+)`
	phpRescue = `^[\w \t]*\bfunction[ \t]+&?(?P<function>\w+)` +
		`|^[\w \t]*\bclass[ \t]+(?P<class>\w+)`
	pythonRescue = `^[ \t]*(?:async[ \t]+)?def[ \t]+(?P<function>\w+)` +
		`|^[ \t]*class[ \t]+(?P<class>\w+)`
	rubyRescue = `^[ \t]*def[ \t]+(?:self\.)?(?P<function>\w+[?!=]?)` +
		`|^[ \t]*class[ \t]+(?P<class>\w+)` +
		`|^[ \t]*module[ \t]+(?P<module>\w+)`
	rustRescue = `^[\w \t()"]*\bfn[ \t]+(?P<function>\w+)` +
		`|^[\w \t()]*\bstruct[ \t]+(?P<struct>\w+)` +
		`|^[\w \t()]*\benum[ \t]+(?P<enum>\w+)` +
		`|^[\w \t()]*\btrait[ \t]+(?P<trait>\w+)`
	scalaRescue = `^[\w \t]*\bdef[ \t]+(?P<function>\w+)` +
		`|^[\w \t]*\b(?:class|object)[ \t]+(?P<class>\w+)` +
		`|^[\w \t]*\btrait[ \t]+(?P<trait>\w+)`
	zigRescue = `^[\w \t]*\bfn[ \t]+(?P<function>\w+)`
)

// rescue adds the declarations on lines that errors touch and no pattern names.
func (r *reading) rescue() {
	pattern := r.language.rescuer
	if pattern == nil || len(r.errors) == 0 {
		return
	}
	known := map[int]bool{}
	for _, c := range r.candidates {
		known[c.name.Start] = true
	}
	lines := code.NewLines(r.source.Text)
	last := 0
	slices.SortFunc(r.errors, func(a, b code.Range) int { return a.Start - b.Start })
	for _, e := range r.errors {
		for line := max(last+1, lines.At(e.Start)); line <= lines.At(max(e.Start, e.End-1)); line++ {
			last = line
			at := lines.Range(code.Span{Start: line, End: line})
			if c, ok := rescued(pattern, r.source.Text, at); ok && !known[c.name.Start] && !r.inNote(c.name.Start) {
				r.candidates = append(r.candidates, c)
			}
		}
	}
}

// rescued returns the declaration that starts on the line at at.
func rescued(pattern *regexp.Regexp, text string, at code.Range) (candidate, bool) {
	match := pattern.FindStringSubmatchIndex(at.Of(text))
	if match == nil {
		return candidate{}, false
	}
	c := candidate{named: true, Declaration: outline.Declaration{Range: at, Rescued: true}}
	for i, group := range pattern.SubexpNames() {
		if group == "" || match[2*i] < 0 {
			continue
		}
		found := code.Range{Start: at.Start + match[2*i], End: at.Start + match[2*i+1]}
		if group == "scope" {
			c.Scope = found.Of(text)
			continue
		}
		c.Kind, c.name, c.Name = code.DefKind(group), found, found.Of(text)
	}
	return c, c.Kind != ""
}

// inNote reports whether offset lies in a comment or decorator.
func (r *reading) inNote(offset int) bool {
	return slices.ContainsFunc(r.source.Notes, func(n outline.Note) bool {
		return n.Range.Start <= offset && offset < n.Range.End
	})
}
