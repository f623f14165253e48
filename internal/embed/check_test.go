package embed_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	tests := []struct {
		name    string
		want    int
		vectors [][]float32
		bad     bool
		kind    fault.Kind
	}{
		{"usable", 2, [][]float32{{3, 4}, {0, -1}}, false, fault.Internal},
		{"none for none", 0, nil, false, fault.Internal},
		{"too few", 2, [][]float32{{3, 4}}, true, fault.Unavailable},
		{"too many", 1, [][]float32{{3, 4}, {3, 4}}, true, fault.Unavailable},
		{"empty vector", 1, [][]float32{{}}, true, fault.Unavailable},
		{"dimension", 1, [][]float32{{1, 2, 3}}, true, fault.Invalid},
		{"NaN", 1, [][]float32{{1, nan}}, true, fault.Unavailable},
		{"infinity", 1, [][]float32{{-inf, 1}}, true, fault.Unavailable},
		{"beyond half precision", 1, [][]float32{{65600, 1}}, true, fault.Unavailable},
		{"at its end", 1, [][]float32{{65504, 1}}, false, fault.Internal},
		{"zero", 1, [][]float32{{0, 0}}, true, fault.Unavailable},
		{"next to zero", 1, [][]float32{{1e-30, 0}}, true, fault.Unavailable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := embed.Check(embed.Model{Name: "m", Dimension: 2}, tt.want, tt.vectors)
			if errors.Is(err, embed.ErrBadAnswer) != tt.bad || fault.KindOf(err) != tt.kind {
				t.Errorf("Check = %v, want bad %t of kind %d", err, tt.bad, tt.kind)
			}
		})
	}
}

func TestCheckScales(t *testing.T) {
	t.Parallel()
	vectors := [][]float32{{3, 4}, {-300, -400}, {1e-5, 0}}
	if err := embed.Check(embed.Model{}, 3, vectors); err != nil {
		t.Fatal(err)
	}
	want := [][]float32{{0.6, 0.8}, {-0.6, -0.8}, {1, 0}}
	if diff := cmp.Diff(want, vectors, approximately); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
}

func TestCheckWithoutDimensionWantsEqualOnes(t *testing.T) {
	t.Parallel()
	err := embed.Check(embed.Model{}, 2, [][]float32{{1, 2}, {1, 2, 3}})
	if !errors.Is(err, embed.ErrBadAnswer) {
		t.Errorf("Check of 2 and 3 floats = %v, want ErrBadAnswer", err)
	}
}
