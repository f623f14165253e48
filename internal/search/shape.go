package search

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"slices"
)

// shape turns the ranked candidates into the hits of the reply: the K best
// files, or their best chunks, with excerpts as far as the budget goes.
func (e *Engine) shape(ctx context.Context, v View, q query, ranked []candidate, files map[int64]File, reply *Reply) error {
	places := e.places(q, ranked)
	places = places[:min(len(places), e.reach(q))]
	m, err := loadMaterial(ctx, v, q, files, places)
	if err != nil {
		return err
	}
	if e.reranks() && !q.among {
		e.rerankPlaces(ctx, q, m, places, reply)
		places = places[:min(len(places), q.K)]
	}
	o := e.Options.WithDefaults()
	budget := o.ReplyChars
	if q.among {
		budget = math.MaxInt // not all of them are kept; what is, is cut to the budget then
	}
	for _, p := range places {
		hit := e.hit(q, m, p, &budget)
		if q.among {
			hit.document = m.document(p, o.RerankChars)
		}
		if hit.withoutCode() {
			reply.Omitted++
		}
		reply.Hits = append(reply.Hits, hit)
	}
	return nil
}

// existing drops the candidates without a current file.
func existing(found []candidate, files map[int64]File) []candidate {
	return slices.DeleteFunc(found, func(c candidate) bool {
		_, ok := files[c.file]
		return !ok
	})
}

// A place is what becomes a hit: a file with its best chunks, or one chunk.
type place struct {
	candidate
	shown []ChunkScore // best first
	worth float64      // of a single chunk, among those of all files
}

// places returns what to show, best first. A chunk stands by the rank of its file
// and its share of the best chunk of that: by the score of the file the first file
// would crowd out the others.
func (e *Engine) places(q query, ranked []candidate) []place {
	o := e.Options.WithDefaults()
	var out []place
	for rank, c := range ranked {
		if len(c.chunks) == 0 { // only its path matched: it begins where it begins
			c.chunks = []ChunkScore{{Key: ChunkKey{File: c.file}, Score: 1}}
		}
		if q.Granularity == GranularityFile {
			out = append(out, place{candidate: c, shown: c.chunks})
			continue
		}
		for i := range min(len(c.chunks), o.PerFileCap) {
			worth := c.chunks[i].Score / c.chunks[0].Score / (o.RRFK + float64(rank+1))
			out = append(out, place{candidate: c, shown: c.chunks[i : i+1], worth: worth})
		}
	}
	if q.Granularity == GranularityChunk {
		slices.SortStableFunc(out, func(a, b place) int { return cmp.Compare(b.worth, a.worth) })
	}
	return out
}

// hit returns the place as a hit, with its code where the budget has room.
func (e *Engine) hit(q query, m material, p place, budget *int) Hit {
	f := m.files[p.file]
	h := Hit{
		Project: e.Project, Repo: f.Repo, Path: f.Path, Language: f.Language,
		Score: p.score, Matched: matchedWords(q, cmp.Or(p.mask, p.loose)), share: p.share,
	}
	if q.Explain {
		h.Explanation, h.Placings = p.terms, p.placings
	}
	h.Stale, h.Missing = e.freshness(f)
	shown := m.existing(p.shown)
	if len(shown) == 0 {
		return h
	}
	h.ChunkID = newChunkID(e.Project, shown[0]).String()
	h.Symbols = symbolsOf(shown)
	m.show(&h, q, shown[0], budget)
	return h
}

// matchedWords returns the words of the query that occur in the file, in their
// order and as they were written. Of an identifier that does not occur as a
// whole it returns the parts that do.
func matchedWords(q query, mask uint64) []string {
	var words, parts []string
	for i, t := range q.terms {
		if mask&(1<<i) == 0 || t.Part && slices.Contains(parts, t.Word) {
			continue
		}
		word := t.Raw
		if t.Part {
			word = t.Word
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
		parts = append(parts, t.Parts...)
	}
	return words
}

// maxSymbols is how many declarations of one file a hit names.
const maxSymbols = 5

// symbolsOf returns the declarations the chunks belong to, best first.
func symbolsOf(chunks []Chunk) (symbols []Symbol) {
	for _, c := range chunks {
		s := Symbol{Name: c.Symbol, Kind: c.Kind, Lines: c.Decl}
		if s.Name != "" && !slices.Contains(symbols, s) && len(symbols) < maxSymbols {
			symbols = append(symbols, s)
		}
	}
	return symbols
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
