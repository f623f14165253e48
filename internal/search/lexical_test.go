package search

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// lexicalOf returns the candidates of the lexical leg as BM25F orders them.
func lexicalOf(t testing.TB, s *fakeStore, text string, limit int) []candidate {
	t.Helper()
	q := query{Request: Request{Query: text}, terms: lexeme.Query(text), off: Off{partForms: true}}
	m, err := match(t.Context(), s, q, &fileRows{view: s, rows: map[int64]File{}}, limit)
	if err != nil {
		t.Fatal(err)
	}
	return m.best
}

// The score of a file against the formula of BM25F, written out: two files, one
// word in one of them, once in the name of a declaration and twice in its text.
func TestScoreByHand(t *testing.T) {
	t.Parallel()
	s := newStore(
		goFile(1, "a.go", "retry", "retry retry x1"),
		goFile(2, "b.go", "other", "x2 x3 x4 x5 x6"),
	)
	found := lexicalOf(t, s, "retry", 10)
	if len(found) != 1 || found[0].file != 1 {
		t.Fatalf("candidates %+v, want file 1 alone", found)
	}
	rarity := math.Log(1 + (2-1+0.5)/(1+0.5)) // in 1 of 2 files
	symbol := weightSymbol * 1 / (1 - b + b*1/1)
	body := weightBody * 2 / (1 - b + b*3/4.0) // 3 words, 4 in the mean
	tf := symbol + body
	file := rarity * tf / (k1 + tf)
	want := file + bestChunk*file // each file is one chunk, so the chunk scores the same
	if got := found[0].score; math.Abs(got-want) > 1e-6 {
		t.Errorf("score %v, want %v", got, want)
	}
	if got := found[0].chunks[0].Score; math.Abs(got-file) > 1e-6 {
		t.Errorf("score of its chunk %v, want %v", got, file)
	}
	if found[0].share != 1 {
		t.Errorf("share %v, want 1: the file has the only word", found[0].share)
	}
}

// words gives n words that are in no query.
func words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "filler%c ", 'a'+i%26)
	}
	return b.String()
}

func TestOrderOfFiles(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query string
		files []source // in the order they are to come
	}{
		"a name beats a mention": {"retry", []source{
			goFile(2, "a.go", "retry", "x1 "+words(9)),
			goFile(1, "b.go", "other", "retry "+words(9)),
		}},
		"a file name beats a mention": {"retry", []source{
			goFile(2, "retry.go", "x1", "x2 "+words(9)),
			goFile(1, "b.go", "x1", "retry "+words(9)),
		}},
		"more often beats less often": {"retry", []source{
			goFile(2, "a.go", "x1", "retry retry retry "+words(7)),
			goFile(1, "b.go", "x1", "retry "+words(9)),
		}},
		"short beats long": {"retry", []source{
			goFile(2, "a.go", "x1", "retry "+words(5)),
			goFile(1, "b.go", "x1", "retry "+words(500)),
		}},
		"both words beat one twice": {"retry backoff", []source{
			goFile(2, "a.go", "x1", "retry backoff "+words(8)),
			goFile(1, "b.go", "x1", "retry retry "+words(8)),
			goFile(3, "c.go", "x1", "backoff backoff "+words(8)),
		}},
		"together beats apart": {"retry backoff", []source{
			{id: 2, path: "a.go", chunks: []piece{{text: "retry backoff " + words(8)}, {text: words(10)}}},
			{id: 1, path: "b.go", chunks: []piece{{text: "retry " + words(9)}, {text: "backoff " + words(9)}}},
		}},
		"equal files by id": {"retry", []source{
			goFile(3, "c.go", "x1", "retry"), goFile(5, "a.go", "x1", "retry"), goFile(9, "b.go", "x1", "retry"),
		}},
	} {
		s := newStore(tc.files...)
		var want, got []int64
		for _, f := range tc.files {
			want = append(want, f.id)
		}
		for _, c := range lexicalOf(t, s, tc.query, 10) {
			got = append(got, c.file)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: files for %q (-want +got):\n%s", name, tc.query, diff)
		}
	}
}

// A word that is everywhere decides nothing beside a rare one, however often a
// file has it.
func TestRareWordsDecide(t *testing.T) {
	t.Parallel()
	var files []source
	for id := range int64(40) {
		files = append(files, goFile(id+1, fmt.Sprintf("f%d.go", id), "value", strings.Repeat("value ", 15)+words(5)))
	}
	files[17].chunks[0] = piece{symbol: "x1", text: "value quorum " + words(20)}
	found := lexicalOf(t, newStore(files...), "value quorum", 10)
	if found[0].file != 18 {
		t.Errorf("best file is %d, want 18, the only one with the rare word", found[0].file)
	}
	if found[0].share != 1 || found[1].share > 0.1 {
		t.Errorf("shares are %.2f and %.2f, want 1 and next to nothing", found[0].share, found[1].share)
	}
}

// What a segment says of a file that moved on is neither found nor does it take
// a place among the best.
func TestDeadFilesAreDropped(t *testing.T) {
	t.Parallel()
	s := newStore()
	for id := range int64(30) { // once good answers, in many versions, then rewritten
		for segment := range int32(5) {
			s.add(segment+1, goFile(id+1, fmt.Sprintf("f%d.go", id), "retry", "retry retry retry"))
		}
		s.add(9, goFile(id+1, fmt.Sprintf("f%d.go", id), "other", "nothing of it"))
	}
	s.add(1, goFile(100, "gone.go", "retry", "retry retry"))
	delete(s.files, 100)
	s.add(2, goFile(101, "still.go", "x1", "retry "+words(30)))
	s.add(7, goFile(102, "twice.go", "retry", "retry"))
	s.add(8, goFile(102, "twice.go", "x1", "one retry "+words(50)))
	found := lexicalOf(t, s, "retry one", 2)
	var got []string
	for _, c := range found {
		got = append(got, fmt.Sprintf("%d in %d", c.file, c.segment))
	}
	if diff := cmp.Diff([]string{"102 in 8", "101 in 2"}, got); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
	if found[0].mask != 3 || found[1].mask != 1 {
		t.Errorf("words %b and %b, want those of the live text alone", found[0].mask, found[1].mask)
	}
}

// A filter never makes the hits fewer than there are.
func TestFilterFindsAllThereIs(t *testing.T) {
	t.Parallel()
	s := newStore()
	for id := range int64(1000) {
		s.add(1, goFile(id+1, fmt.Sprintf("busy/f%d.go", id), "retry", "retry retry"))
	}
	for id := range int64(5) {
		f := goFile(2000+id, fmt.Sprintf("calm/f%d.go", id), "x1", "retry "+words(300))
		f.repo = "web"
		s.add(2, f)
	}
	for _, r := range []Request{{Repo: "web"}, {PathPrefix: "calm/"}, {PathPrefix: "/calm/f"}, {Repo: "web", PathPrefix: "calm", Language: "go"}} {
		r.Query, r.K = "retry", 5
		want := []string{"calm/f0.go", "calm/f1.go", "calm/f2.go", "calm/f3.go", "calm/f4.go"}
		if diff := cmp.Diff(want, pathsOf(search(t, s.engine(), r))); diff != "" {
			t.Errorf("%+v: hits (-want +got):\n%s", r, diff)
		}
	}
}

// However the files are dealt to segments, and in whatever order, the ranking is
// the same, scores and ties too.
func TestSegmentsDoNotMatter(t *testing.T) {
	t.Parallel()
	vocabulary := strings.Fields("retry backoff timeout client server")
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(rt, "files")
		var files []source
		for id := range int64(n) {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 4).Draw(rt, "text"), " ")
			files = append(files, goFile(id+1, "same.go", rapid.SampledFrom(vocabulary).Draw(rt, "symbol"), text))
		}
		whole, dealt := newStore(files...), newStore()
		for _, f := range rapid.Permutation(files).Draw(rt, "order") {
			dealt.add(rapid.Int32Range(1, 5).Draw(rt, "segment"), f)
		}
		limit := rapid.IntRange(1, 10).Draw(rt, "limit")
		said := func(found []candidate) (lines []string) { // all but where it is stored
			for _, c := range found {
				lines = append(lines, fmt.Sprintf("%d: %x, %x, %b, %x", c.file, c.score, c.share, c.mask, c.chunks))
			}
			return lines
		}
		want, got := said(lexicalOf(t, whole, "retry client", limit)), said(lexicalOf(t, dealt, "retry client", limit))
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("candidates (-one segment +several):\n%s", diff)
		}
	})
}

// top is the head of a full sort.
func TestTopIsTheHeadOfASort(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 6).Draw(t, "limit")
		var all []candidate
		best := newTop(limit)
		for i, score := range rapid.SliceOf(rapid.IntRange(0, 4)).Draw(t, "scores") {
			c := candidate{file: int64(97 * i % 101), score: float64(score)}
			all = append(all, c)
			if best.takes(c.score) {
				best.add(c)
			}
		}
		best.trim()
		slices.SortStableFunc(all, byRank)
		want := all[:min(limit, len(all))]
		if diff := cmp.Diff(append([]candidate{}, want...), best.kept, cmp.AllowUnexported(candidate{})); diff != "" {
			t.Fatalf("best %d (-want +got):\n%s", limit, diff)
		}
	})
}

// Lists that are not what the builder writes are an error, or name files and
// chunks there are none of; neither brings the search down.
func TestCorruptLists(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		docs := &postings.Documents{
			Files: []int64{1}, Stem: []uint16{1}, Dirs: []uint16{1}, History: []uint16{1}, First: []int32{0, 1}, Symbol: []uint16{1}, Head: []uint16{1},
			Body: []uint16{1}, FileSymbol: []int32{1}, FileHead: []int32{1}, FileBody: []int32{1},
		}
		list := rapid.SliceOf(rapid.Byte()).Draw(t, "list")
		m := matches{segments: []Segment{{ID: 1, Documents: docs, Frequency: []int32{1}, Lists: [][]byte{list}}}}
		_ = m.score(newPlan([][]form{{{"retry", 1}}}, nil))
	})
}

func TestIndexWithoutFiles(t *testing.T) {
	t.Parallel()
	reply := search(t, newStore().engine(), Request{Query: "retry"})
	if len(reply.Hits) != 0 || !strings.Contains(strings.Join(reply.Notes, "\n"), "nothing is indexed yet; run: ") {
		t.Errorf("reply of an empty index %+v, want no hits and a note on how to fill it", reply)
	}
}
