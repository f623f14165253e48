package ollamatest

import (
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// Vector returns the unit vector this server answers for text: the sum of one
// pseudo-random direction for each word. Equal texts have equal vectors, texts
// that share words are near, others nearly orthogonal. The case of letters and
// the order of words do not count.
func Vector(text string, dimension int) []float32 {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(words) == 0 {
		words = []string{text}
	}
	counts := map[string]float32{}
	for _, word := range words {
		counts[word]++
	}
	v := make([]float32, dimension)
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(word))
		random := rand.New(rand.NewPCG(hash.Sum64(), 0))
		for i := range v {
			v[i] += counts[word] * (random.Float32() - 0.5)
		}
	}
	return unit(v)
}

// unit scales v to length 1.
func unit(v []float32) []float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	scaled := make([]float32, len(v))
	for i, x := range v {
		scaled[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return scaled
}
