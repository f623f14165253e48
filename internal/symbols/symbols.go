// Package symbols finds the declarations of a source file. It chooses between
// extractors and hides from its callers which of them did the work.
package symbols

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// Extractor finds the declarations of a file. Implementations are safe for
// concurrent use and hold to symbolstest.Run. One that holds processes or
// memory outside Go's heap is an io.Closer too.
type Extractor interface {
	// Languages returns the identifiers of the languages it serves, sorted.
	Languages() []string

	// Extract returns the definitions of text, ordered as code.Definition says.
	// The path is for messages and for rules that depend on a file's name; it is
	// never opened. Text is UTF-8 without a byte order mark. Broken code is no
	// error: what can be made out is returned. An error means that nothing is
	// known about the file: ctx ended, or the extractor broke down.
	Extract(ctx context.Context, language, path, text string) ([]code.Definition, error)
}

// Set asks, for each language, the extractors that serve it in the order in
// which they were given. It is safe for concurrent use until Close.
type Set struct {
	extractors []Extractor
	byLanguage map[string][]Extractor
}

// New returns a Set over extractors, which it owns from then on. The first that
// serves a language wins; when it returns an error the next one is tried.
func New(extractors ...Extractor) *Set {
	s := &Set{extractors: extractors, byLanguage: map[string][]Extractor{}}
	for _, e := range extractors {
		for _, language := range e.Languages() {
			s.byLanguage[language] = append(s.byLanguage[language], e)
		}
	}
	return s
}

// Languages returns the identifiers of the languages that some extractor
// serves, sorted.
func (s *Set) Languages() []string {
	return slices.Sorted(maps.Keys(s.byLanguage))
}

// Extract returns the definitions of text from the first extractor of the
// language that answers. A language that none serves is fault.NotFound; when
// every extractor errs, their errors are joined. Once ctx has ended no further
// extractor is tried.
func (s *Set) Extract(ctx context.Context, language, path, text string) (_ []code.Definition, err error) {
	defer fault.Wrap(&err, "symbols of %s", path)
	serving := s.byLanguage[language]
	if len(serving) == 0 {
		return nil, fault.New(fault.NotFound, "no extractor serves language %q", language)
	}
	var errs []error
	for _, e := range serving {
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(append(errs, err)...)
		}
		definitions, err := e.Extract(ctx, language, path, text)
		if err == nil {
			return definitions, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// Close closes those extractors that are io.Closers. No Extract may run then or
// later.
func (s *Set) Close() error {
	var errs []error
	for _, e := range s.extractors {
		if closer, ok := e.(io.Closer); ok {
			errs = append(errs, closer.Close())
		}
	}
	return errors.Join(errs...)
}
