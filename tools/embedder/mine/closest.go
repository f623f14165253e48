package main

import (
	"hash/fnv"
	"strings"

	"coderag/internal/code"
)

// closest returns the chunk of f that shares the rarest words with text; where
// none shares any, one that the text decides, so that not only what is lexically
// close is learnt.
func (r *repository) closest(text string, f *file) (code.Chunk, bool) {
	if len(f.chunks) == 0 {
		return code.Chunk{}, false
	}
	query := map[string]bool{}
	for w := range strings.FieldsSeq(r.words(text)) {
		if len(w) > 2 {
			query[w] = true
		}
	}
	sets := f.sets(r)
	best, score := -1, 0.0
	for i, set := range sets {
		s := 0.0
		for w := range query {
			if set[w] {
				s += 1 / float64(df(sets, w))
			}
		}
		if s > score {
			best, score = i, s
		}
	}
	if best < 0 {
		h := fnv.New32a()
		_, _ = h.Write([]byte(text)) // never fails
		best = int(h.Sum32() % uint32(len(f.chunks)))
	}
	return f.chunks[best], true
}

func df(sets []map[string]bool, word string) (n int) {
	for _, set := range sets {
		if set[word] {
			n++
		}
	}
	return n
}

// sets returns the words of each chunk of f.
func (f *file) sets(r *repository) []map[string]bool {
	if f.chunkWords == nil {
		for _, c := range f.chunks {
			set := map[string]bool{}
			r.reader.Words(c.Symbol+" "+c.Bytes.Of(f.text), func(word []byte) { set[string(word)] = true })
			f.chunkWords = append(f.chunkWords, set)
		}
	}
	return f.chunkWords
}
