package outline

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"coderag/internal/code"
)

const blanks = " \t\n\f\v"

// outermost returns notes ordered by position, without those inside others: an
// annotation among the arguments of an annotation.
func outermost(notes []Note) []Note {
	slices.SortFunc(notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(b.Range.End, a.Range.End))
	})
	outer := notes[:0]
	for _, n := range notes {
		if len(outer) == 0 || n.Range.Start >= outer[len(outer)-1].Range.End {
			outer = append(outer, n)
		}
	}
	return outer
}

// trim returns r without the decorators, with the comments among them, and the
// white space in front, and without the white space at the end and comments on
// lines of their own there: where indentation ends a declaration, some grammars
// count the comment above the next one in.
func (s *Source) trim(r code.Range) code.Range {
	i := sort.Search(len(s.Notes), func(i int) bool { return s.Notes[i].Range.Start >= r.Start })
	decorated := i < len(s.Notes) && s.Notes[i].Decorator
	for {
		r.Start += leadingBlanks(s.Text[r.Start:r.End])
		if !decorated || i == len(s.Notes) || s.Notes[i].Range.Start != r.Start || s.Notes[i].Range.End >= r.End {
			break
		}
		r.Start = s.Notes[i].Range.End
		i++
	}
	r.End = s.trimEnd(r)
	return r
}

// trimEnd returns where r ends without white space and comments at its end.
func (s *Source) trimEnd(r code.Range) int {
	i := sort.Search(len(s.Notes), func(i int) bool { return s.Notes[i].Range.Start >= r.End }) - 1
	for ; ; i-- {
		r.End = r.Start + len(strings.TrimRight(r.Of(s.Text), blanks))
		if i < 0 || s.Notes[i].Range.Start <= r.Start || s.Notes[i].Range.End < r.End || !s.startsLine(s.Notes[i].Range.Start) {
			return r.End
		}
		r.End = s.Notes[i].Range.Start
	}
}

func leadingBlanks(text string) int {
	return len(text) - len(strings.TrimLeft(text, blanks))
}

// docStart returns the offset where the documentation above the declaration at
// offset starts, or offset when there is none: notes on lines of their own, with
// no blank line between.
func (s *Source) docStart(offset int) int {
	start, top := offset, s.wordsBefore(offset)
	i := sort.Search(len(s.Notes), func(i int) bool { return s.Notes[i].Range.Start >= top }) - 1
	for ; i >= 0; i-- {
		note := s.Notes[i].Range
		end := note.Start + len(strings.TrimRight(note.Of(s.Text), blanks))
		if end > top || !adjoin(s.Text[end:top]) {
			break
		}
		top = note.Start
		if s.startsLine(top) {
			start = top
		}
	}
	return start
}

// adjoin reports whether gap is white space without a blank line.
func adjoin(gap string) bool {
	return strings.Count(gap, "\n") <= 1 && strings.Trim(gap, blanks) == ""
}

// startsLine reports whether only white space precedes offset on its line.
func (s *Source) startsLine(offset int) bool {
	before := strings.TrimRight(s.Text[:offset], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

// notesIn returns the notes that start within r.
func (s *Source) notesIn(r code.Range) []Note {
	from := sort.Search(len(s.Notes), func(i int) bool { return s.Notes[i].Range.Start >= r.Start })
	to := sort.Search(len(s.Notes), func(i int) bool { return s.Notes[i].Range.Start >= r.End })
	return s.Notes[from:to]
}
