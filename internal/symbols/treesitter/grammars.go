package treesitter

import (
	"embed"
	"unsafe"

	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"
	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"
	zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"
	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	elixir "github.com/tree-sitter/tree-sitter-elixir/bindings/go"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	haskell "github.com/tree-sitter/tree-sitter-haskell/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	scala "github.com/tree-sitter/tree-sitter-scala/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// queries holds one .scm file per language; README.md beside them says what
// their captures mean.
//
//go:embed queries/*.scm
var queries embed.FS

// A grammar is all that is particular to a language: a new one is a row in
// grammars and a query file.
type grammar struct {
	language   string                // our identifier
	grammar    func() unsafe.Pointer // the parser's tables
	queries    []string              // files under queries/, without .scm, read as one
	separators []string              // between the parts of a name as written: "a::b"
	joined     bool                  // neighbours of one name are one definition: equations, clauses, overloads
	rescue     string                // finds the first line of a declaration in broken code; see rescue.go
}

// grammars lists the languages served, sorted by identifier.
func grammars() []grammar {
	return []grammar{
		{language: "bash", grammar: bash.Language, queries: []string{"bash"}, rescue: bashRescue},
		{language: "c", grammar: c.Language, queries: []string{"c"}},
		{language: "cpp", grammar: cpp.Language, queries: []string{"cpp", "c"}, separators: []string{"::"}},
		{language: "csharp", grammar: csharp.Language, queries: []string{"csharp"}, separators: []string{"."}, rescue: csharpRescue},
		{language: "elixir", grammar: elixir.Language, queries: []string{"elixir"}, separators: []string{"."}, joined: true, rescue: elixirRescue},
		{language: "go", grammar: golang.Language, queries: []string{"go"}, rescue: goRescue},
		{language: "haskell", grammar: haskell.Language, queries: []string{"haskell"}, joined: true},
		{language: "java", grammar: java.Language, queries: []string{"java"}, rescue: javaRescue},
		{language: "javascript", grammar: javascript.Language, queries: []string{"javascript", "ecmascript"}, separators: []string{"."}, rescue: javascriptRescue},
		{language: "kotlin", grammar: kotlin.Language, queries: []string{"kotlin"}, rescue: kotlinRescue},
		{language: "lua", grammar: lua.Language, queries: []string{"lua"}, separators: []string{".", ":"}, rescue: luaRescue},
		{language: "php", grammar: php.LanguagePHP, queries: []string{"php"}, separators: []string{`\`}, rescue: phpRescue},
		{language: "python", grammar: python.Language, queries: []string{"python"}, rescue: pythonRescue},
		{language: "ruby", grammar: ruby.Language, queries: []string{"ruby"}, separators: []string{"::"}, rescue: rubyRescue},
		{language: "rust", grammar: rust.Language, queries: []string{"rust"}, rescue: rustRescue},
		{language: "scala", grammar: scala.Language, queries: []string{"scala"}, rescue: scalaRescue},
		{language: "tsx", grammar: typescript.LanguageTSX, queries: []string{"javascript", "typescript"}, separators: []string{"."}, joined: true, rescue: javascriptRescue},
		{language: "typescript", grammar: typescript.LanguageTypescript, queries: []string{"javascript", "typescript"}, separators: []string{"."}, joined: true, rescue: javascriptRescue},
		{language: "zig", grammar: zig.Language, queries: []string{"zig"}, rescue: zigRescue},
	}
}
