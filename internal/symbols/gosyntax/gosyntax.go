// Package gosyntax finds the definitions of Go files with the standard library's
// parser: the same ones as the tree-sitter grammar finds, in a fraction of the
// time. It answers only for files without syntax errors, so another extractor
// has to stand behind it.
package gosyntax

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/symbols/outline"
)

// Language is the identifier of the one language served.
const Language = "go"

// maxNesting is how many brackets may be open at once. The parser recurses, and
// takes over a kilobyte of stack for each.
const maxNesting = 10_000

// Extractor implements symbols.Extractor. The zero value is ready, and safe for
// concurrent use.
type Extractor struct{}

// Languages returns Language.
func (Extractor) Languages() []string { return []string{Language} }

// Extract returns the definitions of text, or fault.Invalid when it has syntax
// errors or nests too deeply.
func (Extractor) Extract(ctx context.Context, language, path, text string) (_ []code.Definition, err error) {
	defer fault.Wrap(&err, "go/parser")
	if language != Language {
		return nil, fault.New(fault.NotFound, "no parser for %q", language)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text = outline.Unix(text)
	if blank(text) {
		return nil, nil
	}
	if nestsDeeper(text, maxNesting) {
		return nil, fault.New(fault.Invalid, "more than %d brackets open", maxNesting)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fault.New(fault.Invalid, "%w", err)
	}
	r := reading{file: files.File(file.FileStart), source: outline.Source{Text: text}}
	r.add(file)
	return r.source.Definitions(), nil
}

// A reading collects the declarations of one file.
type reading struct {
	file   *token.File
	source outline.Source
}

func (r *reading) add(file *ast.File) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			r.source.Notes = append(r.source.Notes, outline.Note{Range: r.rangeOf(c)})
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.function(d)
		case *ast.GenDecl:
			r.general(d)
		}
	}
}

func (r *reading) rangeOf(n ast.Node) code.Range {
	return code.Range{Start: r.file.Offset(n.Pos()), End: r.file.Offset(n.End())}
}

func (r *reading) declare(kind code.DefKind, name *ast.Ident, scope string, n ast.Node, body int) {
	r.source.Declarations = append(r.source.Declarations, outline.Declaration{
		Kind: kind, Name: name.Name, Scope: scope, Range: r.rangeOf(n), Body: body,
	})
}
