package embed

import (
	"math"

	"coderag/internal/fault"
)

// maxHalf is the largest finite number of half precision, in which vectors are
// stored.
const maxHalf = 65504

// minNorm is the length below which a vector has no direction left.
const minNorm = 1e-12

// Check makes sure that vectors holds want vectors of model.Dimension finite
// floats within half precision, none of them zero, and scales each to unit
// length in place. A model.Dimension of 0 asks only that all are equally long.
//
// A wrong dimension is fault.Invalid, for no repetition mends it; everything
// else is ErrBadAnswer.
func Check(model Model, want int, vectors [][]float32) error {
	if len(vectors) != want {
		return badAnswer("%d vectors for %d texts", len(vectors), want)
	}
	dimension := model.Dimension
	for i, v := range vectors {
		if len(v) == 0 {
			return badAnswer("vector %d is empty", i)
		}
		if dimension == 0 {
			dimension = len(v)
		}
		if len(v) != dimension {
			return fault.New(fault.Invalid, "model %q answers %d floats a vector where %d are expected: %w",
				model.Name, len(v), dimension, ErrBadAnswer).
				Fix("set `dimensions` in [embedding] to %d, then scan again", len(v))
		}
		if err := normalise(i, v); err != nil {
			return err
		}
	}
	return nil
}

// normalise scales v, the i-th vector of an answer, to unit length.
func normalise(i int, v []float32) error {
	var sum float64
	for _, x := range v {
		if !(math.Abs(float64(x)) <= maxHalf) { // also true of NaN
			return badAnswer("vector %d holds %v", i, x)
		}
		sum += float64(x) * float64(x)
	}
	norm := math.Sqrt(sum)
	if norm < minNorm {
		return badAnswer("vector %d is zero", i)
	}
	for j, x := range v {
		v[j] = float32(float64(x) / norm)
	}
	return nil
}

func badAnswer(format string, args ...any) error {
	return fault.New(fault.Unavailable, format+": %w", append(args, ErrBadAnswer)...)
}
