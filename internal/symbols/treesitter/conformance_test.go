package treesitter_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"coderag/internal/symbols/symbolstest"
	"coderag/internal/symbols/treesitter"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	// A short limit, as unclosed brackets cost time by the square of their number.
	extractor := treesitter.New(treesitter.Options{Limit: time.Second})
	t.Cleanup(func() { extractor.Close() })
	symbolstest.Run(t, extractor, cases(t))
}

func FuzzExtract(f *testing.F) {
	symbolstest.Fuzz(f, newExtractor(f), cases(f))
}

// cases are the goldens, with all their definitions wanted, and broken.txtar:
// files named by language, each with a syntax error, whose comment lists the
// names that must be found all the same.
func cases(t testing.TB) []symbolstest.Case {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var cases []symbolstest.Case
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if name := strings.TrimSuffix(filepath.Base(path), ".txtar"); name == "broken" {
			cases = append(cases, brokenCases(archive)...)
		} else {
			cases = append(cases, goldenCase(name, archive))
		}
	}
	return cases
}

func goldenCase(language string, archive *txtar.Archive) symbolstest.Case {
	c := symbolstest.Case{Name: "golden", Language: language, Text: string(archive.Files[0].Data)}
	for line := range strings.Lines(string(archive.Files[1].Data)) {
		before, _, _ := strings.Cut(line, " | ")
		if fields := strings.Fields(before); len(fields) == 4 { // no spaces in the name
			c.Want = append(c.Want, fields[1])
		}
	}
	return c
}

func brokenCases(archive *txtar.Archive) []symbolstest.Case {
	var cases []symbolstest.Case
	want := map[string][]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		if language, names, ok := strings.Cut(line, ":"); ok {
			want[language] = strings.Fields(names)
		}
	}
	for _, f := range archive.Files {
		cases = append(cases, symbolstest.Case{Name: "broken", Language: f.Name, Text: string(f.Data), Want: want[f.Name]})
	}
	return cases
}
