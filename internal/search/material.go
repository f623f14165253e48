package search

import (
	"cmp"
	"context"
	"slices"
)

// material is what hits are made of.
type material struct {
	files  map[int64]File
	chunks map[ChunkKey]Chunk
	texts  map[int64]string
}

// loadMaterial reads the chunks and texts of the places in two queries.
func loadMaterial(ctx context.Context, v View, q query, files map[int64]File, places []place) (m material, err error) {
	var keys []ChunkKey
	var ids []int64
	for _, p := range places {
		ids = append(ids, p.file)
		for i, c := range p.shown {
			keys = append(keys, c.Key)
			if i == 0 && q.Neighbors {
				keys = append(keys, ChunkKey{p.file, c.Key.Number - 1}, ChunkKey{p.file, c.Key.Number + 1})
			}
		}
	}
	slices.SortFunc(keys, func(a, b ChunkKey) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Number, b.Number)) })
	slices.Sort(ids)
	chunks, err := v.Chunks(ctx, slices.Compact(keys))
	if err != nil {
		return m, err
	}
	m = material{files: files, chunks: make(map[ChunkKey]Chunk, len(chunks))}
	if m.texts, err = v.Texts(ctx, slices.Compact(ids)); err != nil {
		return m, err
	}
	for _, c := range chunks {
		if c.Bytes.End <= len(m.texts[c.Key.File]) {
			m.chunks[c.Key] = c
		}
	}
	return m, nil
}

// existing returns those of the chunks that exist, in their order. The dense leg
// may know one of a moment before or after the view.
func (m material) existing(scores []ChunkScore) (chunks []Chunk) {
	for _, s := range scores {
		if c, ok := m.chunks[s.Key]; ok {
			chunks = append(chunks, c)
		}
	}
	return chunks
}

// text returns the text of a chunk, "" where there is none.
func (m material) text(key ChunkKey) string {
	c, ok := m.chunks[key]
	if !ok {
		return ""
	}
	return c.Bytes.Of(m.texts[key.File])
}
