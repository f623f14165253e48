package search

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
)

func idOf(s *fakeStore, file int64, number int) string {
	return newChunkID("shop", s.chunks[ChunkKey{file, number}]).String()
}

func TestChunk(t *testing.T) {
	t.Parallel()
	s := shop()
	got, err := s.engine().Chunk(t.Context(), idOf(s, 1, 1), 5)
	if err != nil {
		t.Fatal(err)
	}
	want := ChunkText{
		Project: "shop", Repo: "api", Path: "long.go", Language: "go", ChunkID: idOf(s, 1, 1), Lines: code.Span{Start: 2, End: 2},
		Symbol: "Server.serve", Kind: code.KindFunction, Content: "retry retry retry\n",
		Before: []string{"func serve retry\n"}, After: []string{"end\n", "func close retry\n"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("chunk (-want +got):\n%s", diff)
	}
	if got, err = s.engine().Chunk(t.Context(), idOf(s, 1, 1), 0); err != nil || got.Before != nil || got.After != nil {
		t.Errorf("chunk without neighbors: %+v, %v", got, err)
	}
}

// An id from before an edit must not be answered with other code.
func TestChunkOfBefore(t *testing.T) {
	t.Parallel()
	s := shop()
	edited, gone, moved := idOf(s, 2, 0), "shop:99.0.abcdef", idOf(s, 1, 3)
	s.add(2, source{id: 2, path: "short.go", chunks: []piece{{text: "edited"}}})
	delete(s.chunks, ChunkKey{1, 3})
	for name, tc := range map[string]struct {
		id        string
		neighbors int
		kind      fault.Kind
		fix       string
	}{
		"edited":             {edited, 0, fault.NotFound, "search again"},
		"file gone":          {gone, 0, fault.NotFound, "search again"},
		"chunk gone":         {moved, 0, fault.NotFound, "search again"},
		"of another project": {strings.Replace(idOf(s, 1, 0), "shop:", "other:", 1), 0, fault.NotFound, "search again"},
		"no id":              {"1.0.abcdef", 0, fault.Invalid, "as search_code returned it"},
		"too many neighbors": {idOf(s, 1, 0), MaxNeighbors + 1, fault.Invalid, "from 0 to 5"},
		"negative neighbors": {idOf(s, 1, 0), -1, fault.Invalid, "from 0 to 5"},
	} {
		got, err := s.engine().Chunk(t.Context(), tc.id, tc.neighbors)
		if !fault.Is(err, tc.kind) || !strings.Contains(strings.Join(fault.FixesOf(err), "\n"), tc.fix) {
			t.Errorf("%s: %v with fixes %q, want kind %d and %q", name, err, fault.FixesOf(err), tc.kind, tc.fix)
		}
		if got.Content != "" {
			t.Errorf("%s: answered with %q", name, got.Content)
		}
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	s := newStore(
		source{id: 1, path: "a.go", chunks: []piece{{text: "one\r\ntwo\rthree"}}},
		source{id: 2, path: "empty.go"},
		source{id: 3, path: "both.go", chunks: []piece{{text: "api\n"}}},
		source{id: 4, path: "both.go", repo: "web", chunks: []piece{{text: "web\n"}}},
		source{id: 5, path: "disk.go", chunks: []piece{{text: "indexed\n"}}},
		source{id: 7, path: "short.go", chunks: []piece{{text: "1\n2\n3\n4\n"}}},
		source{id: 6, path: "gone.go", chunks: []piece{{text: "indexed\n"}}},
	)
	e := s.engine()
	e.Disk = fakeDisk{store: s, texts: map[string]string{"disk.go": "new\nlines\n"}, gone: map[string]error{"gone.go": errGone}}
	e.Options.MaxSpanLines, e.Options.ReplyChars = 2, 9
	for name, tc := range map[string]struct {
		repo, path string
		from, to   int
		want       SpanText
	}{
		"lines":                 {"", "a.go", 1, 2, SpanText{Lines: code.Span{Start: 1, End: 2}, Total: 3, Content: "one\r\ntwo\r"}},
		"beyond the end":        {"", "a.go", 3, math.MaxInt, SpanText{Lines: code.Span{Start: 3, End: 3}, Total: 3, Content: "three"}},
		"more than a reply has": {"", "a.go", 1, 3, SpanText{Lines: code.Span{Start: 1, End: 2}, Total: 3, Content: "one\r\ntwo\r", Cut: true}},
		"more lines":            {"", "short.go", 2, 4, SpanText{Lines: code.Span{Start: 2, End: 3}, Total: 4, Content: "2\n3\n", Cut: true}},
		"just enough":           {"", "a.go", 2, 3, SpanText{Lines: code.Span{Start: 2, End: 3}, Total: 3, Content: "two\rthree"}},
		"no lines":              {"", "empty.go", 1, 9, SpanText{}},
		"dot before the path":   {"", "./empty.go", 1, 1, SpanText{}},
		"one of two repos":      {"web", "both.go", 1, 1, SpanText{Lines: code.Span{Start: 1, End: 1}, Total: 1, Content: "web\n"}},
		"as it is on disk":      {"", "disk.go", 1, 2, SpanText{Lines: code.Span{Start: 1, End: 1}, Total: 2, Content: "new\n", Cut: true}},
		"gone from disk":        {"", "gone.go", 1, 5, SpanText{Lines: code.Span{Start: 1, End: 1}, Total: 1, Content: "indexed\n", FromIndex: true}},
	} {
		got, err := e.Span(t.Context(), SpanRequest{Repo: tc.repo, Path: tc.path, Lines: code.Span{Start: tc.from, End: tc.to}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		tc.want.Project, tc.want.Language, tc.want.Path = "shop", "go", strings.TrimPrefix(tc.path, "./")
		if tc.want.Repo = "api"; tc.repo != "" {
			tc.want.Repo = tc.repo
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s:%d-%d (-want +got):\n%s", name, tc.path, tc.from, tc.to, diff)
		}
	}
}

func TestSpansRefused(t *testing.T) {
	t.Parallel()
	s := shop()
	s.add(1, source{id: 3, path: "long.go", repo: "web"})
	for name, tc := range map[string]struct {
		repo, path string
		from, to   int
		kind       fault.Kind
	}{
		"line 0":          {"api", "long.go", 0, 1, fault.Invalid},
		"upside down":     {"api", "long.go", 3, 2, fault.Invalid},
		"beyond the file": {"api", "long.go", 5, 9, fault.Invalid},
		"in two repos":    {"", "long.go", 1, 1, fault.Invalid},
		"unknown repo":    {"nope", "long.go", 1, 1, fault.NotFound},
		"unknown path":    {"", "none.go", 1, 1, fault.NotFound},
		"out of the root": {"", "../long.go", 1, 1, fault.NotFound},
		"absolute":        {"", "/etc/passwd", 1, 1, fault.NotFound},
	} {
		got, err := s.engine().Span(t.Context(), SpanRequest{Repo: tc.repo, Path: tc.path, Lines: code.Span{Start: tc.from, End: tc.to}})
		if !fault.Is(err, tc.kind) || len(fault.FixesOf(err)) == 0 || got.Content != "" {
			t.Errorf("%s: %q, %v; want kind %d, a fix, and no content", name, got.Content, err, tc.kind)
		}
	}
}

// Lookups pass on the errors of the store.
func TestLookupErrors(t *testing.T) {
	t.Parallel()
	s, broken := shop(), errors.New("connection lost")
	for _, method := range []string{"Files", "Chunks", "Texts"} {
		e := &Engine{Project: "shop", Store: failingStore{s, method, broken}, Disk: fakeDisk{store: s, gone: map[string]error{"long.go": errGone}}}
		if _, err := e.Chunk(t.Context(), idOf(s, 1, 0), 0); !errors.Is(err, broken) {
			t.Errorf("Chunk, %s breaks: %v", method, err)
		}
		if _, err := e.Span(t.Context(), SpanRequest{Path: "long.go", Lines: code.Span{Start: 1, End: 1}}); method == "Texts" && !errors.Is(err, broken) {
			t.Errorf("Span, %s breaks: %v", method, err)
		}
	}
}
