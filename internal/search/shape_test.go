package search

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/code"
)

// shop is a store of two files: a long declaration in three chunks beside a
// short one, and a file with one chunk.
func shop() *fakeStore {
	long := code.Span{Start: 1, End: 3}
	return newStore(
		source{id: 1, path: "long.go", chunks: []piece{
			{symbol: "Server.serve", text: "func serve retry\n", decl: long},
			{symbol: "Server.serve", text: "retry retry retry\n", decl: long},
			{symbol: "Server.serve", text: "end\n", decl: long},
			{symbol: "close", text: "func close retry\n"},
		}},
		source{id: 2, path: "short.go", repo: "web", language: "typescript", chunks: []piece{{symbol: "again", text: "again retry " + words(20)}}},
	)
}

func TestHitOfAFile(t *testing.T) {
	t.Parallel()
	s := shop()
	reply := search(t, s.engine(), Request{Query: "retry serve", K: 1})
	if words, files := s.queries.Load(), s.fileCalls.Load(); words != 1 || files != 1 {
		t.Errorf("the store was asked %d times for words and %d times for files, want once each", words, files)
	}
	want := Hit{
		Project: "shop", Repo: "api", Path: "long.go", Language: "go", Lines: code.Span{Start: 1, End: 3},
		Symbols: []Symbol{{"Server.serve", code.KindFunction, code.Span{Start: 1, End: 3}}, {"close", code.KindFunction, code.Span{Start: 4, End: 4}}},
		Matched: []string{"retry", "serve"}, Excerpt: "func serve retry\nretry retry retry\nend\n",
	}
	got := reply.Hits[0]
	if !strings.HasPrefix(got.ChunkID, "shop:1.") || got.Score <= 0 {
		t.Errorf("chunk id %q and score %v, want one of file 1 and a positive one", got.ChunkID, got.Score)
	}
	got.ChunkID, got.Score, got.share = "", 0, 0
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Hit{})); diff != "" {
		t.Errorf("hit (-want +got):\n%s", diff)
	}
	if len(reply.Hits) != 1 || reply.Omitted != 0 {
		t.Errorf("%d hits and %d omitted for k = 1", len(reply.Hits), reply.Omitted)
	}
}

func TestGranularityChunk(t *testing.T) {
	t.Parallel()
	e := shop().engine()
	e.Options.PerFileCap = 2
	reply := search(t, e, Request{Query: "retry", Granularity: GranularityChunk, Expand: ExpandNone})
	perFile, seen := map[string]int{}, map[string]bool{}
	for _, h := range reply.Hits {
		perFile[h.Path]++
		if seen[h.ChunkID] {
			t.Errorf("chunk %s comes twice", h.ChunkID)
		}
		seen[h.ChunkID] = true
		if strings.Count(h.Excerpt, "\n") > 1 {
			t.Errorf("hit of one chunk shows %q", h.Excerpt)
		}
	}
	if diff := cmp.Diff(map[string]int{"long.go": 2, "short.go": 1}, perFile); diff != "" {
		t.Errorf("hits a file, at most 2 (-want +got):\n%s", diff)
	}
}

func TestNeighbors(t *testing.T) {
	t.Parallel()
	r := Request{Query: "end", K: 1, Expand: ExpandNone, Neighbors: true}
	got := search(t, shop().engine(), r).Hits[0]
	if got.Before != "retry retry retry\n" || got.Excerpt != "end\n" || got.After != "func close retry\n" {
		t.Errorf("hit with neighbors %q, %q, %q; want the chunk between those around it", got.Before, got.Excerpt, got.After)
	}
	r.Query = "again"
	if got = search(t, shop().engine(), r).Hits[0]; got.Before != "" || got.After != "" {
		t.Errorf("the only chunk of a file has neighbors %q and %q", got.Before, got.After)
	}
}

// A file that only its path names shows where it begins; one without any code
// is a hit without any.
func TestHitByPathAlone(t *testing.T) {
	t.Parallel()
	s := newStore(
		source{id: 1, path: "retry.go", chunks: []piece{{text: "package p\n"}, {text: "more\n"}}},
		source{id: 2, path: "empty_retry.go"},
	)
	for _, granularity := range []Granularity{GranularityFile, GranularityChunk} {
		reply := search(t, s.engine(), Request{Query: "retry", Granularity: granularity})
		if diff := cmp.Diff([]string{"retry.go", "empty_retry.go"}, pathsOf(reply)); diff != "" {
			t.Fatalf("hits (-want +got):\n%s", diff)
		}
		if h := reply.Hits[0]; h.Excerpt != "package p\n" || h.Lines != (code.Span{Start: 1, End: 1}) || h.ChunkID == "" {
			t.Errorf("hit by its path: %+v, want its first chunk", h)
		}
		if h := reply.Hits[1]; h.Excerpt != "" || h.ChunkID != "" || !h.Lines.IsZero() {
			t.Errorf("hit on an empty file: %+v, want no code", h)
		}
		if reply.Omitted != 0 {
			t.Errorf("%d omitted, want none: an empty file has nothing to leave out", reply.Omitted)
		}
	}
}

func TestMatchedWords(t *testing.T) {
	t.Parallel()
	s := newStore(goFile(1, "a.go", "x1", "getUserID retries"), goFile(2, "b.go", "x1", "the user retries"))
	for query, want := range map[string][2][]string{ // in a.go and b.go
		"getUserID":           {{"getUserID"}, {"user"}},
		"Retries of UserName": {{"Retries", "user"}, {"Retries", "user"}},
		"USER getUserID":      {{"USER", "getUserID"}, {"USER"}},
		"absent user":         {{"user"}, {"user"}},
		"Where is the user":   {{"user"}, {"user"}},
		"the":                 {nil, {"the"}},
	} {
		for _, h := range search(t, s.engine(), Request{Query: query}).Hits {
			i := int(h.Path[0] - 'a')
			if diff := cmp.Diff(want[i], h.Matched); diff != "" {
				t.Errorf("words of %q in %s (-want +got):\n%s", query, h.Path, diff)
			}
		}
	}
}

func TestStaleAndMissing(t *testing.T) {
	t.Parallel()
	denied := &fs.PathError{Op: "stat", Path: "x", Err: fs.ErrPermission}
	for name, tc := range map[string]struct {
		disk           fakeDisk
		stale, missing bool
	}{
		"as indexed":     {fakeDisk{}, false, false},
		"another size":   {fakeDisk{stats: map[string]code.FileStat{"a.go": {Size: 9, ModTime: modified}}}, true, false},
		"another time":   {fakeDisk{stats: map[string]code.FileStat{"a.go": {Size: 5, ModTime: modified.Add(time.Microsecond)}}}, true, false},
		"another zone":   {fakeDisk{stats: map[string]code.FileStat{"a.go": {Size: 5, ModTime: modified.In(time.FixedZone("", 3600))}}}, false, false},
		"gone":           {fakeDisk{gone: map[string]error{"a.go": errGone}}, false, true},
		"cannot be seen": {fakeDisk{gone: map[string]error{"a.go": denied}}, true, false},
	} {
		s := newStore(goFile(1, "a.go", "x1", "retry"))
		e := s.engine()
		tc.disk.store = s
		e.Disk = tc.disk
		got := search(t, e, Request{Query: "retry"}).Hits[0]
		if got.Stale != tc.stale || got.Missing != tc.missing {
			t.Errorf("%s: stale %v, missing %v; want %v, %v", name, got.Stale, got.Missing, tc.stale, tc.missing)
		}
	}
}

// Whatever the budget, the hits and their order are the same; what they show
// stays within it, and those it had no room for are counted and keep their
// place.
func TestBudget(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var files []source
		for id := range int64(rapid.IntRange(1, 8).Draw(rt, "files")) {
			var chunks []piece
			for range rapid.IntRange(1, 3).Draw(rt, "chunks") {
				chunks = append(chunks, piece{text: strings.Repeat("retry é ", rapid.IntRange(1, 100).Draw(rt, "length")) + "\n"})
			}
			files = append(files, source{id: id + 1, path: fmt.Sprintf("f%d.go", id), chunks: chunks})
		}
		e := newStore(files...).engine()
		r := Request{Query: "retry", Neighbors: rapid.Bool().Draw(rt, "neighbors"), MaxChars: rapid.IntRange(1, 1000).Draw(rt, "max")}
		e.Options.ReplyChars = 1 << 20
		full := search(t, e, r)
		e.Options.ReplyChars = rapid.IntRange(1, 3000).Draw(rt, "budget")
		got := search(t, e, r)
		if diff := cmp.Diff(pathsOf(full), pathsOf(got)); diff != "" {
			rt.Fatalf("hits (-without limit +within budget):\n%s", diff)
		}
		shown, without := 0, 0
		for _, h := range got.Hits {
			room := min(r.MaxChars, e.Options.ReplyChars-shown)
			if enough := room >= min(r.MaxChars, minExcerpt); enough != (h.Excerpt != "") {
				rt.Fatalf("an excerpt of %q where there is room for %d", h.Excerpt, room)
			}
			shown += utf8.RuneCountInString(h.Excerpt + h.Before + h.After)
			if h.Excerpt == "" {
				without++
			}
			if utf8.RuneCountInString(h.Excerpt) > r.MaxChars || h.ChunkID == "" || h.Lines.IsZero() {
				rt.Fatalf("hit %+v: more than %d characters, or no place", h, r.MaxChars)
			}
		}
		if shown > e.Options.ReplyChars || got.Omitted != without {
			rt.Fatalf("%d characters for a budget of %d, %d without code and %d said to be", shown, e.Options.ReplyChars, without, got.Omitted)
		}
		if full.Omitted != 0 {
			rt.Fatalf("%d omitted without a limit", full.Omitted)
		}
	})
}

// An implementation comes before the test of it, unless that is much better.
func TestPriorIsWeak(t *testing.T) {
	t.Parallel()
	s := newStore(goFile(1, "a_test.go", "retry", "retry"), goFile(2, "b.go", "retry", "retry"))
	if diff := cmp.Diff([]string{"b.go", "a_test.go"}, pathsOf(search(t, s.engine(), Request{Query: "retry"}))); diff != "" {
		t.Errorf("equal matches (-want +got):\n%s", diff)
	}
}

// Errors of the store are errors of the search, not an empty answer.
func TestStoreErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("connection lost")
	for _, method := range []string{"Postings", "Files", "FilesMatching", "Chunks", "Texts"} {
		s := newStore(goFile(1, "a.go", "retry", "retry"))
		e := &Engine{Project: "shop", Store: failingStore{s, method, broken}, Disk: fakeDisk{store: s}}
		reply, err := e.Search(t.Context(), Request{Query: "retry", Repo: "api"})
		if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), `search project "shop": `) {
			t.Errorf("%s breaks: %v with %d hits, want the error of the store", method, err, len(reply.Hits))
		}
	}
}
