package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"coderag/internal/symbols/rules"
	"coderag/internal/symbols/symbolstest"
)

// TestConformance runs the suite of all extractors on the sources of the
// goldens. That the definitions are right is TestGoldens' to say.
func TestConformance(t *testing.T) {
	t.Parallel()
	symbolstest.Run(t, rules.New(), cases(t))
}

func FuzzExtract(f *testing.F) {
	symbolstest.Fuzz(f, rules.New(), cases(f))
}

// cases reads the sources of testdata, with the names the goldens list.
func cases(tb testing.TB) []symbolstest.Case {
	tb.Helper()
	var all []symbolstest.Case
	for _, language := range rules.New().Languages() {
		data, err := os.ReadFile(filepath.Join("testdata", language+".txtar"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			if !strings.HasSuffix(f.Name, ".want") {
				all = append(all, symbolstest.Case{Name: f.Name, Language: language, Path: f.Name, Text: string(f.Data)})
			}
		}
	}
	return all
}
