package chunk

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"coderag/internal/code"
)

// cut calls emit for consecutive pieces of lines, each of at most limit bytes
// and not blank.
func (s source) cut(lines code.Span, limit int, emit func(code.Span, code.Range)) {
	for next := lines.Start; next <= lines.End; {
		if s.size(next, next) > limit {
			s.cutLine(next, limit, emit)
			next++
			continue
		}
		stop := s.stop(next, lines.End, limit)
		if piece := s.trim(code.Span{Start: next, End: stop}); !piece.IsZero() {
			emit(piece, s.lines.Range(piece))
		}
		next = stop + 1
	}
}

// stop returns the last line of the piece that starts at line from: the best
// place for a cut between half of an equal share of what is left and limit.
func (s source) stop(from, end, limit int) int {
	left := s.size(from, end)
	if left <= limit {
		return end
	}
	share := left / ((left + limit - 1) / limit)
	best, stop := cutRank{place: noPlace}, from
	for line := from; line < end; line++ {
		size := s.size(from, line)
		if size > limit {
			break
		}
		if best.place == noPlace {
			stop = line
		}
		if size < share/2 {
			continue
		}
		if rank := s.rank(line, size-share); rank.compare(best) < 0 {
			best, stop = rank, line
		}
	}
	return stop
}

// place says how good a cut is; less is better.
type place uint8

const (
	afterBlank place = iota
	afterText
	beforeClosing // what follows closes something that was opened before
	noPlace
)

// A cutRank orders the places for a cut.
type cutRank struct {
	place  place
	indent int // of the line after it
	off    int // bytes off an equal share
}

func (r cutRank) compare(o cutRank) int {
	return cmp.Or(cmp.Compare(r.place, o.place), cmp.Compare(r.indent, o.indent), cmp.Compare(r.off, o.off))
}

// rank ranks a cut after line, which is not the last one.
func (s source) rank(line, off int) cutRank {
	r := cutRank{place: afterText, indent: s.indent[line], off: max(off, -off)}
	switch {
	case s.blank(line + 1):
		r.place = noPlace // rather after the blank lines
	case s.closing(line + 1):
		r.place = beforeClosing
	case s.blank(line):
		r.place = afterBlank
	}
	return r
}

// closing reports whether the line starts with what ends a block.
func (s source) closing(line int) bool {
	text := strings.TrimLeft(s.of(code.Span{Start: line, End: line}), " \t")
	if text == "" {
		return false
	}
	after, end := strings.CutPrefix(text, "end")
	return strings.IndexByte("})]", text[0]) >= 0 || end && (after == "" || !wordByte(after[0]))
}

// cutLine cuts a line that is longer than limit.
func (s source) cutLine(line, limit int, emit func(code.Span, code.Range)) {
	lines := code.Span{Start: line, End: line}
	for rest := s.lines.Range(lines); rest.Len() > 0; {
		piece := rest
		if rest.Len() > limit {
			piece.End = rest.Start + breakBefore(rest.Of(s.text), limit)
		}
		if strings.TrimSpace(piece.Of(s.text)) != "" {
			emit(lines, piece)
		}
		rest.Start = piece.End
	}
}

// breakBefore returns where to cut text, at most at limit: behind a character
// that is part of no word if there is one nearby, else at a rune boundary.
func breakBefore(text string, limit int) int {
	const nearby = 64
	for at := limit; at > limit/2 && at > limit-nearby; at-- {
		if c := text[at-1]; c < utf8.RuneSelf && !wordByte(c) {
			return at
		}
	}
	for back := range utf8.UTFMax {
		if limit-back > 0 && utf8.RuneStart(text[limit-back]) {
			return limit - back
		}
	}
	return limit
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
