// Package symbolstest is the conformance suite of symbols.Extractor. Every
// implementation runs it on sources of its own.
package symbolstest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// A Case is a source file and what must be found in it.
type Case struct {
	Name     string
	Language string
	Path     string   // "file" when empty
	Text     string   // lines end in "\n"; it may be broken code
	Want     []string // names, bare or qualified, that must be among the definitions
}

// deepNesting is how many parentheses the suite opens inside each other.
const deepNesting = 100_000

// patience is how long the suite waits for an answer to bad input.
const patience = time.Minute

// Run checks what symbols.Extractor promises. Give a case for each language,
// and one with broken code where the extractor is to survive it.
func Run(t *testing.T, extractor symbols.Extractor, cases []Case) {
	t.Run("languages", func(t *testing.T) { languages(t, extractor) })
	nested := map[string]bool{}
	for _, c := range cases {
		if !nested[c.Language] {
			nested[c.Language] = true
			t.Run(c.Language+"/deep nesting", func(t *testing.T) {
				t.Parallel()
				nesting(t, extractor, c)
			})
		}
		t.Run(c.Language+"/"+c.Name, func(t *testing.T) {
			t.Parallel()
			t.Run("definitions", func(t *testing.T) { definitions(t, extractor, c) })
			t.Run("line ends", func(t *testing.T) { lineEnds(t, extractor, c) })
			t.Run("no text", func(t *testing.T) { noText(t, extractor, c) })
			t.Run("damage", func(t *testing.T) { damage(t, extractor, c) })
			t.Run("cancelled", func(t *testing.T) { cancelled(t, extractor, c) })
			t.Run("concurrent", func(t *testing.T) { concurrent(t, extractor, c) })
		})
	}
}

func languages(t *testing.T, extractor symbols.Extractor) {
	served := extractor.Languages()
	if len(served) == 0 || !slices.IsSorted(served) || len(slices.Compact(slices.Clone(served))) != len(served) {
		t.Errorf("Languages() = %q, want some, sorted, each once", served)
	}
	if _, err := extractor.Extract(t.Context(), "no such language", "file", "text"); err == nil {
		t.Error("Extract of a language that is not served: no error")
	}
}

func definitions(t *testing.T, extractor symbols.Extractor, c Case) {
	got := c.extract(t, extractor, c.Text)
	Check(t, c.Text, got)
	var names []string
	for _, d := range got {
		names = append(names, d.Name, d.Qualified())
	}
	for _, want := range c.Want {
		if !slices.Contains(names, want) {
			t.Errorf("no definition %s in %q", want, names)
		}
	}
}

func lineEnds(t *testing.T, extractor symbols.Extractor, c Case) {
	want := c.extract(t, extractor, c.Text)
	for name, end := range map[string]string{"CRLF": "\r\n", "CR": "\r"} {
		got := c.extract(t, extractor, strings.ReplaceAll(c.Text, "\n", end))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with %s (-LF +%s):\n%s", name, name, diff)
		}
	}
	noEnd := strings.TrimRight(c.Text, "\n")
	Check(t, noEnd, c.extract(t, extractor, noEnd))
}

func noText(t *testing.T, extractor symbols.Extractor, c Case) {
	for _, text := range []string{"", "\n", " \t\n\n"} {
		if got := c.extract(t, extractor, text); len(got) != 0 {
			t.Errorf("definitions in %q: %v", text, got)
		}
	}
}

// nesting accepts an error, but neither a crash nor a wait without end.
func nesting(t *testing.T, extractor symbols.Extractor, c Case) {
	for _, deep := range []string{
		strings.Repeat("(", deepNesting),
		strings.Repeat("(", deepNesting) + "1" + strings.Repeat(")", deepNesting),
	} {
		extractInTime(t, extractor, c, c.Text+"\n"+deep+"\n")
	}
}

func extractInTime(t *testing.T, extractor symbols.Extractor, c Case, text string) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	got, err := extractor.Extract(ctx, c.Language, c.path(), text)
	if err == nil {
		Check(t, text, got)
	}
	if ctx.Err() != nil {
		t.Fatalf("%d nested brackets took longer than %v", deepNesting, patience)
	}
}

func cancelled(t *testing.T, extractor symbols.Extractor, c Case) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := extractor.Extract(ctx, c.Language, c.path(), c.Text); err == nil {
		t.Error("Extract with a cancelled context: no error")
	}
}

func concurrent(t *testing.T, extractor symbols.Extractor, c Case) {
	want := c.extract(t, extractor, c.Text)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got, err := extractor.Extract(t.Context(), c.Language, c.path(), c.Text)
			if err != nil {
				t.Error(err)
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("beside others (-want +got):\n%s", diff)
			}
		})
	}
	group.Wait()
}

func (c Case) path() string {
	if c.Path == "" {
		return "file"
	}
	return c.Path
}

func (c Case) extract(t *testing.T, extractor symbols.Extractor, text string) []code.Definition {
	t.Helper()
	got, err := extractor.Extract(t.Context(), c.Language, c.path(), text)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
