package code

import "strconv"

// A Span is an inclusive range of 1-based lines. The zero Span is empty.
type Span struct{ Start, End int }

// IsZero reports whether the span is empty.
func (s Span) IsZero() bool { return s.Start == 0 }

// Len returns the number of lines in the span.
func (s Span) Len() int {
	if s.IsZero() {
		return 0
	}
	return s.End - s.Start + 1
}

// Contains reports whether every line of t lies in s. An empty span is in none.
func (s Span) Contains(t Span) bool {
	return !s.IsZero() && !t.IsZero() && s.Start <= t.Start && t.End <= s.End
}

// Overlaps reports whether s and t share a line.
func (s Span) Overlaps(t Span) bool {
	return !s.IsZero() && !t.IsZero() && s.Start <= t.End && t.Start <= s.End
}

// Union returns the smallest span that holds both.
func (s Span) Union(t Span) Span {
	switch {
	case s.IsZero():
		return t
	case t.IsZero():
		return s
	}
	return Span{Start: min(s.Start, t.Start), End: max(s.End, t.End)}
}

// String returns the span as "12-40", or "12" for a single line.
func (s Span) String() string {
	if s.Start == s.End {
		return strconv.Itoa(s.Start)
	}
	return strconv.Itoa(s.Start) + "-" + strconv.Itoa(s.End)
}
