package code

import "sort"

// Lines maps between byte offsets and line numbers of one text. A line ends at
// "\n", "\r\n" or a lone "\r", as editors count them; text after the last line
// end is a line, nothing after it is none. It is immutable and safe for
// concurrent use.
type Lines struct {
	starts []int // offset of each line
	size   int   // length of the text in bytes
}

// NewLines indexes text.
func NewLines(text string) Lines {
	if text == "" {
		return Lines{}
	}
	starts := append(make([]int, 0, 1+len(text)/32), 0)
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
		case '\n':
		default:
			continue
		}
		if i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return Lines{starts: starts, size: len(text)}
}

// Count returns the number of lines.
func (l Lines) Count() int { return len(l.starts) }

// At returns the 1-based line that holds the byte at offset, clamped to the text.
func (l Lines) At(offset int) int {
	if len(l.starts) == 0 {
		return 1
	}
	return max(1, sort.SearchInts(l.starts, offset+1))
}

// Range returns the byte offsets of the lines of s, with their line ends,
// clamped to the text. It is empty where s is, or ends before it starts.
func (l Lines) Range(s Span) Range {
	start := l.offset(s.Start)
	return Range{Start: start, End: max(start, l.offset(s.End+1))}
}

// offset returns where a 1-based line starts; past the last line, the size.
func (l Lines) offset(line int) int {
	switch {
	case line <= 1:
		return 0
	case line > len(l.starts):
		return l.size
	}
	return l.starts[line-1]
}
