package builtin

import (
	"bytes"
	"math/rand/v2"
)

// Random returns weights like those in the program, but with vectors of chance,
// the same in every run: what a measurement compares the trained ones with.
// Write them to a file for Open.
func Random() ([]byte, error) {
	t, err := shipped()
	if err != nil {
		return nil, err
	}
	data := bytes.Clone(weights)
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // not a secret
	vectors := data[len(data)-len(t.vectors):]
	for i := range vectors {
		vectors[i] = byte(128 + max(-127, min(127, random.NormFloat64()*40)))
	}
	return data, nil
}
