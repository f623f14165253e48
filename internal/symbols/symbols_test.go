package symbols_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/symbols"
)

// fake serves languages with one definition named after itself, or an error.
type fake struct {
	name      string
	languages []string
	err       error
	calls     int
	closed    bool
}

func (f *fake) Languages() []string { return f.languages }

func (f *fake) Extract(context.Context, string, string, string) ([]code.Definition, error) {
	f.calls++
	return []code.Definition{{Name: f.name}}, f.err
}

func (f *fake) Close() error {
	f.closed = true
	return nil
}

func TestSetExtract(t *testing.T) {
	t.Parallel()
	down := fault.New(fault.Timeout, "down")
	set := symbols.New(
		&fake{name: "first", languages: []string{"go", "rust"}, err: down},
		&fake{name: "second", languages: []string{"go", "lua"}},
		&fake{name: "third", languages: []string{"go", "lua"}},
	)
	if diff := cmp.Diff([]string{"go", "lua", "rust"}, set.Languages()); diff != "" {
		t.Errorf("Languages() (-want +got):\n%s", diff)
	}
	for _, test := range []struct {
		language string
		want     string
		kind     fault.Kind
	}{
		{language: "go", want: "second"}, // the first errs
		{language: "lua", want: "second"},
		{language: "rust", kind: fault.Timeout},
		{language: "cobol", kind: fault.NotFound},
	} {
		got, err := set.Extract(t.Context(), test.language, "file", "text")
		if test.want == "" {
			if !fault.Is(err, test.kind) {
				t.Errorf("%s: error %v, want kind %v", test.language, err, test.kind)
			}
			continue
		}
		if err != nil || len(got) != 1 || got[0].Name != test.want {
			t.Errorf("%s: %v, %v; want %s", test.language, got, err, test.want)
		}
	}
}

func TestSetStopsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	extractor := &fake{languages: []string{"go"}}
	_, err := symbols.New(extractor).Extract(ctx, "go", "file", "text")
	if !errors.Is(err, context.Canceled) || extractor.calls != 0 {
		t.Errorf("error %v after %d calls, want the context's and none", err, extractor.calls)
	}
}

func TestSetClose(t *testing.T) {
	t.Parallel()
	extractor := &fake{languages: []string{"go"}}
	if err := symbols.New(extractor).Close(); err != nil || !extractor.closed {
		t.Errorf("Close() = %v, closed %v", err, extractor.closed)
	}
}

func TestSort(t *testing.T) {
	t.Parallel()
	want := []code.Definition{
		{Name: "outer", Lines: code.Span{Start: 1, End: 9}},
		{Name: "a", Lines: code.Span{Start: 1, End: 1}},
		{Name: "b", Lines: code.Span{Start: 1, End: 1}},
		{Name: "a", Scope: "outer", Lines: code.Span{Start: 1, End: 1}},
		{Name: "late", Lines: code.Span{Start: 3, End: 4}},
	}
	got := []code.Definition{want[4], want[3], want[2], want[1], want[0]}
	symbols.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSignature(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"":                         "",
		" \t\n":                    "",
		"func f(\n\ta int,\n) int": "func f( a int, ) int",
		"a\u00a0\r\nb":             "a b",
	} {
		if got := symbols.Signature(head); got != want {
			t.Errorf("Signature(%q) = %q, want %q", head, got, want)
		}
	}
	long := symbols.Signature(strings.Repeat("\u2603", symbols.MaxSignature))
	if len(long) != symbols.MaxSignature || !utf8.ValidString(long) {
		t.Errorf("Signature of a long head has %d bytes, valid %v", len(long), utf8.ValidString(long))
	}
}
