// Package embedtest holds the tests every embed.Embedder passes.
package embedtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"coderag/internal/embed"
)

// Run runs the suite. start returns an embedder that works, for one subtest.
func Run(t *testing.T, start func(t *testing.T) embed.Embedder) {
	tests := []struct {
		name string
		test func(*testing.T, embed.Embedder)
	}{
		{"model is complete and stays", modelStays},
		{"documents are usable vectors", documentsUsable},
		{"query has the model's dimension", queryUsable},
		{"no texts", noTexts},
		{"order and company do not matter", companyDoesNotMatter},
		{"different texts differ", textsDiffer},
		{"awkward texts", awkwardTexts},
		{"long text is whole or refused", longText},
		{"the caller owns what it passed and got", ownership},
		{"cancelled context", cancelled},
		{"concurrent calls", concurrent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, start(t)) })
	}
}

var sample = []string{
	"func Add(a, b int) int { return a + b }",
	"class Server: handles requests over HTTP",
	"SELECT name FROM users ORDER BY id",
	"how are retries with backoff implemented",
}

func modelStays(t *testing.T, e embed.Embedder) {
	first := model(t, e)
	if first.Provider == "" || first.Name == "" || first.Dimension <= 0 {
		t.Errorf("Model() = %+v, want provider, name and dimension", first)
	}
	documents(t, e, sample)
	if second := model(t, e); second != first {
		t.Errorf("Model() = %+v after a call, %+v before", second, first)
	}
}

func documentsUsable(t *testing.T, e embed.Embedder) {
	usable(t, model(t, e), len(sample), documents(t, e, sample))
}

func queryUsable(t *testing.T, e embed.Embedder) {
	usable(t, model(t, e), 1, [][]float32{query(t, e, sample[3])})
}

func noTexts(t *testing.T, e embed.Embedder) {
	vectors, err := e.Documents(t.Context(), nil)
	if len(vectors) != 0 || err != nil {
		t.Errorf("Documents(nil) = %d vectors, %v, want none and no error", len(vectors), err)
	}
}

func companyDoesNotMatter(t *testing.T, e embed.Embedder) {
	together := documents(t, e, sample)
	backwards := slices.Clone(sample)
	slices.Reverse(backwards)
	reversed := documents(t, e, backwards)
	for i, text := range sample {
		if c := cosine(together[i], reversed[len(sample)-1-i]); c < 0.999 {
			t.Errorf("%q: cosine %f between its vectors in two orders, want 1", text, c)
		}
		if c := cosine(together[i], documents(t, e, []string{text})[0]); c < 0.999 {
			t.Errorf("%q: cosine %f between its vector in a batch and alone, want 1", text, c)
		}
	}
}

func textsDiffer(t *testing.T, e embed.Embedder) {
	vectors := documents(t, e, sample)
	for i := range vectors {
		for j := range i {
			if c := cosine(vectors[i], vectors[j]); c > 0.999 {
				t.Errorf("%q and %q have cosine %f, want less", sample[i], sample[j], c)
			}
		}
	}
}

func awkwardTexts(t *testing.T, e embed.Embedder) {
	texts := []string{
		"x", "}", "日本語のコメント", "naïve café 👩‍👩‍👧 e\u0301", "tabs\tand\r\nline\nends",
		"\"quoted\" \\ <b>&amp;</b>", "\x01\x7f control", strings.Repeat("a ", 100),
	}
	usable(t, model(t, e), len(texts), documents(t, e, texts))
}

func longText(t *testing.T, e embed.Embedder) {
	vectors, err := e.Documents(t.Context(), []string{strings.Repeat("word and another ", 6000)})
	if errors.Is(err, embed.ErrTooLong) {
		return
	}
	if err != nil {
		t.Fatalf("Documents(100 kB) = %v, want a vector or ErrTooLong", err)
	}
	usable(t, model(t, e), 1, vectors)
}

func ownership(t *testing.T, e embed.Embedder) {
	texts := slices.Clone(sample)
	vectors := documents(t, e, texts)
	if !slices.Equal(texts, sample) {
		t.Errorf("Documents changed its argument to %q", texts)
	}
	want := slices.Clone(vectors[0])
	again := documents(t, e, sample)
	for _, v := range again {
		clear(v)
	}
	q := query(t, e, sample[0])
	wantQuery := slices.Clone(q)
	clear(q)
	if !slices.Equal(vectors[0], want) {
		t.Error("clearing the vectors of one call changed those of another")
	}
	if c := cosine(query(t, e, sample[0]), wantQuery); c < 0.999 {
		t.Errorf("clearing the vector of a query changed a later one: cosine %f", c)
	}
}

func cancelled(t *testing.T, e embed.Embedder) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if vectors, err := e.Documents(ctx, sample); !errors.Is(err, context.Canceled) || vectors != nil {
		t.Errorf("Documents = %d vectors, %v, want none and context.Canceled", len(vectors), err)
	}
	if vector, err := e.Query(ctx, sample[0]); !errors.Is(err, context.Canceled) || vector != nil {
		t.Errorf("Query = %d floats, %v, want none and context.Canceled", len(vector), err)
	}
}

func concurrent(t *testing.T, e embed.Embedder) {
	want := documents(t, e, sample)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			text := sample[i%len(sample)]
			vectors, err := e.Documents(t.Context(), []string{text})
			if err != nil {
				t.Errorf("Documents(%q) = %v", text, err)
				return
			}
			if c := cosine(vectors[0], want[i%len(sample)]); c < 0.999 {
				t.Errorf("%q: cosine %f between its vectors alone and among concurrent calls, want 1", text, c)
			}
			if _, err := e.Query(t.Context(), fmt.Sprint("query ", i)); err != nil {
				t.Errorf("Query = %v", err)
			}
		})
	}
	wg.Wait()
}
