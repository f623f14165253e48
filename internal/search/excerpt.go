package search

import (
	"unicode/utf8"

	"coderag/internal/code"
)

// minExcerpt is the least a budget must still have for an excerpt that asks for
// more: a shorter piece of code explains nothing.
const minExcerpt = 200

// show fills in the code of the hit, and takes its characters off the budget.
// When that is used up, the hit has its lines and no code; neighbours are shown
// where both fit.
func (m material) show(h *Hit, q query, c Chunk, budget *int) {
	room := min(q.MaxChars, *budget)
	if room < min(q.MaxChars, minExcerpt) {
		h.Lines = extent(c, q.Expand)
		return
	}
	h.Lines, h.Excerpt, h.Cut = excerpt(m.texts[c.Key.File], c, q.Expand, room)
	*budget -= utf8.RuneCountInString(h.Excerpt)
	if !q.Neighbors {
		return
	}
	before, after := m.text(ChunkKey{c.Key.File, c.Number - 1}), m.text(ChunkKey{c.Key.File, c.Number + 1})
	if size := utf8.RuneCountInString(before) + utf8.RuneCountInString(after); size <= *budget {
		h.Before, h.After = before, after
		*budget -= size
	}
}

// withoutCode reports whether the budget was used up before the hit.
func (h Hit) withoutCode() bool { return h.ChunkID != "" && h.Excerpt == "" }

// extent returns the lines an excerpt of the chunk would have without a limit.
func extent(c Chunk, expand Expand) code.Span {
	if expand == ExpandSymbol {
		return c.Decl.Union(c.Lines)
	}
	return c.Lines
}

// excerpt returns what to show of the chunk: its whole declaration where that
// is asked for and fits, else the chunk, cut at a line end before limit
// characters; and whether that is not all.
func excerpt(text string, c Chunk, expand Expand, limit int) (code.Span, string, bool) {
	lines := code.NewLines(text)
	whole := extent(c, expand)
	if expand == ExpandSymbol {
		if shown := lines.Range(whole).Of(text); utf8.RuneCountInString(shown) <= limit {
			return whole, shown, false
		}
	}
	shown, cut := cutLines(lines, c.Bytes, text, limit)
	span := code.Span{Start: lines.At(shown.Start), End: lines.At(shown.End - 1)}
	return span, shown.Of(text), cut || !span.Contains(whole)
}

// cutLines shortens the range to at most limit characters, at the end of a line
// where there is one.
func cutLines(lines code.Lines, r code.Range, text string, limit int) (code.Range, bool) {
	end, n := r.Start, 0
	for i := range r.Of(text) {
		if n == limit {
			end = r.Start + i
			break
		}
		n++
		end = r.End
	}
	if end >= r.End {
		return r, false
	}
	if line := lines.Range(code.Span{Start: lines.At(end), End: lines.At(end)}).Start; line > r.Start {
		end = line
	}
	return code.Range{Start: r.Start, End: end}, true
}
