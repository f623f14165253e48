package eval

import (
	"slices"
	"strings"
)

// rankOf returns the 1-based rank of the first hit that is the target, 0 when
// none is.
func rankOf(t Target, hits []Hit) int {
	return 1 + slices.IndexFunc(hits, t.isHit)
}

// isHit reports whether the hit is in the target's file, overlaps its lines
// where it has lines, and else names its symbol where it has one.
func (t Target) isHit(h Hit) bool {
	switch {
	case h.Repo != t.Repo || h.Path != t.Path:
		return false
	case !t.Lines.IsZero():
		return h.Lines.Overlaps(t.Lines)
	case t.Symbol != "":
		return h.Whole || slices.ContainsFunc(h.Symbols, func(s string) bool { return names(s, t.Symbol) })
	}
	return true
}

// names reports whether a qualified name ends in the symbol: "Server.handle"
// names "handle" and "Server.handle".
func names(qualified, symbol string) bool {
	return qualified == symbol || strings.HasSuffix(qualified, "."+symbol)
}
