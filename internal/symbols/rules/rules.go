// Package rules finds the declarations of languages for which there is no
// grammar, with exact line spans. It works in three layers: a masker that knows
// comments and literals and blanks them, a table per language that maps the
// head of a statement to a declaration, and a closer that finds where the
// declaration ends: at its brace, its parenthesis, its "end", where the
// indentation ends or where the next one begins. Everything is linear in the
// size of the file.
package rules

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// An extract function finds the definitions of one file.
type extract func(path, text string) []code.Definition

// Extractor serves the languages of this package. It holds nothing but tables
// and is safe for concurrent use.
type Extractor struct {
	byLanguage map[string]extract
}

// New returns an Extractor for every language that has a table.
func New() *Extractor {
	e := &Extractor{byLanguage: map[string]extract{}}
	e.addBraces()
	e.addLisps()
	e.addKeywords()
	e.addLayout()
	e.addSections()
	e.addProse()
	return e
}

// Languages returns the identifiers of the languages it serves, sorted.
func (e *Extractor) Languages() []string {
	return slices.Sorted(maps.Keys(e.byLanguage))
}

// Extract returns the definitions of text. It fails only when ctx has ended or
// the language has no table.
func (e *Extractor) Extract(ctx context.Context, language, path, text string) (_ []code.Definition, err error) {
	defer fault.Wrap(&err, "rules for %s", path)
	find, ok := e.byLanguage[language]
	if !ok {
		return nil, fault.New(fault.NotFound, "no rules for language %q", language)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return find(path, text), nil
}

// addBraces adds the languages whose blocks stand in braces.
func (e *Extractor) addBraces() {
	for name, lang := range map[string]braceLanguage{
		"swift":       swift(),
		"dart":        dart(),
		"objective-c": objectiveC(),
		"groovy":      groovy(),
		"protobuf":    protobuf(),
		"thrift":      thrift(),
		"graphql":     graphql(),
		"hcl":         hcl(),
		"solidity":    solidity(),
		"perl":        perl(),
		"powershell":  powershell(),
		"r":           r(),
	} {
		lang.lexer = lang.lexis.compile()
		e.byLanguage[name] = func(path, text string) []code.Definition {
			return extractBraces(&lang, path, text)
		}
	}
}

// name is the pattern of an identifier, as a group; NAME stands for it.
const name = `([\pL_$][\pL\pN_$]*)`

// re compiles a pattern for the beginning of a head.
func re(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + strings.ReplaceAll(pattern, "NAME", name) + `)`)
}

// words returns the words of a list as a set.
func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// cComments are the comments of the languages that follow C.
func cComments(nested bool) ([]string, []block) {
	return []string{"//"}, []block{{open: "/*", close: "*/", nested: nested}}
}
