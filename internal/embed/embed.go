// Package embed turns texts into vectors through one interface, whatever model
// is behind it, and guards the index against what models get wrong.
package embed

import "context"

// A Model identifies a vector space. Vectors of two models that differ in any
// field must never be compared.
type Model struct {
	Provider  string // "builtin", "ollama" or "openai"
	Name      string
	Digest    string // of the weights, where the provider tells it
	Dimension int    // floats per vector
	Prefixes  string // version of the document and query prefixes in use
}

// Embedder turns texts into vectors of unit length. Implementations are safe
// for concurrent use, respect ctx, and return errors of the kinds below; each
// passes the suite in embedtest.
//
//   - fault.Unavailable: the model server is away, busy past the retries, or crashed
//   - fault.Invalid: the model is missing or misconfigured; the error has the fix
//   - ErrTooLong: a text of the call exceeds the model's context
type Embedder interface {
	// Model asks which model answers now.
	Model(ctx context.Context) (Model, error)
	// Documents embeds texts that will be searched. The result has one vector a
	// text, in order, each of Model.Dimension finite floats, or an error and no
	// vectors. Texts are not empty.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	// Query embeds what is searched for.
	Query(ctx context.Context, text string) ([]float32, error)
}
