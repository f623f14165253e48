package main

import (
	"strings"

	"coderag/internal/code"
	"coderag/internal/embed/builtin"
)

// A Pair is what people say beside the code they say it of, both as the words
// the model sees, separated by spaces.
type Pair struct {
	Kind     string `json:"k"`
	Repo     string `json:"r"`
	Language string `json:"l"`
	Path     string `json:"f"`
	Text     string `json:"t"` // the query side as written
	Query    string `json:"q"`
	Where    string `json:"h"` // the folder
	Name     string `json:"n"` // of the file, without ending
	Symbol   string `json:"s"`
	Code     string `json:"c"`
}

const (
	maxQueryBytes = 300
	maxCodeBytes  = 2400 // as a chunk
	minQueryWords = 3
	minCodeWords  = 5
)

// pair returns the pair of a text and code of f; not ok where either says too little.
func (r *repository) pair(kind, text string, f *file, symbol, codeText string) (Pair, bool) {
	text = strings.ToValidUTF8(text[:min(len(text), maxQueryBytes)], "")
	codeText = strings.ToValidUTF8(codeText[:min(len(codeText), maxCodeBytes)], "")
	folder, name := builtin.Divide(f.Path)
	p := Pair{
		Kind: kind, Repo: r.name, Language: f.language, Path: f.Path, Text: text,
		Query: r.words(text), Where: r.words(folder), Name: r.words(name), Symbol: r.words(symbol), Code: r.words(codeText),
	}
	enough := strings.Count(p.Query, " ") >= minQueryWords-1 || kind == kindName && p.Query != ""
	return p, enough && strings.Count(p.Code, " ") >= minCodeWords-1
}

// words returns the words of text, separated by spaces.
func (r *repository) words(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var b strings.Builder
	r.reader.Words(text, func(word []byte) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.Write(word)
	})
	return b.String()
}

// The kinds of pairs.
const (
	kindDoc     = "doc"     // doc comment, declaration without it
	kindName    = "name"    // name of a declaration in words, its body
	kindInline  = "inline"  // comment in a body, the lines it stands above
	kindMessage = "message" // text in quotes, the declaration without it
	kindCommit  = "commit"  // subject of a commit, what it touched
	kindTest    = "test"    // name or title of a test, what it tests
	kindProse   = "prose"   // sentence that names a declaration, the declaration
	kindSection = "section" // heading, the text below it
	kindFile    = "file"    // comment at the top of a file, its declarations
)

// pairsOf are the sources of pairs.
var pairsOf = []func(*repository, func(Pair, bool)){
	(*repository).docs, (*repository).names, (*repository).inlines, (*repository).messages,
	(*repository).tests, (*repository).prose, (*repository).tops,
}

// without returns the lines of d, doc comment included, without those of cut.
func (f *file) without(d code.Definition, cut code.Span) string {
	whole := d.Whole()
	if cut.IsZero() {
		return f.of(whole)
	}
	return f.of(code.Span{Start: whole.Start, End: cut.Start - 1}) + f.of(code.Span{Start: cut.End + 1, End: whole.End})
}

func (f *file) of(lines code.Span) string {
	if lines.End < lines.Start {
		return ""
	}
	return f.lines.Range(lines).Of(f.text)
}
