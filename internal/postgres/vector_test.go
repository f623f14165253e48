package postgres_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/postgres"
	"coderag/internal/quantize"
	"coderag/internal/search"
)

var model = embed.Model{Provider: "ollama", Name: "m", Digest: "d1", Dimension: 3, Prefixes: "p1"}

// unit returns a vector at the angle, in degrees, in the plane of the first two
// axes.
func unit(degrees float64) []float32 {
	r := degrees * math.Pi / 180
	return []float32{float32(math.Cos(r)), float32(math.Sin(r)), 0}
}

// corpus commits three files whose vectors stand at 0, 30 and 60 degrees, each in
// a segment of its own, and finishes the model once so many of them are there.
func corpus(t *testing.T, finished int) (*postgres.Project, []index.File, int32) {
	t.Helper()
	p, _ := newProject(t)
	python := file(0, "lib/c.py", "Read")
	python.Language = "python"
	id := useModel(t, p, model)
	var files []index.File
	for i, f := range []index.File{file(0, "cmd/a.go", "Open"), file(0, "cmd/b.go", "Close"), python} {
		stored := commit(t, p, f)
		files = append(files, stored...)
		put(t, p, id, stored[0].Chunks[0].TextSHA, float64(30*i))
		if i+1 == finished {
			finish(t, p, id)
		}
	}
	return p, files, id
}

func put(t *testing.T, p *postgres.Project, model int32, sha [32]byte, degrees float64) {
	t.Helper()
	if err := p.PutVectors(t.Context(), model, []index.Vector{{SHA: sha, Vector: unit(degrees)}}); err != nil {
		t.Fatal(err)
	}
}

func finish(t *testing.T, p *postgres.Project, model int32) {
	t.Helper()
	if err := p.FinishModel(t.Context(), model); err != nil {
		t.Fatal(err)
	}
}

func useModel(t *testing.T, p *postgres.Project, m embed.Model) int32 {
	t.Helper()
	id, err := p.UseModel(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The same questions get the same answers whether the vectors are in pages, are
// not yet, or are in part.
func TestNearest(t *testing.T) {
	t.Parallel()
	for name, finished := range map[string]int{"no page": 0, "a page": 1, "two pages": 2, "pages": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, files, id := corpus(t, finished)
			for _, tc := range []struct {
				name   string
				filter search.Filter
				limit  int
				want   []int
			}{
				{"all", search.Filter{}, 9, []int{1, 0, 2}},
				{"limited", search.Filter{}, 2, []int{1, 0}},
				{"language", search.Filter{Language: "python"}, 9, []int{2}},
				{"prefix", search.Filter{PathPrefix: "cmd/"}, 1, []int{1}},
				{"nothing", search.Filter{Repo: "other"}, 9, nil},
			} {
				got, err := p.Nearest(t.Context(), id, unit(20), tc.filter, tc.limit)
				if err != nil {
					t.Fatal(err)
				}
				var want []search.ChunkScore
				for _, i := range tc.want {
					angle := float64(30*i-20) * math.Pi / 180
					want = append(want, search.ChunkScore{Key: search.ChunkKey{File: files[i].ID}, Score: math.Cos(angle)})
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 0.002), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tc.name, diff)
				}
			}
		})
	}
}

// nearest returns the files of the nearest chunks.
func nearest(t *testing.T, p *postgres.Project, model int32, degrees float64, limit int) (files []int64) {
	t.Helper()
	found, err := p.Nearest(t.Context(), model, unit(degrees), search.Filter{}, limit)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found {
		files = append(files, c.Key.File)
	}
	return files
}

// Pages that another version wrote are not read: what is in them is compared in the
// database until the model is finished again.
func TestPagesOfAnotherFormat(t *testing.T) {
	t.Parallel()
	p, db := newProject(t)
	id := useModel(t, p, model)
	files := commit(t, p, file(0, "a.go", "Open"))
	put(t, p, id, files[0].Chunks[0].TextSHA, 30)
	finish(t, p, id)
	pages := func(condition string) (n int) {
		t.Helper()
		if err := db.Pool().QueryRow(t.Context(), `SELECT count(*) FROM shop.rag_vector_page WHERE `+condition).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := db.Pool().Exec(t.Context(), `UPDATE shop.rag_vector_page SET format = format - 1, data = ''`); err != nil {
		t.Fatal(err)
	}
	want := []int64{files[0].ID}
	if diff := cmp.Diff(want, nearest(t, p, id, 30, 1)); diff != "" {
		t.Errorf("nearest beside an old page (-want +got):\n%s", diff)
	}
	finish(t, p, id)
	if old, all := pages(`data = ''`), pages(`true`); old != 0 || all != 1 {
		t.Errorf("%d pages, %d of them old; want a new one in place of the old", all, old)
	}
	if diff := cmp.Diff(want, nearest(t, p, id, 30, 1)); diff != "" {
		t.Errorf("nearest by a new page (-want +got):\n%s", diff)
	}
}

// Vectors of texts no chunk has any more stay for a while. Nearer than all
// others, they keep nobody from being found.
func TestNearestBesideOrphans(t *testing.T) {
	t.Parallel()
	for name, finished := range map[string]int{"no page": 0, "pages": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, files, id := corpus(t, finished)
			for i := range 5 {
				put(t, p, id, [32]byte{byte(i + 1)}, 20+float64(i))
			}
			if diff := cmp.Diff([]int64{files[1].ID, files[0].ID}, nearest(t, p, id, 20, 2)); diff != "" {
				t.Errorf("nearest files (-want +got):\n%s", diff)
			}
		})
	}
}

// A page keeps the vectors of files that were edited since. They are no answer, and
// however many there are, they keep nobody from being found.
func TestNearestBesideTheDead(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	id := useModel(t, p, model)
	var all []index.File
	for i := range 12 {
		all = append(all, file(0, fmt.Sprintf("%02d.go", i), fmt.Sprintf("Open%d", i)))
	}
	stored := commit(t, p, all...)
	for i, f := range stored {
		put(t, p, id, f.Chunks[0].TextSHA, float64(i))
	}
	finish(t, p, id)
	for i, f := range stored[:10] {
		edited := file(f.ID, f.Path, fmt.Sprintf("Close%d", i))
		commit(t, p, edited)
		put(t, p, id, edited.Chunks[0].TextSHA, float64(90+i))
	}
	want := []int64{stored[10].ID, stored[11].ID, stored[0].ID}
	for _, finished := range []bool{false, true} {
		if finished {
			finish(t, p, id)
		}
		if diff := cmp.Diff(want, nearest(t, p, id, 0, 3)); diff != "" {
			t.Errorf("nearest files, new pages %v (-want +got):\n%s", finished, diff)
		}
	}
}

// What a merge of segments leaves without pages is found all the same, and has pages
// again once the model is finished.
func TestNearestAfterMerge(t *testing.T) {
	t.Parallel()
	p, files, id := corpus(t, 3)
	sizes, err := p.SegmentSizes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var segments []int32
	for _, s := range sizes {
		segments = append(segments, s.ID)
	}
	if err := p.MergeSegments(t.Context(), segments); err != nil {
		t.Fatal(err)
	}
	want := []int64{files[1].ID, files[0].ID, files[2].ID}
	for _, finished := range []bool{false, true} {
		if finished {
			finish(t, p, id)
		}
		if diff := cmp.Diff(want, nearest(t, p, id, 20, 9)); diff != "" {
			t.Errorf("nearest files, new pages %v (-want +got):\n%s", finished, diff)
		}
	}
}

// More vectors than a page has go into several.
func TestNearestInManyPages(t *testing.T) {
	t.Parallel()
	p, db := newProject(t)
	id := useModel(t, p, model)
	const chunks = quantize.PageSize + 10
	long := file(0, "a.go", "Open")
	var vectors []index.Vector
	first := long.Chunks[0]
	long.Chunks = nil
	for i := range chunks {
		c := first
		c.Number = i
		c.TextSHA = sha256.Sum256([]byte(strconv.Itoa(i)))
		long.Chunks = append(long.Chunks, c)
		vectors = append(vectors, index.Vector{SHA: c.TextSHA, Vector: unit(45 + float64(i%7))})
	}
	vectors[0].Vector, vectors[chunks-1].Vector = unit(0), unit(90)
	commit(t, p, long)
	if err := p.PutVectors(t.Context(), id, vectors); err != nil {
		t.Fatal(err)
	}
	finish(t, p, id)
	var pages int
	if err := db.Pool().QueryRow(t.Context(), `SELECT count(*) FROM shop.rag_vector_page`).Scan(&pages); err != nil || pages != 2 {
		t.Errorf("%d pages, %v; want 2", pages, err)
	}
	for degrees, number := range map[float64]int{0: 0, 90: chunks - 1} {
		found, err := p.Nearest(t.Context(), id, unit(degrees), search.Filter{}, 1)
		if err != nil || len(found) != 1 || found[0].Key.Number != number {
			t.Errorf("nearest at %v degrees: %v, %v; want chunk %d", degrees, found, err, number)
		}
	}
}

// Chunks of equal distance come by their key.
func TestNearestTies(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	id := useModel(t, p, model)
	var want, got []search.ChunkKey
	for i := range 6 {
		files := commit(t, p, file(0, string(rune('a'+i))+".go", "Open"))
		want = append(want, search.ChunkKey{File: files[0].ID})
		v := index.Vector{SHA: files[0].Chunks[0].TextSHA, Vector: unit(45)}
		if err := p.PutVectors(t.Context(), id, []index.Vector{v}); err != nil {
			t.Fatal(err)
		}
	}
	found, err := p.Nearest(t.Context(), id, unit(0), search.Filter{}, 6)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found {
		got = append(got, c.Key)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("chunks at the same distance (-want +got):\n%s", diff)
	}
}

func TestPendingTexts(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open"), file(0, "b.go", "Close"), file(0, "c.go", "Read"), file(0, "d.go", "Write"))
	copied := file(0, "copy.go", "Open")
	copied.Chunks[0].TextSHA = files[0].Chunks[0].TextSHA
	commit(t, p, copied)
	id := useModel(t, p, model)
	put := []index.Vector{
		{SHA: files[1].Chunks[0].TextSHA, Vector: unit(0)},
		{SHA: files[2].Chunks[0].TextSHA, Refused: "too long"},
	}
	for range 2 { // storing what is there changes nothing
		if err := p.PutVectors(t.Context(), id, put); err != nil {
			t.Fatal(err)
		}
	}
	var all [][32]byte
	for _, f := range files {
		all = append(all, f.Chunks[0].TextSHA)
	}
	if done, err := p.WithVector(t.Context(), id, all); err != nil || len(done) != 2 || !done[all[1]] || !done[all[2]] {
		t.Errorf("WithVector = %v, %v; want the one that has a vector and the one that was refused", done, err)
	}
	if n, err := p.CountPending(t.Context(), id); err != nil || n != 2 {
		t.Errorf("CountPending = %d, %v; want 2: a copy counts once, what was refused does not", n, err)
	}
	var got []string
	after := index.ChunkKey{}
	for range 3 {
		texts, last, err := p.PendingTexts(t.Context(), id, after, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			got = append(got, text.Path+" "+text.Symbol+" "+text.Content)
		}
		after = last
	}
	want := []string{"a.go Open func Open() {}\n", "d.go Write func Write() {}\n", "copy.go Open func Open() {}\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts in pages of one (-want +got):\n%s", diff)
	}
}

// A second model is built beside the first, which goes on answering until the
// second is finished.
func TestModelsFlip(t *testing.T) {
	t.Parallel()
	p, files, first := corpus(t, 3)
	other := model
	other.Digest = "d2"
	second := useModel(t, p, other)
	live := func(want embed.Model, wantID int32) {
		t.Helper()
		id, m, err := p.LiveModel(t.Context())
		if err != nil || id != wantID || m != want {
			t.Errorf("LiveModel = %d, %v, %v; want %d, %v", id, m, err, wantID, want)
		}
	}
	live(model, first)
	if n, err := p.CountPending(t.Context(), second); err != nil || n != 3 {
		t.Errorf("CountPending of the new model = %d, %v; want 3", n, err)
	}
	if n, err := p.CountTexts(t.Context()); err != nil || n != 3 {
		t.Errorf("CountTexts = %d, %v; want 3", n, err)
	}
	if err := p.PutVectors(t.Context(), second, []index.Vector{{SHA: files[0].Chunks[0].TextSHA, Vector: unit(90)}}); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Nearest(t.Context(), first, unit(0), search.Filter{}, 9); err != nil || len(got) != 3 {
		t.Errorf("Nearest of the live model = %v, %v; want its three chunks", got, err)
	}
	if err := p.FinishModel(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	live(other, second)
	if got, err := p.Nearest(t.Context(), first, unit(0), search.Filter{}, 9); err != nil || len(got) != 0 {
		t.Errorf("Nearest of the old model = %v, %v; want none, its vectors are gone", got, err)
	}
}

func TestOrphansGoOnceTheyAreMany(t *testing.T) {
	t.Parallel()
	p, files, _ := corpus(t, 3)
	if err := p.Commit(t.Context(), index.Batch{Removed: []int64{files[2].ID}}); err != nil {
		t.Fatal(err)
	}
	if err := p.DropOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if m, err := p.Models(t.Context()); err != nil || len(m) != 1 || m[0].Vectors != 2 {
		t.Errorf("Models = %+v, %v; want 2 vectors once a third of them belonged to no chunk", m, err)
	}
}

// Looking for them passes over all vectors, so it waits until a tenth of the files has
// changed.
func TestOrphansAreLookedForNowAndThen(t *testing.T) {
	t.Parallel()
	p, db := newProject(t)
	var all []index.File
	for i := range 20 {
		all = append(all, file(0, "f"+strconv.Itoa(i)+".go", "Open"))
	}
	stored := commit(t, p, all...)
	for removed, want := range []string{"0", "1", "0", "1"} { // files changed since, after DropOrphans
		if removed > 0 {
			if err := p.Commit(t.Context(), index.Batch{Removed: []int64{stored[removed].ID}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.DropOrphans(t.Context()); err != nil {
			t.Fatal(err)
		}
		var since string
		if err := db.Pool().QueryRow(t.Context(), `SELECT value FROM shop.rag_meta WHERE key = 'orphans undropped'`).Scan(&since); err != nil || since != want {
			t.Errorf("%d of 20 files removed: %s changed since orphans were looked for, %v; want %s", removed, since, err, want)
		}
	}
}

func TestNoModelYet(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	_, _, err := p.LiveModel(t.Context())
	if !fault.Is(err, fault.NotFound) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("LiveModel of an empty project: %v, want NotFound with a fix", err)
	}
}
