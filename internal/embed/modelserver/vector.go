package modelserver

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Vector is a list of numbers as a server writes it.
type Vector []float32

// UnmarshalJSON refuses null among the numbers: it is how some servers write
// NaN, and the decoder would take it for 0.
func (v *Vector) UnmarshalJSON(text []byte) error {
	if bytes.Contains(text, []byte("null")) {
		return errors.New("null where a number is expected")
	}
	return json.Unmarshal(text, (*[]float32)(v))
}

// Floats returns the vectors as plain slices.
func Floats(vectors []Vector) [][]float32 {
	floats := make([][]float32, len(vectors))
	for i, v := range vectors {
		floats[i] = v
	}
	return floats
}
