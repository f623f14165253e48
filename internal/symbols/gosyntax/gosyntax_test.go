package gosyntax_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/symbols"
	"coderag/internal/symbols/gosyntax"
	"coderag/internal/symbols/symbolstest"
	"coderag/internal/symbols/treesitter"
)

const source = `package p

// Server answers.
type Server struct {
	OnStop func() // called once
}

// handle serves.
func (s *Server) handle(r *Request) (err error) {
	type local struct {
		a int
		b int
		c int
	}
	return nil
}

const (
	First = iota
	Second, Third
)

type Handler interface{ Handle(x int) error }
`

const broken = "package p\n\nfunc before() {}\n\nfunc (s *Server) method( {\n}\n\nfunc after() {}\n"

// TestConformance runs the suite on the extractor with tree-sitter behind it,
// as it is to be used.
func TestConformance(t *testing.T) {
	t.Parallel()
	set := symbols.New(gosyntax.Extractor{}, only{treesitter.New(treesitter.Options{})})
	t.Cleanup(func() { set.Close() })
	symbolstest.Run(t, set, []symbolstest.Case{
		{Name: "whole", Language: "go", Text: source, Want: []string{
			"Server", "Server.OnStop", "Server.handle", "Server.handle.local", "First", "Third", "Handler.Handle"}},
		{Name: "broken", Language: "go", Text: broken, Want: []string{"before", "Server.method", "after"}},
	})
}

// only is tree-sitter for Go alone.
type only struct{ *treesitter.Extractor }

func (only) Languages() []string { return []string{gosyntax.Language} }

func TestSyntaxError(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"broken": broken,
		"deep":   "package p\n\nvar x = " + strings.Repeat("(", 20_000) + "1" + strings.Repeat(")", 20_000),
	} {
		if _, err := (gosyntax.Extractor{}).Extract(t.Context(), "go", "x.go", text); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: error %v, want one of kind Invalid", name, err)
		}
	}
}

// TestSameAsTreeSitter holds the extractor against the grammar over parts of the
// standard library: all of it with -short=false and CODERAG_CORPUS set to its
// folder.
func TestSameAsTreeSitter(t *testing.T) {
	t.Parallel()
	grammar := treesitter.New(treesitter.Options{})
	t.Cleanup(func() { grammar.Close() })
	compared := 0
	for path, text := range sources(t) {
		got, err := gosyntax.Extractor{}.Extract(t.Context(), "go", path, text)
		if fault.Is(err, fault.Invalid) {
			continue
		}
		want, wantErr := grammar.Extract(t.Context(), "go", path, text)
		if err := errors.Join(err, wantErr); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-tree-sitter +go/parser):\n%s", path, diff)
		}
		compared++
	}
	if compared < 20 {
		t.Errorf("compared %d files, want 20 at least", compared)
	}
}

// sources returns the texts of Go files below $CODERAG_CORPUS, or else of a few
// packages of the standard library, by path.
func sources(t testing.TB) map[string]string {
	t.Helper()
	roots := []string{os.Getenv("CODERAG_CORPUS")}
	if roots[0] == "" {
		std := symbolstest.StandardLibrary(t)
		roots = []string{filepath.Join(std, "go/ast"), filepath.Join(std, "io"), filepath.Join(std, "sort"), filepath.Join(std, "text")}
	}
	texts := map[string]string{}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == "testdata" {
				return filepath.SkipDir // not valid, on purpose
			}
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			texts[path] = strings.ToValidUTF8(string(text), "?")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// BenchmarkExtract reports the speed on the same files as TestSameAsTreeSitter.
func BenchmarkExtract(b *testing.B) {
	texts := sources(b)
	grammar := treesitter.New(treesitter.Options{})
	b.Cleanup(func() { grammar.Close() })
	for name, extractor := range map[string]symbols.Extractor{"go-parser": gosyntax.Extractor{}, "tree-sitter": grammar} {
		b.Run(name, func(b *testing.B) { bench(b, extractor, texts) })
	}
}

func bench(b *testing.B, extractor symbols.Extractor, texts map[string]string) {
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		var all []code.Definition
		for path, text := range texts {
			definitions, err := extractor.Extract(b.Context(), "go", path, text)
			if err == nil {
				all = append(all, definitions...)
			}
		}
		if len(all) == 0 {
			b.Fatal("no definitions")
		}
	}
}
