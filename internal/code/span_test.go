package code_test

import (
	"testing"

	"pgregory.net/rapid"

	"coderag/internal/code"
)

// A span is checked against the set of its lines.
func setOf(s code.Span) map[int]bool {
	lines := map[int]bool{}
	for n := s.Start; n > 0 && n <= s.End; n++ {
		lines[n] = true
	}
	return lines
}

func drawSpan(t *rapid.T, label string) code.Span {
	start := rapid.IntRange(0, 8).Draw(t, label+" start")
	if start == 0 {
		return code.Span{}
	}
	return code.Span{Start: start, End: start + rapid.IntRange(0, 6).Draw(t, label+" length")}
}

func TestSpanIsASetOfLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSpan(t, "a"), drawSpan(t, "b")
		in, of := setOf(a), setOf(b)
		common := 0
		for n := range of {
			if in[n] {
				common++
			}
		}
		if a.Len() != len(in) || a.IsZero() != (len(in) == 0) {
			t.Fatalf("%v: Len %d, IsZero %v; want %d lines", a, a.Len(), a.IsZero(), len(in))
		}
		if got, want := a.Contains(b), len(of) > 0 && common == len(of); got != want {
			t.Fatalf("%v.Contains(%v) = %v, want %v", a, b, got, want)
		}
		if got, want := a.Overlaps(b), common > 0; got != want {
			t.Fatalf("%v.Overlaps(%v) = %v, want %v", a, b, got, want)
		}
		u := a.Union(b)
		if u != b.Union(a) || !a.IsZero() && !u.Contains(a) || !b.IsZero() && !u.Contains(b) {
			t.Fatalf("%v.Union(%v) = %v, want the smallest span with both", a, b, u)
		}
		if !u.IsZero() && !(in[u.Start] || of[u.Start]) || !u.IsZero() && !(in[u.End] || of[u.End]) {
			t.Fatalf("%v.Union(%v) = %v reaches beyond both", a, b, u)
		}
	})
}

func TestSpanString(t *testing.T) {
	t.Parallel()
	for span, want := range map[code.Span]string{{Start: 12, End: 40}: "12-40", {Start: 7, End: 7}: "7", {}: "0"} {
		if got := span.String(); got != want {
			t.Errorf("%#v.String() = %q, want %q", span, got, want)
		}
	}
}
