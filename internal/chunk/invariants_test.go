package chunk_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"coderag/internal/chunk"
	"coderag/internal/code"
)

// fataler is what *testing.T and *rapid.T have in common.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func split(text, language string, defs []code.Definition, opt chunk.Options) []code.Chunk {
	return chunk.Split(text, code.NewLines(text), language, defs, opt)
}

// checkInvariants holds Split to what it promises of any text and definitions.
func checkInvariants(t fataler, text, language string, defs []code.Definition, opt chunk.Options) {
	t.Helper()
	lines := code.NewLines(text)
	chunks := split(text, language, defs, opt)
	if again := split(text, language, defs, opt); !slices.Equal(chunks, again) {
		t.Fatalf("two calls differ: %v and %v", chunks, again)
	}
	valid := utf8.ValidString(text)
	limit, covered, windows := opt.WithDefaults().MaxBytes, 0, !anyInside(defs, lines.Count())
	for i, c := range chunks {
		switch {
		case c.Number != i:
			t.Fatalf("chunk %d has number %d", i, c.Number)
		case c.Bytes.Start < 0 || c.Bytes.End > len(text) || c.Bytes.Len() <= 0 || c.Bytes.Len() > limit:
			t.Fatalf("chunk %d has bytes %v of %d, limit %d", i, c.Bytes, len(text), limit)
		case c.Lines.Start != lines.At(c.Bytes.Start) || c.Lines.End != lines.At(c.Bytes.End-1):
			t.Fatalf("chunk %d: bytes %v are not lines %v", i, c.Bytes, c.Lines)
		case c.Decl.Start < 1 || c.Decl.End > lines.Count() || c.Decl.Start > c.Decl.End:
			t.Fatalf("chunk %d: declaration %v of %d lines", i, c.Decl, lines.Count())
		case (c.Symbol == "") && c.Kind != "" || c.Symbol == "" && c.Decl != c.Lines:
			t.Fatalf("chunk %d without a symbol has kind %q, declaration %v, lines %v", i, c.Kind, c.Decl, c.Lines)
		case strings.TrimSpace(c.Bytes.Of(text)) == "":
			t.Fatalf("chunk %d is blank", i)
		case valid && !utf8.ValidString(c.Bytes.Of(text)):
			t.Fatalf("chunk %d is cut inside a rune: %q", i, c.Bytes.Of(text))
		case i > 0 && (c.Bytes.Start <= chunks[i-1].Bytes.Start || c.Bytes.End <= chunks[i-1].Bytes.End):
			t.Fatalf("chunk %d at %v does not come after %v", i, c.Bytes, chunks[i-1].Bytes)
		case !windows && c.Bytes.Start < covered:
			t.Fatalf("chunk %d at %v overlaps the one before, which ends at %d", i, c.Bytes, covered)
		}
		if c.Bytes.Start > covered && strings.TrimSpace(text[covered:c.Bytes.Start]) != "" {
			t.Fatalf("text %q before chunk %d is in no chunk", text[covered:c.Bytes.Start], i)
		}
		covered = c.Bytes.End
	}
	if strings.TrimSpace(text[covered:]) != "" {
		t.Fatalf("text %q at the end is in no chunk", text[covered:])
	}
}

// anyInside reports whether a definition has a line of the file: if none has,
// the file is cut into windows.
func anyInside(defs []code.Definition, count int) bool {
	file := code.Span{Start: 1, End: count}
	return slices.ContainsFunc(defs, func(d code.Definition) bool {
		whole := d.Whole()
		return whole.Start <= whole.End && file.Overlaps(whole)
	})
}

func TestSplitProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		opt := chunk.Options{
			MaxBytes:    rapid.IntRange(64, 300).Draw(t, "max"),
			WindowLines: rapid.IntRange(1, 20).Draw(t, "window"),
		}
		if err := opt.WithDefaults().Validate(); err != nil {
			t.Fatalf("options: %v", err)
		}
		count := code.NewLines(text).Count()
		defs := rapid.SliceOfN(definitions(count), 0, 12).Draw(t, "defs")
		language := rapid.SampledFrom([]string{"go", "markdown", ""}).Draw(t, "language")
		checkInvariants(t, text, language, defs, opt)
	})
}

// texts draws texts of lines of all lengths and with all line ends.
func texts() *rapid.Generator[string] {
	line := rapid.OneOf(
		rapid.SampledFrom([]string{"", "", "  ", "\t", "}", "\tend", "func f() {", "\treturn 1", "# Heading", "\u2003", "\x00"}),
		rapid.StringN(0, 20, -1),
		rapid.Map(rapid.IntRange(1, 400), func(n int) string { return strings.Repeat("x", n) }),
		rapid.Map(rapid.IntRange(1, 200), func(n int) string { return strings.Repeat("漢", n) }),
		rapid.Map(rapid.IntRange(1, 400), func(n int) string { return strings.Repeat(" ", n) + "é" }),
	)
	return rapid.Custom(func(t *rapid.T) string {
		var text strings.Builder
		for range rapid.IntRange(0, 40).Draw(t, "lines") {
			text.WriteString(line.Draw(t, "line"))
			text.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r", ""}).Draw(t, "end"))
		}
		return text.String()
	})
}

// definitions draws definitions that need not fit a file of count lines.
func definitions(count int) *rapid.Generator[code.Definition] {
	kinds := []code.DefKind{
		code.KindFunction, code.KindClass, code.KindField, code.KindModule, code.KindHeading, code.KindConstant,
	}
	span := rapid.Custom(func(t *rapid.T) code.Span {
		start := rapid.IntRange(-2, count+3).Draw(t, "start")
		return code.Span{Start: start, End: start + rapid.IntRange(-2, 15).Draw(t, "length")}
	})
	return rapid.Custom(func(t *rapid.T) code.Definition {
		def := code.Definition{
			Name:  rapid.SampledFrom([]string{"f", "g", "T"}).Draw(t, "name"),
			Scope: rapid.SampledFrom([]string{"", "T"}).Draw(t, "scope"),
			Kind:  rapid.SampledFrom(kinds).Draw(t, "kind"),
			Lines: span.Draw(t, "lines"),
		}
		if rapid.Bool().Draw(t, "documented") {
			def.DocLines = span.Draw(t, "doc")
		}
		return def
	})
}

// FuzzSplit reads three bytes a definition: kind, start and length.
func FuzzSplit(f *testing.F) {
	f.Add("func a() {\n\n}\n\nfunc b() {}\n", []byte{0, 1, 3, 0, 5, 1}, uint16(64))
	f.Add(strings.Repeat("x = [1, 2]\n", 40), []byte{1, 1, 39, 0, 3, 9, 2, 4, 1}, uint16(100))
	f.Add("a\r\nb\rc\n\n\xff\xfe", []byte{4, 1, 1, 4, 3, 200}, uint16(70))
	kinds := []code.DefKind{code.KindFunction, code.KindClass, code.KindField, code.KindModule, code.KindHeading}
	f.Fuzz(func(t *testing.T, text string, spans []byte, limit uint16) {
		var defs []code.Definition
		for ; len(spans) >= 3; spans = spans[3:] {
			start := int(spans[1]) - 2
			defs = append(defs, code.Definition{
				Name: "f", Kind: kinds[int(spans[0])%len(kinds)],
				Lines: code.Span{Start: start, End: start + int(spans[2])},
			})
		}
		checkInvariants(t, text, "go", defs, chunk.Options{MaxBytes: 64 + int(limit)})
	})
}

// The property of coverage is about what people see: every line that is not
// blank is in a chunk.
func TestSplitCoversLines(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a\n\n \t\n"+strings.Repeat("long ", 100)+"\n", 50)
	lines := code.NewLines(text)
	covered := make([]bool, lines.Count()+1)
	for _, c := range split(text, "", nil, chunk.Options{MaxBytes: 128}) {
		for line := c.Lines.Start; line <= c.Lines.End; line++ {
			covered[line] = true
		}
	}
	for line := 1; line <= lines.Count(); line++ {
		text := lines.Range(code.Span{Start: line, End: line}).Of(text)
		if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) }) && !covered[line] {
			t.Errorf("line %d is in no chunk", line)
		}
	}
}
