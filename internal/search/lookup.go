package search

import (
	"context"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// MaxNeighbors is how many chunks before and after one can be asked for.
const MaxNeighbors = 5

// Chunk returns one chunk in full with up to neighbors chunks before and after
// it. An id from before the file was indexed anew is an error of kind NotFound.
func (e *Engine) Chunk(ctx context.Context, id string, neighbors int) (_ ChunkText, err error) {
	defer fault.Wrap(&err, "chunk %.80q", id)
	want, err := parseChunkID(id)
	if err != nil {
		return ChunkText{}, err
	}
	if neighbors < 0 || neighbors > MaxNeighbors {
		return ChunkText{}, fault.New(fault.Invalid, "neighbors is %d", neighbors).Fix("choose neighbors from 0 to %d", MaxNeighbors)
	}
	var out ChunkText
	err = e.Store.View(ctx, func(v View) error {
		out, err = e.chunkText(ctx, v, want, neighbors)
		return err
	})
	return out, err
}

func (e *Engine) chunkText(ctx context.Context, v View, want chunkID, neighbors int) (out ChunkText, err error) {
	if want.project != e.Project {
		return out, fault.New(fault.NotFound, "it is of project %q, this is %q", want.project, e.Project).
			Fix("ask the endpoint that returned it, or search again")
	}
	gone := fault.New(fault.NotFound, "the file was indexed anew since this id was given out").Fix("search again")
	files, err := v.Files(ctx, []int64{want.key.File})
	if err != nil {
		return out, err
	}
	if len(files) == 0 {
		return out, gone
	}
	var keys []ChunkKey
	for n := want.key.Number - neighbors; n <= want.key.Number+neighbors; n++ {
		keys = append(keys, ChunkKey{want.key.File, n})
	}
	chunks, err := v.Chunks(ctx, keys)
	if err != nil {
		return out, err
	}
	texts, err := v.Texts(ctx, []int64{want.key.File})
	if err != nil {
		return out, err
	}
	f, text := files[0], texts[want.key.File]
	out = ChunkText{Project: e.Project, Repo: f.Repo, Path: f.Path, Language: f.Language}
	out.Stale, out.Missing = e.freshness(f)
	for _, c := range chunks {
		if c.Bytes.End > len(text) {
			return ChunkText{}, gone
		}
		content := c.Bytes.Of(text)
		switch {
		case c.Number < want.key.Number:
			out.Before = append(out.Before, content)
		case c.Number > want.key.Number:
			out.After = append(out.After, content)
		case checkOf(c) == want.check:
			out.ChunkID, out.Content = newChunkID(e.Project, c).String(), content
			out.Lines, out.Symbol, out.Kind = c.Lines, c.Symbol, c.Kind
		}
	}
	if out.ChunkID == "" {
		return ChunkText{}, gone
	}
	return out, nil
}

// Span returns lines of an indexed file as they are on disk now, or, where the
// file cannot be read, as they were indexed. Only files of the index can be
// read, so nothing the walk left out leaves by this way.
func (e *Engine) Span(ctx context.Context, r SpanRequest) (_ SpanText, err error) {
	defer fault.Wrap(&err, "read %s", r.Path)
	if r.Lines.Start < 1 || r.Lines.End < r.Lines.Start {
		return SpanText{}, fault.New(fault.Invalid, "lines %d to %d are no span", r.Lines.Start, r.Lines.End).
			Fix("choose start from 1 and end not before start")
	}
	var out SpanText
	err = e.Store.View(ctx, func(v View) error {
		f, err := v.FileByPath(ctx, code.FileID{Repo: r.Repo, Path: strings.TrimPrefix(r.Path, "./")})
		if err != nil {
			return err
		}
		out = SpanText{Project: e.Project, Repo: f.Repo, Path: f.Path, Language: f.Language}
		text, err := e.Disk.Read(f.FileID)
		if err != nil {
			texts, err := v.Texts(ctx, []int64{f.ID})
			if err != nil {
				return err
			}
			text, out.FromIndex = texts[f.ID], true
		}
		return e.cutSpan(&out, text, r.Lines)
	})
	return out, err
}

func (e *Engine) cutSpan(out *SpanText, text string, want code.Span) error {
	lines := code.NewLines(text)
	out.Total = lines.Count()
	if want.Start > max(out.Total, 1) {
		return fault.New(fault.Invalid, "start is %d, the file has %d lines", want.Start, out.Total).
			Fix("choose start from 1 to %d", max(out.Total, 1))
	}
	want.End = min(want.End, out.Total)
	o := e.Options.WithDefaults()
	if want.Len() > o.MaxSpanLines {
		want.End, out.Cut = want.Start+o.MaxSpanLines-1, true
	}
	shown, cut := cutLines(lines, lines.Range(want), text, o.ReplyChars)
	out.Content, out.Cut = shown.Of(text), out.Cut || cut
	if out.Content != "" {
		out.Lines = code.Span{Start: want.Start, End: lines.At(shown.End - 1)}
	}
	return nil
}
