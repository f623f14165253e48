package search

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"unicode/utf8"

	"coderag/internal/code"
)

// shape turns the fused candidates into the hits of the reply: the K best files
// that are current, or their best chunks, with excerpts within the budget.
func (e *Engine) shape(ctx context.Context, v View, q query, found []candidate, reply *Reply) error {
	files, err := currentFiles(ctx, v, found)
	if err != nil {
		return err
	}
	found = rank(found, files)
	places := e.places(q, found)
	if len(places) > q.K {
		places = places[:q.K]
	}
	m, err := loadMaterial(ctx, v, q, files, places)
	if err != nil {
		return err
	}
	budget := e.Options.WithDefaults().ReplyChars
	for _, p := range places {
		hit, ok := e.hit(q, m, p, &budget)
		if !ok {
			reply.Omitted++
			continue
		}
		reply.Hits = append(reply.Hits, hit)
	}
	return nil
}

// currentFiles returns the rows of the candidates' files by id. A candidate
// whose file has moved on to another segment is not among them.
func currentFiles(ctx context.Context, v View, found []candidate) (map[int64]File, error) {
	ids := make([]int64, len(found))
	segments := make(map[int64]int32, len(found))
	for i, c := range found {
		ids[i], segments[c.file] = c.file, c.segment
	}
	rows, err := v.Files(ctx, ids)
	if err != nil {
		return nil, err
	}
	files := make(map[int64]File, len(rows))
	for _, f := range rows {
		if s := segments[f.ID]; s == 0 || s == f.Segment {
			files[f.ID] = f
		}
	}
	return files, nil
}

// rank drops candidates without a current file and orders the others by their
// score times the prior of their path; ties keep their order.
func rank(found []candidate, files map[int64]File) []candidate {
	found = slices.DeleteFunc(found, func(c candidate) bool {
		_, ok := files[c.file]
		return !ok
	})
	for i := range found {
		f := files[found[i].file]
		found[i].score *= pathPrior(f.Path, f.Language)
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return found
}

// A place is what becomes a hit: a file with its best chunks, or one chunk.
type place struct {
	candidate
	chunks []ChunkScore
}

// places returns what to show, best first.
func (e *Engine) places(q query, found []candidate) []place {
	var out []place
	for _, c := range found {
		if q.Granularity == GranularityFile {
			out = append(out, place{c, c.chunks[:min(len(c.chunks), e.Options.WithDefaults().PerFileCap)]})
			continue
		}
		for i := range c.chunks[:min(len(c.chunks), e.Options.WithDefaults().PerFileCap)] {
			out = append(out, place{c, c.chunks[i : i+1]})
		}
	}
	if q.Granularity == GranularityChunk {
		slices.SortStableFunc(out, func(a, b place) int {
			return cmp.Compare(b.score*chunkShare(b), a.score*chunkShare(a))
		})
	}
	return out
}

// chunkShare is the score of the place's chunk relative to the best of its file.
func chunkShare(p place) float64 {
	return p.chunks[0].Score / p.candidate.chunks[0].Score
}

// material is what hits are made of, read in three queries.
type material struct {
	files  map[int64]File
	chunks map[ChunkKey]Chunk
	texts  map[int64]string
}

func loadMaterial(ctx context.Context, v View, q query, files map[int64]File, places []place) (m material, err error) {
	var keys []ChunkKey
	var ids []int64
	for _, p := range places {
		ids = append(ids, p.file)
		for i, c := range p.chunks {
			keys = append(keys, c.Key)
			if i == 0 && q.Neighbors {
				keys = append(keys, ChunkKey{p.file, c.Key.Number - 1}, ChunkKey{p.file, c.Key.Number + 1})
			}
		}
	}
	slices.SortFunc(keys, func(a, b ChunkKey) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Number, b.Number)) })
	slices.Sort(ids)
	rows, err := v.Chunks(ctx, slices.Compact(keys))
	if err != nil {
		return m, err
	}
	m = material{files: files, chunks: make(map[ChunkKey]Chunk, len(rows))}
	for _, c := range rows {
		m.chunks[c.Key] = c
	}
	m.texts, err = v.Texts(ctx, slices.Compact(ids))
	return m, err
}

// text returns the text of a chunk, "" where there is none.
func (m material) text(key ChunkKey) string {
	c, ok := m.chunks[key]
	text := m.texts[key.File]
	if !ok || c.Bytes.End > len(text) {
		return ""
	}
	return c.Bytes.Of(text)
}

// hit returns the place as a hit. It is not ok when the budget has no room for
// its excerpt.
func (e *Engine) hit(q query, m material, p place, budget *int) (h Hit, ok bool) {
	f := m.files[p.file]
	h = Hit{
		Project: e.Project, Repo: f.Repo, Path: f.Path, Language: f.Language,
		Score: p.score, Matched: matchedWords(q, p.mask), share: p.share,
	}
	h.Stale, h.Missing = e.freshness(f)
	if len(p.chunks) == 0 {
		return h, true
	}
	best, found := m.chunks[p.chunks[0].Key]
	if !found {
		return h, true
	}
	h.ChunkID = newChunkID(e.Project, best).String()
	h.Symbols = symbolsOf(m, p.chunks)
	h.Lines, h.Excerpt, h.Cut = excerpt(m.texts[p.file], best, q.Expand, q.MaxChars)
	if q.Neighbors {
		h.Before = m.text(ChunkKey{p.file, best.Number - 1})
		h.After = m.text(ChunkKey{p.file, best.Number + 1})
	}
	size := utf8.RuneCountInString(h.Excerpt) + utf8.RuneCountInString(h.Before) + utf8.RuneCountInString(h.After)
	if size > *budget {
		return h, false
	}
	*budget -= size
	return h, true
}

// matchedWords returns the words of the query that occur in the hit, as they
// were written, in their order.
func matchedWords(q query, mask uint64) []string {
	var words []string
	for i, t := range q.terms {
		if mask&(1<<i) != 0 && !slices.Contains(words, t.Raw) {
			words = append(words, t.Raw)
		}
	}
	return words
}

// symbolsOf returns the declarations the chunks belong to, best first.
func symbolsOf(m material, chunks []ChunkScore) (symbols []Symbol) {
	for _, c := range chunks {
		chunk := m.chunks[c.Key]
		s := Symbol{Name: chunk.Symbol, Kind: chunk.Kind, Lines: chunk.Decl}
		if s.Name != "" && !slices.Contains(symbols, s) {
			symbols = append(symbols, s)
		}
	}
	return symbols
}

// excerpt returns what to show of the chunk: its whole declaration where that
// is asked for and fits, else the chunk, cut at a line end before max
// characters.
func excerpt(text string, c Chunk, expand Expand, max int) (code.Span, string, bool) {
	lines := code.NewLines(text)
	whole := c.Decl.Union(c.Lines)
	if expand == ExpandSymbol {
		if shown := lines.Range(whole).Of(text); utf8.RuneCountInString(shown) <= max {
			return whole, shown, false
		}
	}
	shown, cut := cutLines(lines, c.Bytes, text, max)
	span := code.Span{Start: lines.At(shown.Start), End: lines.At(shown.End - 1)}
	return span, shown.Of(text), cut || expand == ExpandSymbol && span != whole
}

// cutLines shortens the range to at most max characters, at the end of a line
// where there is one.
func cutLines(lines code.Lines, r code.Range, text string, max int) (code.Range, bool) {
	end, n := r.Start, 0
	for i := range r.Of(text) {
		if n == max {
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

// freshness compares the file with the disk.
func (e *Engine) freshness(f File) (stale, missing bool) {
	now, err := e.Disk.Stat(f.FileID)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, true
	case err != nil:
		return true, false
	}
	return now.Size != f.Stat.Size || !now.ModTime.Equal(f.Stat.ModTime), false
}
