package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/chunk"
	"coderag/internal/code"
)

// An empty or blank file has no chunk, whatever definitions are claimed for it.
func TestSplitBlank(t *testing.T) {
	t.Parallel()
	defs := []code.Definition{{Name: "f", Kind: code.KindFunction, Lines: code.Span{Start: 1, End: 3}}}
	for _, text := range []string{"", " ", "\n", "\r\n\r\n", "\r\r", "\t\n \n\u2003\n", strings.Repeat("\n", 100_000)} {
		for _, defs := range [][]code.Definition{nil, defs} {
			if got := split(text, "go", defs, chunk.Options{}); len(got) > 0 {
				t.Errorf("%.20q with %d definitions: chunks %v, want none", text, len(defs), got)
			}
		}
	}
}

// Lines are those of an editor, whatever ends them.
func TestSplitLineEnds(t *testing.T) {
	t.Parallel()
	defs := []code.Definition{
		{Name: "a", Kind: code.KindFunction, Lines: code.Span{Start: 2, End: 3}},
		{Name: "b", Kind: code.KindFunction, Lines: code.Span{Start: 5, End: 6}, DocLines: code.Span{Start: 4, End: 4}},
	}
	source := []string{"package p", "func a() {", "}", "// b", "func b() {", "}"}
	want := []code.Span{{Start: 1, End: 1}, {Start: 2, End: 3}, {Start: 4, End: 6}}
	for name, text := range map[string]string{
		"LF":               strings.Join(source, "\n") + "\n",
		"CRLF":             strings.Join(source, "\r\n") + "\r\n",
		"CR":               strings.Join(source, "\r") + "\r",
		"no final newline": strings.Join(source, "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []code.Span
			for _, c := range split(text, "go", defs, chunk.Options{MinBytes: 1}) {
				got = append(got, c.Lines)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("lines of the chunks (-want +got)\n%s", diff)
			}
		})
	}
}

func TestSplitPathological(t *testing.T) {
	t.Parallel()
	var hashes strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&hashes, "%032x  file%d\n", i*7919, i)
	}
	for name, text := range map[string]string{
		"one line of 5 MB":      strings.Repeat("var a=1;", 5<<20/8),
		"no place to cut":       strings.Repeat("x", 1<<20),
		"wide characters":       strings.Repeat("漢", 1<<18),
		"parentheses":           strings.Repeat("(", 1<<20),
		"spaces, then a letter": strings.Repeat(" ", 1<<20) + "x",
		"carriage returns":      strings.Repeat("x\r", 1<<17),
		"empty lines":           strings.Repeat("\n", 100_000) + "x",
		"hashes":                hashes.String(),
		"not UTF-8":             strings.Repeat("\x80\xff", 10_000),
		"NUL":                   strings.Repeat("\x00\n", 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := []code.Definition{{Name: "f", Kind: code.KindFunction, Lines: code.Span{Start: 1, End: 1 << 30}}}
			checkInvariants(t, text, "go", nil, chunk.Options{})
			checkInvariants(t, text, "go", whole, chunk.Options{})
			checkInvariants(t, text, "markdown", nil, chunk.Options{})
		})
	}
}

// Definitions nested as deep as the file is long exhaust no stack.
func TestSplitDeepNesting(t *testing.T) {
	t.Parallel()
	const depth = 20_000
	var defs []code.Definition
	for i := 1; i <= depth; i++ {
		defs = append(defs, code.Definition{
			Name: "f", Scope: strings.Repeat("f.", min(i, 5)), Kind: code.KindClass,
			Lines: code.Span{Start: i, End: 2*depth + 1 - i},
		})
	}
	text := strings.Repeat("f {\n", depth) + strings.Repeat("}\n", depth)
	checkInvariants(t, text, "c", defs, chunk.Options{})
}

// Windows are of 60 lines and share 10.
func TestSplitWindows(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("key: value\n", 150)
	var got []code.Span
	for _, c := range split(text, "yaml", nil, chunk.Options{}) {
		got = append(got, c.Lines)
	}
	want := []code.Span{{Start: 1, End: 60}, {Start: 51, End: 110}, {Start: 101, End: 150}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("windows (-want +got)\n%s", diff)
	}
}
