package modelserver

import (
	"bytes"
	"fmt"
	"strconv"
)

// Vector is a list of numbers as a server writes it.
type Vector []float32

// UnmarshalJSON reads the numbers. Unlike the decoder for []float32 it refuses
// null, which is how some servers write NaN and which that decoder takes for 0.
// It is called with valid JSON only.
func (v *Vector) UnmarshalJSON(text []byte) error {
	inner, ok := bytes.CutPrefix(text, []byte("["))
	if !ok {
		return fmt.Errorf("%.20s where a list of numbers is expected", text)
	}
	inner = bytes.TrimSpace(bytes.TrimSuffix(inner, []byte("]")))
	*v = nil
	if len(inner) == 0 {
		return nil
	}
	numbers := make(Vector, 0, 1+bytes.Count(inner, []byte(",")))
	for number := range bytes.SplitSeq(inner, []byte(",")) {
		x, err := strconv.ParseFloat(string(bytes.TrimSpace(number)), 32)
		if err != nil {
			return fmt.Errorf("%.20s where a number is expected", number)
		}
		numbers = append(numbers, float32(x))
	}
	*v = numbers
	return nil
}

// Floats returns the vectors as plain slices.
func Floats(vectors []Vector) [][]float32 {
	floats := make([][]float32, len(vectors))
	for i, v := range vectors {
		floats[i] = v
	}
	return floats
}
