package chunk_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coderag/internal/chunk"
	"coderag/internal/code"
)

// BenchmarkSplit chunks the packages net and go of the standard library along
// their declarations, with the default sizes.
func BenchmarkSplit(b *testing.B) {
	type file struct {
		text  string
		lines code.Lines
		defs  []code.Definition
	}
	var files []file
	bytes := 0
	for _, path := range goFiles(b, "net", "go") {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, file{string(text), code.NewLines(string(text)), goDefinitions(b, path, text)})
		bytes += len(text)
	}
	b.SetBytes(int64(bytes))
	chunks, small, covered := 0, 0, 0
	for b.Loop() {
		chunks, small, covered = 0, 0, 0
		for _, f := range files {
			for _, c := range chunk.Split(f.text, f.lines, "go", f.defs, chunk.Options{}) {
				chunks++
				covered += c.Bytes.Len()
				if c.Bytes.Len() < 100 {
					small++
				}
			}
		}
	}
	b.ReportMetric(float64(chunks), "chunks")
	b.ReportMetric(float64(covered)/float64(chunks), "bytes/chunk")
	b.ReportMetric(float64(small)/float64(chunks), "under-100-bytes")
}

// BenchmarkSplitPathological chunks 1 MiB of what has no good place to cut.
func BenchmarkSplitPathological(b *testing.B) {
	for name, text := range map[string]string{
		"one line":    strings.Repeat("x", 1<<20),
		"parentheses": strings.Repeat("(", 1<<20),
		"spaces":      strings.Repeat(" ", 1<<20) + "x",
		"empty lines": strings.Repeat("\n", 1<<20),
		"short lines": strings.Repeat("x\n", 1<<19),
		"carriage":    strings.Repeat("x\r", 1<<19),
		"han":         strings.Repeat("漢", 1<<20/3),
	} {
		lines := code.NewLines(text)
		whole := []code.Definition{{Name: "f", Kind: code.KindFunction, Lines: code.Span{Start: 1, End: lines.Count()}}}
		for kind, defs := range map[string][]code.Definition{"windows": nil, "declaration": whole} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					chunk.Split(text, lines, "go", defs, chunk.Options{})
				}
			})
		}
	}
}

func goFiles(b *testing.B, packages ...string) (paths []string) {
	b.Helper()
	for _, name := range packages {
		root := filepath.Join(build.Default.GOROOT, "src", name)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case filepath.Ext(path) == ".go":
				paths = append(paths, path)
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return paths
}

// goDefinitions returns the top-level declarations of a Go file.
func goDefinitions(b *testing.B, path string, text []byte) (defs []code.Definition) {
	b.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		b.Fatal(err)
	}
	span := func(n ast.Node) code.Span {
		return code.Span{Start: files.Position(n.Pos()).Line, End: files.Position(n.End()).Line}
	}
	add := func(kind code.DefKind, name string, n ast.Node, doc *ast.CommentGroup) {
		def := code.Definition{Name: name, Kind: kind, Lines: span(n)}
		if doc != nil {
			def.DocLines = span(doc)
		}
		defs = append(defs, def)
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			add(code.KindFunction, d.Name.Name, d, d.Doc)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					add(code.KindStruct, s.Name.Name, d, d.Doc)
				case *ast.ValueSpec:
					add(code.KindConstant, s.Names[0].Name, s, s.Doc)
				}
			}
		}
	}
	return defs
}
