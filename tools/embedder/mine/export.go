package main

import (
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"

	"coderag/internal/embed/builtin"
	"coderag/internal/eval"
)

// An Item is one chunk or question of a benchmark.
type Item struct {
	Repo     string   `json:"r"`
	Path     string   `json:"f,omitempty"` // of a chunk, relative to the repository
	Where    string   `json:"h,omitempty"`
	Name     string   `json:"n,omitempty"` // of the file, without ending
	Symbol   string   `json:"s,omitempty"`
	Code     string   `json:"c,omitempty"`
	Query    string   `json:"q,omitempty"` // of a question
	Category string   `json:"k,omitempty"`
	Expect   []Target `json:"e,omitempty"`
	Start    int      `json:"a,omitempty"`
	End      int      `json:"b,omitempty"`
}

// A Target is a file that answers, and its lines where they are known.
type Target struct {
	Path       string `json:"f"`
	Start, End int
}

// export writes the chunks of the repositories of a benchmark, and its questions.
func export(ctx context.Context, corpora, bench string, to *json.Encoder) error {
	b, err := eval.ReadBenchmark(os.DirFS(bench))
	if err != nil {
		return err
	}
	sets := newSymbols()
	defer func() { _ = sets.Close() }() // the process ends
	var words repository
	for _, e := range b.Repositories {
		r, err := readRepository(ctx, sets, filepath.Join(corpora, e.Name), e.Root, true)
		if err != nil {
			return err
		}
		for _, f := range r.files {
			folder, name := builtin.Divide(path.Join(e.Root, f.Path))
			for _, c := range f.chunks {
				item := Item{
					Repo: e.Name, Path: path.Join(e.Root, f.Path), Where: r.words(folder), Name: r.words(name), Symbol: r.words(c.Symbol),
					Code: r.words(c.Bytes.Of(f.text)), Start: c.Lines.Start, End: c.Lines.End,
				}
				if err := to.Encode(item); err != nil {
					return err
				}
			}
		}
	}
	for _, q := range b.Questions {
		item := Item{Repo: q.Repo, Query: words.words(q.Query), Category: q.Category}
		for _, t := range q.Expect {
			item.Expect = append(item.Expect, Target{Path: t.Path, Start: t.Lines.Start, End: t.Lines.End})
		}
		if err := to.Encode(item); err != nil {
			return err
		}
	}
	return nil
}
