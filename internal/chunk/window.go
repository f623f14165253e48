package chunk

import "coderag/internal/code"

// windows cuts the text into overlapping windows of lines.
func (s source) windows(opt Options) (chunks []code.Chunk) {
	emit := func(lines code.Span, bytes code.Range) {
		chunks = append(chunks, code.Chunk{Lines: lines, Bytes: bytes, Decl: lines})
	}
	last := 0 // the last line that is in a window
	for next := 1; next <= s.count(); {
		if s.size(next, next) > opt.MaxBytes {
			s.cutLine(next, opt.MaxBytes, emit)
			next++
			continue
		}
		end := s.windowEnd(next, opt)
		if lines := s.trim(code.Span{Start: next, End: end}); lines.End > last {
			emit(lines, s.lines.Range(lines))
			last = lines.End
		}
		next = s.nextWindow(next, end, opt)
	}
	return chunks
}

// windowEnd returns the last line of the window that starts at line from.
func (s source) windowEnd(from int, opt Options) int {
	end := from
	for end < s.count() && end-from+1 < opt.WindowLines && s.size(from, end+1) <= opt.MaxBytes {
		end++
	}
	return end
}

// nextWindow returns where the window after lines from to end starts. It
// overlaps this one in proportion to its lines, and reaches beyond it.
func (s source) nextWindow(from, end int, opt Options) int {
	if end == s.count() {
		return end + 1
	}
	next := end + 1 - (end-from+1)*opt.WindowOverlap/opt.WindowLines
	for next <= end && s.size(next, end+1) > opt.MaxBytes {
		next++
	}
	return next
}
