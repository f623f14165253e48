// Package lang tells the language of a file from its path and, where the path
// leaves more than one, from its content.
//
// A language is named by the identifier of names.go: "go", "cpp", "csharp",
// "common-lisp". What the names of the linguist project call otherwise is that
// name in lower case with hyphens. Text of no known language is "text".
package lang

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
)

// Text is the language of text of which nothing more is known.
const Text = "text"

// How much of a content is looked at. What tells a language stands near the
// top; linguist's expressions take up to 100 ms per MB.
const (
	headBytes = 16 << 10
	exprBytes = 4 << 10
)

// Detect returns the language of the file at the slash-separated path with the
// content, of which a part or nothing may be given. The content counts only
// where the path leaves a choice.
func Detect(path string, content []byte) string {
	name := base(path)
	found, ext := byName(name)
	switch len(found) {
	case 0:
		return byContent(head(content))
	case 1:
		return identifier(found[0])
	}
	if usual, ok := usually[ext]; ok {
		return usual
	}
	return choose(name, ext, found, head(content))
}

// Candidates returns the languages the file at path may have, the likeliest
// first, judged by its path alone. It returns none where only content tells.
func Candidates(path string) []string {
	found, ext := byName(base(path))
	if usual, ok := usually[ext]; ok && len(found) > 1 {
		return []string{usual}
	}
	var ids []string
	if likely, ok := otherwise[ext]; ok && len(found) > 1 {
		ids = append(ids, likely)
	}
	for _, l := range found {
		if id := identifier(l); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// byName returns the languages, by their names in linguist, of files with the
// name, and the ending that decided, "" where the whole name did.
func byName(name string) (languages []string, ext string) {
	for {
		if found := data.LanguagesByFilename[name]; len(found) > 0 {
			return found, ""
		}
		if stem, _, ok := strings.Cut(name, "."); ok && slices.Contains(manyEndings, stem) {
			return data.LanguagesByFilename[stem], ""
		}
		if found, ext := byExtension(strings.ToLower(name)); len(found) > 0 {
			return found, ext
		}
		stem, ok := cutTemplate(name)
		if !ok {
			return nil, ""
		}
		name = stem
	}
}

// byExtension looks for the longest known ending of name: ".html.erb" before
// ".erb".
func byExtension(name string) (languages []string, ext string) {
	for i := range len(name) {
		if name[i] != '.' {
			continue
		}
		if found := data.LanguagesByExtension[name[i:]]; len(found) > 0 {
			return found, name[i:]
		}
	}
	return nil, ""
}

// cutTemplate removes an ending that says only that the file is filled in or
// copied: config.py.example is Python.
func cutTemplate(name string) (stem string, ok bool) {
	ext := path.Ext(name)
	if ext == "" || ext == name || !slices.Contains(templateEndings, strings.ToLower(ext)) {
		return name, false
	}
	return strings.TrimSuffix(name, ext), true
}

// byContent tells the language of a file whose name says nothing.
func byContent(head []byte) string {
	for _, tell := range []func(string, []byte, []string) []string{
		enry.GetLanguagesByShebang, enry.GetLanguagesByModeline, enry.GetLanguagesByXML,
	} {
		if found := tell("", head, nil); len(found) > 0 {
			return identifier(found[0])
		}
	}
	return Text
}

// choose picks one of the languages an ending may stand for: the one the first
// line names, else the one linguist's expressions for that ending find.
func choose(name, ext string, found []string, head []byte) string {
	for _, l := range enry.GetLanguagesByShebang(name, head, nil) {
		if slices.Contains(found, l) {
			return identifier(l)
		}
	}
	if id := cFamily(ext, head); id != "" {
		return id
	}
	if otherwise[ext] == "perl" && (bytes.Contains(head, []byte("use strict")) || bytes.Contains(head, []byte("use warnings"))) {
		return "perl"
	}
	if rules, ok := data.ContentHeuristics[ext]; ok && len(head) > 0 {
		if matched := rules.Match(head[:min(len(head), exprBytes)]); len(matched) > 0 {
			return identifier(matched[0])
		}
	}
	if likely, ok := otherwise[ext]; ok {
		return likely
	}
	return Text
}

func base(slashPath string) string { return slashPath[strings.LastIndexByte(slashPath, '/')+1:] }

func head(content []byte) []byte { return content[:min(len(content), headBytes)] }
