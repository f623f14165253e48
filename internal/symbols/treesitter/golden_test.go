package treesitter_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"coderag/internal/code"
	"coderag/internal/symbols/treesitter"
)

var update = flag.Bool("update", false, "rewrite the definitions in testdata/*.txtar")

// TestDefinitions compares the definitions of a file per language with those
// written beside it.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	extractor := newExtractor(t)
	for _, language := range extractor.Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			golden := filepath.Join("testdata", language+".txtar")
			archive, err := txtar.ParseFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			source := file(t, archive, "source")
			definitions, err := extractor.Extract(t.Context(), language, golden, string(source.Data))
			if err != nil {
				t.Fatal(err)
			}
			got := render(definitions)
			if *update {
				writeGolden(t, golden, archive, got)
			}
			if diff := cmp.Diff(string(file(t, archive, "definitions").Data), got); diff != "" {
				t.Errorf("definitions of %s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// newExtractor returns an extractor that is closed after the test.
func newExtractor(t testing.TB) *treesitter.Extractor {
	extractor := treesitter.New(treesitter.Options{})
	t.Cleanup(func() {
		if err := extractor.Close(); err != nil {
			t.Error(err)
		}
	})
	return extractor
}

// render writes a definition a line: kind, qualified name, lines, lines of the
// documentation or "-", signature.
func render(definitions []code.Definition) string {
	var b strings.Builder
	for _, d := range definitions {
		doc := "-"
		if !d.DocLines.IsZero() {
			doc = d.DocLines.String()
		}
		fmt.Fprintf(&b, "%s %s %s %s | %s\n", d.Kind, d.Qualified(), d.Lines, doc, d.Signature)
	}
	return b.String()
}

// file returns the named part of archive, which it adds when it is missing.
func file(t *testing.T, archive *txtar.Archive, name string) *txtar.File {
	t.Helper()
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			return &archive.Files[i]
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name})
	return &archive.Files[len(archive.Files)-1]
}

func writeGolden(t *testing.T, path string, archive *txtar.Archive, definitions string) {
	t.Helper()
	file(t, archive, "definitions").Data = []byte(definitions)
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
