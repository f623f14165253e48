package postgres_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/search"
)

func TestSimilarities(t *testing.T) {
	t.Parallel()
	p, files, id := corpus(t, 3)
	got, err := p.Similarities(t.Context(), id, unit(20), []int64{files[2].ID, files[0].ID, 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	var want []search.ChunkScore
	for _, i := range []int{0, 2} {
		want = append(want, search.ChunkScore{Key: search.ChunkKey{File: files[i].ID}, Score: math.Cos(float64(30*i-20) * math.Pi / 180)})
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 0.002)); diff != "" {
		t.Errorf("chunks of two of three files (-want +got):\n%s", diff)
	}
	if got, err := p.Similarities(t.Context(), id+1, unit(20), []int64{files[0].ID}); err != nil || len(got) != 0 {
		t.Errorf("of a model without vectors %v, %v; want none", got, err)
	}
}
