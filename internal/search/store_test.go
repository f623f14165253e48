package search

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"coderag/internal/code"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/history"
	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// modified is when the files of a fakeStore were written.
var modified = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// A source is a file for a fakeStore. Its text is that of its chunks, joined.
type source struct {
	id         int64
	repo, path string // repo "" means "api"
	language   string // "" means "go"
	chunks     []piece
}

// A piece is a chunk of a source. Without a symbol it is its own declaration;
// with decl that is where the declaration is.
type piece struct {
	symbol, text string
	decl         code.Span
}

// fakeStore is an index in memory, as the write path would leave it. Adding a
// file again moves it to another segment and leaves the old words there, dead.
type fakeStore struct {
	builders map[int32]*postings.Builder
	files    map[int64]File
	chunks   map[ChunkKey]Chunk
	texts    map[int64]string

	model     embed.Model
	modelErr  error
	near      []ChunkScore // by decreasing score
	nearErr   error
	queries   atomic.Int32 // of words
	fileCalls atomic.Int32
}

func newStore(sources ...source) *fakeStore {
	s := &fakeStore{
		builders: map[int32]*postings.Builder{}, files: map[int64]File{},
		chunks: map[ChunkKey]Chunk{}, texts: map[int64]string{},
		modelErr: fault.New(fault.NotFound, "no vectors yet").Fix("run: scan"),
	}
	for _, f := range sources {
		s.add(1, f)
	}
	return s
}

// add indexes the source in a segment.
func (s *fakeStore) add(segment int32, f source) {
	f.repo, f.language = cmp.Or(f.repo, "api"), cmp.Or(f.language, "go")
	var d postings.Document
	stem := strings.TrimSuffix(path.Base(f.path), path.Ext(f.path))
	for _, w := range wordsOf(stem) {
		d.File, d.Stem = append(d.File, postings.FileWord{Word: w.word, Counts: postings.FileCounts{Stem: uint8(w.n)}}), d.Stem+w.n
	}
	text := ""
	for i, p := range f.chunks {
		key := ChunkKey{File: f.id, Number: i}
		c := Chunk{Key: key, TextSHA: sha256.Sum256([]byte(p.text))}
		c.Number, c.Symbol, c.Kind = i, p.symbol, code.KindFunction
		c.Bytes = code.Range{Start: len(text), End: len(text) + len(p.text)}
		text += p.text
		s.chunks[key] = c
		d.Chunks = append(d.Chunks, postings.FieldLength{Symbol: total(wordsOf(p.symbol)), Body: total(wordsOf(p.text))})
		d.Words = append(d.Words, wordsOfChunk(i, p)...)
	}
	lines := code.NewLines(text)
	for i, p := range f.chunks {
		c := s.chunks[ChunkKey{f.id, i}]
		c.Lines = code.Span{Start: lines.At(c.Bytes.Start), End: lines.At(c.Bytes.End - 1)}
		c.Decl = cmp.Or(p.decl, c.Lines)
		s.chunks[c.Key] = c
	}
	if s.builders[segment] == nil {
		s.builders[segment] = &postings.Builder{}
	}
	s.builders[segment].Add(f.id, d)
	s.texts[f.id] = text
	s.files[f.id] = File{
		ID: f.id, FileID: code.FileID{Repo: f.repo, Path: f.path}, Language: f.language, Lines: lines.Count(),
		Stat: code.FileStat{Size: int64(len(text)), ModTime: modified}, Segment: segment,
	}
}

type wordCount struct {
	word string
	n    int
}

func wordsOf(text string) (words []wordCount) {
	var s lexeme.Scanner
	s.Each(text, func(word []byte) {
		i := slices.IndexFunc(words, func(w wordCount) bool { return w.word == string(word) })
		if i < 0 {
			words = append(words, wordCount{string(word), 1})
			return
		}
		words[i].n++
	})
	return words
}

func total(words []wordCount) (n int) {
	for _, w := range words {
		n += w.n
	}
	return n
}

// wordsOfChunk counts the symbol as the field of that name and the text as body.
func wordsOfChunk(number int, p piece) (out []postings.ChunkWord) {
	for _, w := range wordsOf(p.text) {
		out = append(out, postings.ChunkWord{Word: w.word, Chunk: number, Counts: postings.Counts{Body: uint8(w.n)}})
	}
	for _, w := range wordsOf(p.symbol) {
		i := slices.IndexFunc(out, func(c postings.ChunkWord) bool { return c.Word == w.word })
		if i < 0 {
			i, out = len(out), append(out, postings.ChunkWord{Word: w.word, Chunk: number})
		}
		out[i].Counts.Symbol = uint8(w.n)
	}
	return out
}

func (s *fakeStore) View(_ context.Context, fn func(View) error) error { return fn(s) }

func (s *fakeStore) Segments(context.Context) (segments []Segment, err error) {
	for id, b := range s.builders {
		copied := *b
		built := copied.Finish()
		seg := Segment{ID: id}
		if seg.Documents, err = postings.DecodeDocuments(built.Documents); err != nil {
			return nil, err
		}
		if seg.Vocabulary, err = postings.DecodeVocabulary(built.Vocabulary); err != nil {
			return nil, err
		}
		segments = append(segments, seg)
	}
	slices.SortFunc(segments, func(a, b Segment) int { return cmp.Compare(a.ID, b.ID) })
	return segments, nil
}

func (s *fakeStore) Postings(_ context.Context, segments []Segment, words []string) ([]Segment, error) {
	s.queries.Add(1)
	out := slices.Clone(segments)
	for i := range out {
		copied := *s.builders[out[i].ID]
		built := copied.Finish()
		out[i].Frequency, out[i].Lists = make([]int32, len(words)), make([][]byte, len(words))
		for k, word := range words {
			if at, ok := slices.BinarySearch(built.Words, word); ok {
				out[i].Frequency[k], out[i].Lists[k] = built.Frequency[at], built.Lists[at]
			}
		}
	}
	return out, nil
}

// OtherSubjects knows no commit: its files have no history.
func (s *fakeStore) OtherSubjects(context.Context, string) (map[int64][]history.Subject, error) {
	return nil, nil
}

// Declarations takes the symbols of chunks for declarations.
func (s *fakeStore) Declarations(_ context.Context, names []string, _ int) (all []Declaration, _ error) {
	for _, c := range s.chunks {
		for _, name := range names {
			if strings.EqualFold(c.Symbol, name) {
				all = append(all, Declaration{Name: c.Symbol, Kind: c.Kind, Lines: c.Decl, Chunk: c.Key})
			}
		}
	}
	slices.SortFunc(all, func(a, b Declaration) int {
		return cmp.Or(cmp.Compare(a.Chunk.File, b.Chunk.File), cmp.Compare(a.Chunk.Number, b.Chunk.Number))
	})
	return all, nil
}

func (s *fakeStore) Files(_ context.Context, ids []int64) (files []File, _ error) {
	s.fileCalls.Add(1)
	for _, id := range slices.Sorted(slices.Values(ids)) {
		if f, ok := s.files[id]; ok {
			files = append(files, f)
		}
	}
	return files, nil
}

func (s *fakeStore) FilesMatching(_ context.Context, f Filter) (map[int64]bool, error) {
	ids := map[int64]bool{}
	for id := range s.files {
		if s.matches(id, f) {
			ids[id] = true
		}
	}
	return ids, nil
}

func (s *fakeStore) matches(id int64, f Filter) bool {
	file := s.files[id]
	return (f.Repo == "" || f.Repo == file.Repo) && (f.Language == "" || f.Language == file.Language) &&
		strings.HasPrefix(file.Path, f.PathPrefix)
}

func (s *fakeStore) Chunks(_ context.Context, keys []ChunkKey) (chunks []Chunk, _ error) {
	for _, k := range keys {
		if c, ok := s.chunks[k]; ok {
			chunks = append(chunks, c)
		}
	}
	return chunks, nil
}

func (s *fakeStore) Texts(_ context.Context, ids []int64) (map[int64]string, error) {
	texts := map[int64]string{}
	for _, id := range ids {
		if text, ok := s.texts[id]; ok {
			texts[id] = text
		}
	}
	return texts, nil
}

func (s *fakeStore) FileByPath(_ context.Context, want code.FileID) (found File, err error) {
	err = fault.New(fault.NotFound, "no such file in the index").Fix("search for it")
	for _, f := range s.files {
		if f.Path == want.Path && (want.Repo == "" || want.Repo == f.Repo) {
			if err == nil {
				return File{}, fault.New(fault.Invalid, "the path exists in two repos").Fix("say which")
			}
			found, err = f, nil
		}
	}
	return found, err
}

func (s *fakeStore) LiveModel(context.Context) (int32, embed.Model, error) {
	return 1, s.model, s.modelErr
}

func (s *fakeStore) Nearest(_ context.Context, _ int32, _ []float32, f Filter, limit int) (near []ChunkScore, _ error) {
	for _, c := range s.near {
		if s.matches(c.Key.File, f) && len(near) < limit {
			near = append(near, c)
		}
	}
	return near, s.nearErr
}

// fakeDisk holds what differs from the index; other files are as indexed.
type fakeDisk struct {
	store *fakeStore
	stats map[string]code.FileStat // by path
	texts map[string]string
	gone  map[string]error
}

func (d fakeDisk) Stat(f code.FileID) (code.FileStat, error) {
	if err := d.gone[f.Path]; err != nil {
		return code.FileStat{}, err
	}
	if stat, ok := d.stats[f.Path]; ok {
		return stat, nil
	}
	return code.FileStat{Size: int64(len(d.indexed(f))), ModTime: modified}, nil
}

func (d fakeDisk) Read(f code.FileID) (string, error) {
	if err := d.gone[f.Path]; err != nil {
		return "", err
	}
	if text, ok := d.texts[f.Path]; ok {
		return text, nil
	}
	return d.indexed(f), nil
}

func (d fakeDisk) indexed(f code.FileID) string {
	found, _ := d.store.FileByPath(context.Background(), f)
	return d.store.texts[found.ID]
}

var errGone = &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}

func (s *fakeStore) engine() *Engine {
	return &Engine{Project: "shop", Store: s, Disk: fakeDisk{store: s}}
}

// search returns the reply of an engine to the request.
func search(t testing.TB, e *Engine, r Request) Reply {
	t.Helper()
	reply, err := e.Search(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func pathsOf(r Reply) (paths []string) {
	for _, h := range r.Hits {
		paths = append(paths, h.Path)
	}
	return paths
}

// goFile returns a source of one chunk that declares the symbol.
func goFile(id int64, path, symbol, text string) source {
	return source{id: id, path: path, chunks: []piece{{symbol: symbol, text: text}}}
}
