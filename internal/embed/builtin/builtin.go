// Package builtin is the embedder that ships in the program: a table of token
// vectors, trained for code, in place of a model server. It needs no network, no
// memory beyond the table and a millisecond for dozens of texts.
//
// A text is cut into words (package lexeme), these into tokens, and the vectors
// of the tokens are summed by field: the path, the name and the content of the
// chunk. All sums are of integers, so a text has the same vector on every
// machine. README.md beside this file is the model's card; tools/embedder trains it.
package builtin

import (
	"context"
	"os"
	"sync"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// Name is what the model is called.
const Name = "coderag-static-1"

// An Embedder embeds with the table in the program. It is safe for concurrent
// use; all Embedders share one table.
type Embedder struct {
	table *table
	pools sync.Pool // of *pooler
}

// New returns the embedder. The first call in a program makes the index of the
// vocabulary, which takes some milliseconds.
func New() (*Embedder, error) {
	t, err := shipped()
	if err != nil {
		return nil, fault.New(fault.Internal, "builtin embedder: %w", err)
	}
	return embedder(t), nil
}

// Open is New with the weights of a file, as tools/embedder writes them; path ""
// means those in the program. The embedder keeps the name: the digest tells
// weights apart.
func Open(path string) (*Embedder, error) {
	if path == "" {
		return New()
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.New(fault.Invalid, "builtin embedder: %w", err).
			Fix("leave `model` empty in section [embedding] of config.ini: the weights are in the program")
	}
	t, err := readTable(data)
	if err != nil {
		return nil, fault.New(fault.Invalid, "builtin embedder: %s: %w", path, err).
			Fix("leave `model` empty in section [embedding] of config.ini: the weights are in the program")
	}
	return embedder(t), nil
}

func embedder(t *table) *Embedder {
	return &Embedder{table: t, pools: sync.Pool{New: func() any { return newPooler(t) }}}
}

// Model returns the one model there is.
func (e *Embedder) Model(context.Context) (embed.Model, error) {
	return embed.Model{Provider: "builtin", Name: Name, Digest: e.table.digest, Dimension: e.table.dimension}, nil
}

// Documents embeds texts as chunk.EmbeddedText writes them; of any other the
// whole is content. A text with nothing but white space is fault.Invalid.
func (e *Embedder) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	p := e.pools.Get().(*pooler)
	defer e.pools.Put(p)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if vectors[i] = p.document(text); vectors[i] == nil {
			return nil, fault.New(fault.Invalid, "builtin embedder: text %d is blank", i)
		}
	}
	return vectors, nil
}

// Query embeds a question. One with nothing but white space is fault.Invalid.
func (e *Embedder) Query(ctx context.Context, text string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := e.pools.Get().(*pooler)
	defer e.pools.Put(p)
	vector := p.query(text)
	if vector == nil {
		return nil, fault.New(fault.Invalid, "builtin embedder: the question is blank")
	}
	return vector, nil
}
