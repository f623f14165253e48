package search

import (
	"cmp"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var sameCandidate = gocmp.Options{gocmp.AllowUnexported(candidate{}), cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateEmpty()}

// Two rankings fused by hand, k = 60: file 2 is second and first, file 1 first
// alone, file 3 third and second, with twice the weight on the second ranking.
func TestFuseByHand(t *testing.T) {
	t.Parallel()
	chunk := func(file int64, number int) ChunkScore { return ChunkScore{Key: ChunkKey{file, number}} }
	lexical := ranking{weight: 1, candidates: []candidate{
		{file: 1, mask: 1, share: 0.5, chunks: []ChunkScore{chunk(1, 0)}},
		{file: 2, mask: 3, share: 1, chunks: []ChunkScore{chunk(2, 4), chunk(2, 7)}},
		{file: 3, mask: 2, share: 0.5},
	}}
	dense := ranking{weight: 2, candidates: []candidate{
		{file: 2, chunks: []ChunkScore{chunk(2, 7), chunk(2, 9)}},
		{file: 3, chunks: []ChunkScore{chunk(3, 1)}},
	}}
	want := []candidate{
		{file: 2, score: 1/62.0 + 2/61.0, mask: 3, share: 1, chunks: []ChunkScore{
			{ChunkKey{2, 7}, 1/62.0 + 2/61.0}, {ChunkKey{2, 9}, 2 / 62.0}, {ChunkKey{2, 4}, 1 / 61.0},
		}},
		{file: 3, score: 1/63.0 + 2/62.0, mask: 2, share: 0.5, chunks: []ChunkScore{{ChunkKey{3, 1}, 2 / 61.0}}},
		{file: 1, score: 1 / 61.0, mask: 1, share: 0.5, chunks: []ChunkScore{{ChunkKey{1, 0}, 1 / 61.0}}},
	}
	if diff := gocmp.Diff(want, fuse(60, lexical, dense), sameCandidate); diff != "" {
		t.Errorf("fused (-want +got):\n%s", diff)
	}
}

// Files of equal score come in the order of the earlier ranking, then of the
// later one, every time.
func TestFuseIsStable(t *testing.T) {
	t.Parallel()
	one := ranking{weight: 1, candidates: []candidate{{file: 9}, {file: 4}, {file: 7}}}
	two := ranking{weight: 1, candidates: []candidate{{file: 8}, {file: 2}, {file: 5}}}
	want := []int64{9, 8, 4, 2, 7, 5}
	for range 100 { // the order of a map would show
		var got []int64
		for _, c := range fuse(60, one, two) {
			got = append(got, c.file)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("files (-want +got):\n%s", diff)
		}
	}
}

func drawRanking(t *rapid.T, label string) ranking {
	r := ranking{weight: rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, label+" weight")}
	for _, file := range rapid.Permutation([]int64{1, 2, 3, 4, 5, 6}).Draw(t, label)[:rapid.IntRange(0, 6).Draw(t, label+" length")] {
		r.candidates = append(r.candidates, candidate{file: file})
	}
	return r
}

// Fusing is what its formula says, whichever ranking comes first.
func TestFuseAgreesWithItsFormula(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one, two := drawRanking(t, "one"), drawRanking(t, "two")
		want := map[int64]float64{}
		for _, r := range []ranking{one, two} {
			for i, c := range r.candidates {
				want[c.file] += r.weight / (60 + float64(i+1))
			}
		}
		for _, got := range [][]candidate{fuse(60, one, two), fuse(60, two, one)} {
			if len(got) != len(want) {
				t.Fatalf("%d files, want %d", len(got), len(want))
			}
			if !slices.IsSortedFunc(got, func(a, b candidate) int { return cmp.Compare(b.score, a.score) }) {
				t.Fatalf("scores do not decrease: %+v", got)
			}
			for _, c := range got {
				if math.Abs(c.score-want[c.file]) > 1e-12 {
					t.Fatalf("file %d scores %v, want %v", c.file, c.score, want[c.file])
				}
			}
		}
	})
}

func TestByFile(t *testing.T) {
	t.Parallel()
	chunks := []ChunkScore{
		{ChunkKey{7, 3}, 0.9}, {ChunkKey{2, 0}, 0.8}, {ChunkKey{7, 1}, 0.7}, {ChunkKey{2, 5}, 0.7},
	}
	for n := range 2 * chunksKept {
		chunks = append(chunks, ChunkScore{ChunkKey{4, n}, 0.5})
	}
	got := byFile(chunks)
	want := []candidate{
		{file: 7, score: 0.9 + secondShare*0.7, chunks: []ChunkScore{{ChunkKey{7, 3}, 0.9}, {ChunkKey{7, 1}, 0.7}}},
		{file: 2, score: 0.8 + secondShare*0.7, chunks: []ChunkScore{{ChunkKey{2, 0}, 0.8}, {ChunkKey{2, 5}, 0.7}}},
		{file: 4, score: 0.5 + secondShare*0.5, chunks: chunks[4 : 4+chunksKept]},
	}
	if diff := gocmp.Diff(want, got, sameCandidate); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
