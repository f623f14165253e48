package rules_test

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
	"coderag/internal/symbols/rules"
)

var update = flag.Bool("update", false, "write the goldens")

// TestGoldens extracts each file of testdata/<language>.txtar and compares the
// definitions with the section "<file>.want" that follows it. Each file
// is read with Windows line ends, too, and must give the same.
func TestGoldens(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, path := range archives {
		t.Run(language(path), func(t *testing.T) {
			t.Parallel()
			golden(t, path)
		})
	}
}

// TestGoldenForEachLanguage fails for a language that no golden covers.
func TestGoldenForEachLanguage(t *testing.T) {
	t.Parallel()
	for _, language := range rules.New().Languages() {
		if _, err := os.Stat(filepath.Join("testdata", language+".txtar")); err != nil {
			t.Errorf("no golden for %s: %v", language, err)
		}
	}
}

func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var written txtar.Archive
	written.Comment = archive.Comment
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		got := render(extract(t, language(path), f.Name, string(f.Data)))
		if diff := cmp.Diff(want[f.Name+".want"], got); diff != "" && !*update {
			t.Errorf("%s: definitions (-want +got):\n%s", f.Name, diff)
		}
		crlf := strings.ReplaceAll(string(f.Data), "\n", "\r\n")
		if diff := cmp.Diff(got, render(extract(t, language(path), f.Name, crlf))); diff != "" {
			t.Errorf("%s: with CRLF (-LF +CRLF):\n%s", f.Name, diff)
		}
		written.Files = append(written.Files, f, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(&written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func language(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txtar") }

func extract(t *testing.T, language, path, text string) []code.Definition {
	t.Helper()
	definitions, err := rules.New().Extract(t.Context(), language, path, text)
	if err != nil {
		t.Fatal(err)
	}
	return definitions
}

// render writes one definition a line: lines, doc lines, kind, qualified name
// and signature.
func render(definitions []code.Definition) string {
	var b strings.Builder
	for _, d := range definitions {
		doc := ""
		if !d.DocLines.IsZero() {
			doc = " doc " + d.DocLines.String()
		}
		fmt.Fprintf(&b, "%s%s %s %s | %s\n", d.Lines, doc, d.Kind, d.Qualified(), d.Signature)
	}
	return b.String()
}
