package postgres_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/pgtest"
	"coderag/internal/postgres"
	"coderag/internal/search"
)

var model = embed.Model{Provider: "ollama", Name: "m", Digest: "d1", Dimension: 3, Prefixes: "p1"}

// unit returns a vector at the angle, in degrees, in the plane of the first two
// axes.
func unit(degrees float64) []float32 {
	r := degrees * math.Pi / 180
	return []float32{float32(math.Cos(r)), float32(math.Sin(r)), 0}
}

// corpus commits three files whose vectors stand at 0, 30 and 60 degrees.
func corpus(t *testing.T, o postgres.Options) (*postgres.Project, []index.File, int32) {
	t.Helper()
	p, _ := newProject(t, o)
	python := file(0, "lib/c.py", "Read")
	python.Language = "python"
	files := commit(t, p, file(0, "cmd/a.go", "Open"), file(0, "cmd/b.go", "Close"), python)
	id := useModel(t, p, model)
	var vectors []index.Vector
	for i, f := range files {
		vectors = append(vectors, index.Vector{SHA: f.Chunks[0].TextSHA, Vector: unit(float64(30 * i))})
	}
	if err := p.PutVectors(t.Context(), id, vectors); err != nil {
		t.Fatal(err)
	}
	if err := p.FinishModel(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return p, files, id
}

func useModel(t *testing.T, p *postgres.Project, m embed.Model) int32 {
	t.Helper()
	id, err := p.UseModel(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The same questions get the same answers whether every vector is compared or
// the graph is walked.
func TestNearest(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]postgres.Options{
		"scan":  {},
		"graph": {ExactScanRows: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, files, id := corpus(t, o)
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

// Vectors of texts no chunk has any more stay for a while. Nearer than all
// others, they keep nobody from being found.
func TestNearestBesideOrphans(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]postgres.Options{"scan": {}, "graph": {ExactScanRows: 2}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, files, id := corpus(t, o)
			var orphans []index.Vector
			for i := range 5 {
				orphans = append(orphans, index.Vector{SHA: [32]byte{byte(i + 1)}, Vector: unit(20 + float64(i))})
			}
			if err := p.PutVectors(t.Context(), id, orphans); err != nil {
				t.Fatal(err)
			}
			got, err := p.Nearest(t.Context(), id, unit(20), search.Filter{}, 2)
			if err != nil {
				t.Fatal(err)
			}
			var keys []search.ChunkKey
			for _, c := range got {
				keys = append(keys, c.Key)
			}
			if diff := cmp.Diff([]search.ChunkKey{{File: files[1].ID}, {File: files[0].ID}}, keys); diff != "" {
				t.Errorf("nearest chunks (-want +got):\n%s", diff)
			}
		})
	}
}

// Chunks of equal distance come by their key.
func TestNearestTies(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t, postgres.Options{})
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

// The graph index is there when the vectors are more than a scan compares, and
// the plan of the search uses it.
func TestGraphIsBuilt(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	pgtest.Project(t, db, "shop")
	for _, tc := range []struct {
		rows int
		want int
	}{{3, 0}, {2, 1}} {
		p := postgres.OpenProject(db, "shop", postgres.Options{ExactScanRows: tc.rows})
		if tc.rows == 3 {
			files := commit(t, p, file(0, "a.go", "Open"), file(0, "b.go", "Close"), file(0, "c.go", "Read"))
			id := useModel(t, p, model)
			for i, f := range files {
				v := index.Vector{SHA: f.Chunks[0].TextSHA, Vector: unit(float64(i))}
				if err := p.PutVectors(t.Context(), id, []index.Vector{v}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := p.FinishModel(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		var got int
		err := db.Pool().QueryRow(t.Context(), `SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'`).Scan(&got)
		if err != nil || got != tc.want {
			t.Errorf("3 vectors, %d compared exactly: %d graph indexes, %v; want %d", tc.rows, got, err, tc.want)
		}
	}
}

func TestPendingTexts(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t, postgres.Options{})
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
	p, files, first := corpus(t, postgres.Options{})
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
	if s, err := p.Status(t.Context()); err != nil || s.Rebuild == "" || s.VectorsPending != 3 {
		t.Errorf("Status = %+v, %v; want a rebuild with 3 pending", s, err)
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
	p, files, id := corpus(t, postgres.Options{})
	if err := p.Commit(t.Context(), index.Batch{Removed: []int64{files[2].ID}}); err != nil {
		t.Fatal(err)
	}
	if err := p.FinishModel(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if s, err := p.Status(t.Context()); err != nil || s.Vectors != 2 {
		t.Errorf("Status has %d vectors, %v; want 2 once a third of them belonged to no chunk", s.Vectors, err)
	}
}

func TestNoModelYet(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t, postgres.Options{})
	_, _, err := p.LiveModel(t.Context())
	if !fault.Is(err, fault.NotFound) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("LiveModel of an empty project: %v, want NotFound with a fix", err)
	}
}
