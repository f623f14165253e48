package symbolstest

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coderag/internal/code"
	"coderag/internal/symbols"
)

// Check reports definitions that are out of order or no true statements about
// text.
func Check(t *testing.T, text string, definitions []code.Definition) {
	t.Helper()
	sorted := slices.Clone(definitions)
	symbols.Sort(sorted)
	if !slices.Equal(sorted, definitions) {
		t.Errorf("definitions out of order: %v", definitions)
	}
	count := code.NewLines(text).Count()
	for _, d := range definitions {
		checkOne(t, count, d)
	}
	checkScopes(t, definitions)
}

func checkOne(t *testing.T, lines int, d code.Definition) {
	t.Helper()
	if !inside(d.Lines, lines) {
		t.Errorf("%s: lines %v of a file of %d", d.Qualified(), d.Lines, lines)
	}
	if d.Name == "" || d.Kind == "" || !utf8.ValidString(d.Qualified()) || strings.ContainsAny(d.Qualified(), "\n\r") {
		t.Errorf("name %q, scope %q, kind %q", d.Name, d.Scope, d.Kind)
	}
	if s := d.Signature; s == "" || len(s) > symbols.MaxSignature || !utf8.ValidString(s) ||
		strings.ContainsAny(s, "\n\r\t") || strings.TrimSpace(s) != s {
		t.Errorf("%s: signature %q", d.Qualified(), s)
	}
	if !d.DocLines.IsZero() && (!inside(d.DocLines, lines) || !touches(d.DocLines, d.Lines)) {
		t.Errorf("%s: lines %v are documented in %v of a file of %d", d.Qualified(), d.Lines, d.DocLines, lines)
	}
}

func inside(s code.Span, lines int) bool {
	return 1 <= s.Start && s.Start <= s.End && s.End <= lines
}

// touches reports whether doc lies directly above lines or ends within them.
func touches(doc, lines code.Span) bool {
	return doc.Start <= lines.End && doc.End+1 >= lines.Start && doc.End <= lines.End
}

// checkScopes reports definitions inside a type or module that do not name it
// in their scope. Of several with the same lines, one is to be named.
func checkScopes(t *testing.T, definitions []code.Definition) {
	t.Helper()
	var open []code.Definition
	for _, d := range definitions {
		for len(open) > 0 && open[len(open)-1].Lines.End < d.Lines.Start {
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 && within(d.Lines, open[n-1].Lines) && !namesOne(d.Scope, open) {
			t.Errorf("%s at %v lies in %s at %v", d.Qualified(), d.Lines, open[n-1].Qualified(), open[n-1].Lines)
		}
		if hasMembers(d.Kind) {
			open = append(open, d)
		}
	}
}

func within(inner, outer code.Span) bool {
	return outer.Start < inner.Start && inner.End < outer.End
}

// namesOne reports whether scope holds the name of the last of open, or of
// another with its lines.
func namesOne(scope string, open []code.Definition) bool {
	last := open[len(open)-1]
	return slices.ContainsFunc(open, func(o code.Definition) bool {
		return o.Lines == last.Lines && strings.Contains(scope, o.Name)
	})
}

func hasMembers(k code.DefKind) bool {
	switch k {
	case code.KindClass, code.KindStruct, code.KindInterface, code.KindTrait,
		code.KindEnum, code.KindModule, code.KindImpl:
		return true
	}
	return false
}
