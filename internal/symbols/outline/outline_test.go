package outline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/symbols/outline"
)

// text has a line for each case that notes above a declaration can be in.
const text = `x := 1 // trailing

// apart

// above
@decorated
class A {
  def f() {
    def tiny() {}
  }
}
x := 2 // no comment of g
def g() {}
`

func TestDefinitions(t *testing.T) {
	t.Parallel()
	s := outline.Source{
		Text: text,
		Declarations: []outline.Declaration{
			declare(code.KindFunction, "f", "def f() {\n    def tiny() {}\n  }"),
			declare(code.KindFunction, "g", "def g() {}"),
			declare(code.KindFunction, "tiny", "def tiny() {}"),
			declare(code.KindVariable, "_", "x := 1"),
			declare(code.KindClass, "A", text[strings.Index(text, "@decorated"):strings.Index(text, "x := 2")]),
		},
		Notes: []outline.Note{
			note("// trailing"), note("// apart"), note("// above"), note("// no comment of g"),
			{Range: find("@decorated"), Decorator: true},
		},
	}
	want := []code.Definition{
		{Name: "A", Kind: code.KindClass, Signature: "class A", Lines: code.Span{Start: 7, End: 11}, DocLines: code.Span{Start: 5, End: 6}},
		{Name: "f", Scope: "A", Kind: code.KindMethod, Signature: "def f()", Lines: code.Span{Start: 8, End: 10}},
		{Name: "g", Kind: code.KindFunction, Signature: "def g()", Lines: code.Span{Start: 13, End: 13}},
	}
	if diff := cmp.Diff(want, s.Definitions()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnix(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "a\nb": "a\nb", "a\r\nb\r": "a\nb\n", "a\r\r\n\nb": "a\n\n\nb"} {
		if got := outline.Unix(in); got != want {
			t.Errorf("Unix(%q) = %q, want %q", in, got, want)
		}
		if got, want := code.NewLines(outline.Unix(in)).Count(), code.NewLines(in).Count(); got != want {
			t.Errorf("%q has %d lines, Unix of it %d", in, want, got)
		}
	}
}

func find(part string) code.Range {
	i := strings.Index(text, part)
	return code.Range{Start: i, End: i + len(part)}
}

func note(part string) outline.Note { return outline.Note{Range: find(part)} }

func declare(kind code.DefKind, name, part string) outline.Declaration {
	r := find(part)
	return outline.Declaration{Kind: kind, Name: name, Range: r, Body: r.Start + strings.Index(part, "{")}
}
