package builtin_test

import (
	"go/build"
	"os"
	"path/filepath"
	"testing"

	"coderag/internal/chunk"
	"coderag/internal/code"
	"coderag/internal/embed/builtin"
	"coderag/internal/symbols/gosyntax"
)

// BenchmarkDocuments embeds the chunks of net/http, on one core.
func BenchmarkDocuments(b *testing.B) {
	e, texts := start(b), chunksOf(b, "net/http")
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if _, err := e.Documents(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
		n += len(texts)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "chunks/s")
}

func BenchmarkQuery(b *testing.B) {
	e := start(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Query(b.Context(), "where are retries with exponential backoff done"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart is what the first New of a program costs.
func BenchmarkStart(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := builtin.ReadShipped(); err != nil {
			b.Fatal(err)
		}
	}
}

// chunksOf returns the embedded texts of a package of the standard library.
func chunksOf(b *testing.B, pkg string) (texts []string) {
	b.Helper()
	paths, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", pkg, "*.go"))
	if err != nil || len(paths) == 0 {
		b.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		text, id := string(raw), code.FileID{Repo: "go", Path: pkg + "/" + filepath.Base(path)}
		defs, err := gosyntax.Extractor{}.Extract(b.Context(), "go", path, text)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range chunk.Split(text, code.NewLines(text), "go", defs, chunk.Options{}) {
			texts = append(texts, chunk.EmbeddedText(id, "go", c, text))
		}
	}
	return texts
}
