package index_test

import (
	"context"
	"fmt"
	"slices"

	"coderag/internal/postings"
	"coderag/internal/search"
)

// digest returns everything the index says, without the ids and segments that
// depend on the way it came about: a line for every file, chunk, definition,
// skip, vector and occurrence of a word.
func (w *world) digest() []string {
	w.Helper()
	lines, err := w.store.Dump(context.Background())
	w.must(err)
	return append(lines, w.occurrences()...)
}

// occurrences returns what the inverted index says of the live files, and of no
// others.
func (w *world) occurrences() (lines []string) {
	w.Helper()
	ctx := context.Background()
	words, err := w.store.Words(ctx)
	w.must(err)
	err = w.store.View(ctx, func(v search.View) error {
		segments, err := v.Segments(ctx)
		if err != nil {
			return err
		}
		if segments, err = v.Postings(ctx, segments, words); err != nil {
			return err
		}
		for _, s := range segments {
			files, err := v.Files(ctx, s.Documents.Files)
			if err != nil {
				return err
			}
			paths := map[int64]string{}
			for _, f := range files {
				if f.Segment == s.ID {
					paths[f.ID] = f.FileID.String()
				}
			}
			for i, list := range s.Lists {
				o := occurrenceReader{word: words[i], docs: s.Documents, paths: paths}
				if err := postings.Visit(list, &o); err != nil {
					return err
				}
				lines = append(lines, o.lines...)
			}
		}
		return nil
	})
	w.must(err)
	slices.Sort(lines)
	return lines
}

type occurrenceReader struct {
	word  string
	docs  *postings.Documents
	paths map[int64]string
	path  string
	lines []string
}

func (o *occurrenceReader) File(slot int)               { o.path = o.paths[o.docs.Files[slot]] }
func (o *occurrenceReader) Count(c postings.FileCounts) { o.say("path", c) }
func (o *occurrenceReader) Chunk(n int, c postings.Counts) {
	o.say(fmt.Sprintf("chunk %d", n), c)
}

func (o *occurrenceReader) say(where string, counts any) {
	if o.path != "" {
		o.lines = append(o.lines, fmt.Sprintf("word %s in %s %s: %v", o.word, o.path, where, counts))
	}
}
