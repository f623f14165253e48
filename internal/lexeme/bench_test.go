package lexeme_test

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coderag/internal/lexeme"
)

// BenchmarkEach tokenizes the Go files of the standard library.
func BenchmarkEach(b *testing.B) {
	text := standardLibrary(b)
	var s lexeme.Scanner
	words := 0
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		words = 0
		s.Each(text, func([]byte) { words++ })
	}
	b.ReportMetric(float64(words), "words")
}

// BenchmarkEachPathological tokenizes 1 MiB of what has no good end.
func BenchmarkEachPathological(b *testing.B) {
	for name, unit := range map[string]string{
		"letters": "a", "capitals": "A", "parens": "(", "hyphens": "a-", "underscores": "_",
		"han": "漢", "marks": "\u0301", "invalid": "\xff", "camel": "aB",
	} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(unit, (1<<20)/len(unit))
			var s lexeme.Scanner
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s.Each(text, func([]byte) {})
			}
		})
	}
}

func BenchmarkQuery(b *testing.B) {
	for b.Loop() {
		lexeme.Query("where does getUserByID check the sha256 of an HTTPRequest")
	}
}

func standardLibrary(b *testing.B) string {
	b.Helper()
	var text strings.Builder
	root := filepath.Join(build.Default.GOROOT, "src")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		content, err := os.ReadFile(path)
		text.Write(content)
		return err
	})
	if err != nil {
		b.Fatalf("read the standard library: %v", err)
	}
	return text.String()
}
