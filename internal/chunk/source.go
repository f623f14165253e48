package chunk

import (
	"strings"
	"unicode"

	"coderag/internal/code"
)

// blank is the indentation of a line that has only white space.
const blank = -1

// A source is a text with what cutting needs to know of its lines.
type source struct {
	text   string
	lines  code.Lines
	indent []int // columns of white space before each line's text, or blank
}

func newSource(text string, lines code.Lines) source {
	s := source{text: text, lines: lines, indent: make([]int, lines.Count())}
	for i := range s.indent {
		s.indent[i] = indentation(s.of(code.Span{Start: i + 1, End: i + 1}))
	}
	return s
}

// indentation counts a tab as four columns.
func indentation(line string) int {
	columns := 0
	for _, r := range line {
		switch {
		case r == '\t':
			columns += 4
		case !unicode.IsSpace(r):
			return columns
		default:
			columns++
		}
	}
	return blank
}

func (s source) count() int { return len(s.indent) }

// of returns the text of lines.
func (s source) of(lines code.Span) string { return s.lines.Range(lines).Of(s.text) }

// size returns the bytes of lines from to to, with their line ends.
func (s source) size(from, to int) int {
	return s.lines.Range(code.Span{Start: from, End: to}).Len()
}

func (s source) blank(line int) bool { return s.indent[line-1] == blank }

// trim leaves the blank lines at both ends out of lines; the zero span if none
// is left.
func (s source) trim(lines code.Span) code.Span {
	for lines.Start <= lines.End && s.blank(lines.Start) {
		lines.Start++
	}
	for lines.Start <= lines.End && s.blank(lines.End) {
		lines.End--
	}
	if lines.Start > lines.End {
		return code.Span{}
	}
	return lines
}

// bare reports whether text has no letter and no digit: closing brackets, rules.
func bare(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
