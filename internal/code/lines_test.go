package code_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/code"
)

// texts are the cases in which editors and naive code disagree.
var texts = map[string][]string{ // text: its lines with their ends
	"":               nil,
	"a":              {"a"},
	"a\n":            {"a\n"},
	"a\nb":           {"a\n", "b"},
	"a\r\nb\r\n":     {"a\r\n", "b\r\n"},
	"a\rb\r":         {"a\r", "b\r"},
	"a\r\n\rb\n\n\r": {"a\r\n", "\r", "b\n", "\n", "\r"},
	"\n\r":           {"\n", "\r"},
	"\r\r\n":         {"\r", "\r\n"},
	"\n":             {"\n"},
	"é\r\n\u2028b\f": {"é\r\n", "\u2028b\f"}, // no other separator ends a line
}

func TestLinesOfKnownTexts(t *testing.T) {
	t.Parallel()
	for text, want := range texts {
		lines := code.NewLines(text)
		var got []string
		for n := 1; n <= lines.Count(); n++ {
			got = append(got, lines.Range(code.Span{Start: n, End: n}).Of(text))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("lines of %q (-want +got):\n%s", text, diff)
		}
	}
}

// split is the definition of a line, written to be obvious: "\r\n" becomes one
// mark, and then every mark ends a line.
func split(text string) []string {
	const crlf, lf, cr = "\x00", "\x01", "\x02"
	marked := strings.NewReplacer("\r\n", crlf+"|", "\n", lf+"|", "\r", cr+"|").Replace(text)
	back := strings.NewReplacer(crlf, "\r\n", lf, "\n", cr, "\r")
	var lines []string
	for _, line := range strings.Split(marked, "|") {
		lines = append(lines, back.Replace(line))
	}
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func drawText(t *rapid.T) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune("ab é\r\n\r\n")), 0, 40, -1).Draw(t, "text")
}

// Count, At and Range say the same of every text, and of every span, also of
// one that lies beside the text or is upside down.
func TestLinesAgreeWithTheirDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		want, lines := split(text), code.NewLines(text)
		if lines.Count() != len(want) {
			t.Fatalf("%q has %d lines, want %q", text, lines.Count(), want)
		}
		offset := 0
		for i, line := range want {
			for end := offset + len(line); offset < end; offset++ {
				if got := lines.At(offset); got != i+1 {
					t.Fatalf("At(%d) in %q = %d, want %d", offset, text, got, i+1)
				}
			}
		}
		span := code.Span{
			Start: rapid.IntRange(-2, len(want)+3).Draw(t, "start"),
			End:   rapid.IntRange(-2, len(want)+3).Draw(t, "end"),
		}
		got := lines.Range(span).Of(text)
		from, to := min(max(span.Start, 1), len(want)+1)-1, min(max(span.End, 0), len(want))
		if cut := strings.Join(want[min(from, to):to], ""); got != cut {
			t.Fatalf("Range(%+v) of %q = %q, want %q", span, text, got, cut)
		}
	})
}

func TestLinesAtIsClamped(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text   string
		offset int
		want   int
	}{
		{"", 0, 1}, {"", 9, 1}, {"", -1, 1},
		{"a\nb\n", -1, 1}, {"a\nb\n", 4, 2}, {"a\nb\n", 99, 2}, {"a\nb", 3, 2},
	} {
		if got := code.NewLines(tc.text).At(tc.offset); got != tc.want {
			t.Errorf("At(%d) in %q = %d, want %d", tc.offset, tc.text, got, tc.want)
		}
	}
}
