// Package treesitter finds definitions with tree-sitter grammars. What counts
// as a declaration in a language is said by a query file, not by code.
package treesitter

import (
	"context"
	"time"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/symbols/outline"
)

// DefaultLimit is how long one file may take: 1 MiB of the slowest grammar,
// Scala, takes about as long.
const DefaultLimit = 3 * time.Second

// Options say how an Extractor works.
type Options struct {
	Limit time.Duration // for one file; DefaultLimit when 0
}

// An Extractor implements symbols.Extractor for the languages of grammars. A
// language's query is compiled when it is first needed. It is safe for
// concurrent use until Close; each running Extract has a parser of its own.
type Extractor struct {
	limit     time.Duration
	names     []string
	languages map[string]*language
}

// New returns an Extractor. It must be closed: parsers live outside Go's heap.
func New(o Options) *Extractor {
	e := &Extractor{limit: o.Limit, languages: map[string]*language{}}
	if e.limit == 0 {
		e.limit = DefaultLimit
	}
	for _, g := range grammars() {
		e.names = append(e.names, g.language)
		e.languages[g.language] = &language{grammar: g}
	}
	return e
}

// Languages returns the identifiers of the languages served, sorted.
func (e *Extractor) Languages() []string { return append([]string(nil), e.names...) }

// Extract returns the definitions of text. A file that takes longer than the
// limit is fault.Timeout.
func (e *Extractor) Extract(ctx context.Context, language, _, text string) (_ []code.Definition, err error) {
	defer fault.Wrap(&err, "tree-sitter %s", language)
	l := e.languages[language]
	if l == nil {
		return nil, fault.New(fault.NotFound, "no grammar for %q", language)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w, err := l.borrow()
	if err != nil {
		return nil, err
	}
	defer l.put(w)
	text = outline.Unix(text)
	source, err := e.parse(ctx, l, w, text)
	if err != nil {
		return nil, err
	}
	return source.Definitions(), nil
}

// parse runs w within the limit.
func (e *Extractor) parse(ctx context.Context, l *language, w *worker, text string) (*outline.Source, error) {
	limited, cancel := context.WithTimeout(ctx, e.limit)
	defer cancel()
	source, err := w.run(limited, l, text)
	if err != nil && limited.Err() != nil {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, fault.New(fault.Timeout, "%d bytes not parsed within %v", len(text), e.limit)
	}
	return source, err
}

// Close frees the parsers and queries. No Extract may run then or later.
func (e *Extractor) Close() error {
	for _, l := range e.languages {
		l.close()
	}
	return nil
}
