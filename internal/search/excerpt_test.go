package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"coderag/internal/code"
)

func TestExcerpt(t *testing.T) {
	t.Parallel()
	text := "// doc\nfunc big() {\n\tone()\n\ttwo()\n}\n\nfunc é() {}\n"
	decl := code.Span{Start: 1, End: 5}
	chunk := func(from, to string, decl code.Span) Chunk {
		c := Chunk{Chunk: code.Chunk{Bytes: code.Range{Start: strings.Index(text, from), End: strings.Index(text, to) + len(to)}, Decl: decl}}
		lines := code.NewLines(text)
		c.Lines = code.Span{Start: lines.At(c.Bytes.Start), End: lines.At(c.Bytes.End - 1)}
		return c
	}
	middle := chunk("\tone()", "two()\n", decl)
	for name, tc := range map[string]struct {
		chunk  Chunk
		expand Expand
		max    int
		lines  string
		want   string
		cut    bool
	}{
		"widened to the declaration":     {middle, ExpandSymbol, 1000, "1-5", "// doc\nfunc big() {\n\tone()\n\ttwo()\n}\n", false},
		"exactly fits":                   {middle, ExpandSymbol, 36, "1-5", "// doc\nfunc big() {\n\tone()\n\ttwo()\n}\n", false},
		"one too few: the chunk":         {middle, ExpandSymbol, 35, "3-4", "\tone()\n\ttwo()\n", true},
		"not to be widened":              {middle, ExpandNone, 1000, "3-4", "\tone()\n\ttwo()\n", false},
		"cut at a line end":              {middle, ExpandNone, 13, "3", "\tone()\n", true},
		"cut within the first line":      {middle, ExpandNone, 4, "3", "\tone", true},
		"no declaration":                 {chunk("func é", "{}\n", code.Span{}), ExpandSymbol, 1000, "7", "func é() {}\n", false},
		"cut counts characters":          {chunk("func é", "{}\n", code.Span{}), ExpandSymbol, 6, "7", "func é", true},
		"smaller declaration in a chunk": {chunk("// doc", "é() {}\n", code.Span{Start: 7, End: 7}), ExpandSymbol, 1000, "1-7", text, false},
	} {
		lines, got, cut := excerpt(text, tc.chunk, tc.expand, tc.max)
		if lines.String() != tc.lines || got != tc.want || cut != tc.cut {
			t.Errorf("%s: lines %v, %q, cut %v; want %s, %q, %v", name, lines, got, cut, tc.lines, tc.want, tc.cut)
		}
	}
}

// What is cut is a head of the range, whole runes, within the limit, and ends
// with a line unless its first line alone is too long.
func TestCutLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab é世\r\n")), 1, 60, -1).Draw(t, "text")
		lines := code.NewLines(text)
		from := rapid.IntRange(1, lines.Count()).Draw(t, "from")
		r := lines.Range(code.Span{Start: from, End: rapid.IntRange(from, lines.Count()).Draw(t, "to")})
		limit := rapid.IntRange(1, 30).Draw(t, "limit")
		got, cut := cutLines(lines, r, text, limit)
		shown := got.Of(text)
		switch {
		case got.Start != r.Start || got.End > r.End || shown == "":
			t.Fatalf("%+v is no head of %+v", got, r)
		case !utf8.ValidString(shown) || utf8.RuneCountInString(shown) > limit:
			t.Fatalf("%q is not at most %d whole runes", shown, limit)
		case cut != (got.End < r.End) || cut != (utf8.RuneCountInString(r.Of(text)) > limit):
			t.Fatalf("%q of %q: cut is %v", shown, r.Of(text), cut)
		case cut && got.End > lines.Range(code.Span{Start: from, End: from}).End && lines.At(got.End) == lines.At(got.End-1):
			t.Fatalf("%q ends within a line", shown)
		}
	})
}
