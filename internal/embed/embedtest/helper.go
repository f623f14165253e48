package embedtest

import (
	"math"
	"slices"
	"testing"

	"coderag/internal/embed"
)

// usable fails unless vectors are want finite vectors of unit length.
func usable(t *testing.T, m embed.Model, want int, vectors [][]float32) {
	t.Helper()
	if err := embed.Check(m, want, cloned(vectors)); err != nil {
		t.Fatal(err)
	}
	for i, v := range vectors {
		if norm := math.Sqrt(dot(v, v)); math.Abs(norm-1) > 1e-3 {
			t.Errorf("vector %d has length %f, want 1", i, norm)
		}
	}
}

func cloned(vectors [][]float32) [][]float32 {
	clones := make([][]float32, len(vectors))
	for i, v := range vectors {
		clones[i] = slices.Clone(v)
	}
	return clones
}

func cosine(a, b []float32) float64 { return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b)) }

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func model(t *testing.T, e embed.Embedder) embed.Model {
	t.Helper()
	m, err := e.Model(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func documents(t *testing.T, e embed.Embedder, texts []string) [][]float32 {
	t.Helper()
	vectors, err := e.Documents(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if len(vectors) != len(texts) {
		t.Fatalf("%d vectors for %d texts", len(vectors), len(texts))
	}
	return vectors
}

func query(t *testing.T, e embed.Embedder, text string) []float32 {
	t.Helper()
	v, err := e.Query(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
