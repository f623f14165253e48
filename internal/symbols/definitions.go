package symbols

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coderag/internal/code"
)

// MaxSignature is the most bytes a Definition's Signature has.
const MaxSignature = 300

// Sort puts definitions into the order code.Definition asks for. Those with
// equal lines are ordered by scope, name and kind, so that the order does not
// depend on how they were found.
func Sort(definitions []code.Definition) {
	slices.SortStableFunc(definitions, func(a, b code.Definition) int {
		return cmp.Or(
			cmp.Compare(a.Lines.Start, b.Lines.Start),
			cmp.Compare(b.Lines.End, a.Lines.End),
			cmp.Compare(len(a.Scope), len(b.Scope)),
			cmp.Compare(a.Scope, b.Scope),
			cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Kind, b.Kind),
		)
	})
}

// Signature makes a signature of the head of a declaration: white space is
// collapsed to single spaces, and the whole is cut to MaxSignature bytes at a
// rune boundary.
func Signature(head string) string {
	var b strings.Builder
	space := false
	for _, r := range head {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		need := utf8.RuneLen(r)
		if space {
			need++
		}
		if b.Len()+need > MaxSignature {
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
