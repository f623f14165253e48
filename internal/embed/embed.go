// Package embed turns texts into vectors through one interface, whatever model
// is behind it, and guards the index against what models get wrong.
//
// The write path sends texts through a Batcher, the read path queries through a
// Guard; both take any Embedder.
package embed

import (
	"context"
	"fmt"
)

// A Model identifies a vector space. Vectors of two models that differ in any
// field must never be compared.
type Model struct {
	Provider  string // "builtin", "ollama" or "openai"
	Name      string
	Digest    string // of the weights, where the provider tells it
	Dimension int    // floats per vector
	Prefixes  string // version of the document and query prefixes in use
}

// String returns the model on one line, for messages and logs.
func (m Model) String() string {
	name := m.Provider + " " + m.Name
	if m.Digest != "" {
		name += "@" + ShortDigest(m.Digest)
	}
	name += fmt.Sprintf(" (%d dimensions", m.Dimension)
	if m.Prefixes != "" {
		name += ", prefixes " + m.Prefixes
	}
	return name + ")"
}

// ShortDigest returns the first characters of a digest, enough to tell the
// weights in use apart.
func ShortDigest(digest string) string { return digest[:min(12, len(digest))] }

// Embedder turns texts into vectors of unit length. Implementations are safe
// for concurrent use, respect ctx, and return errors of the kinds below; each
// passes the suite in embedtest. None retries: that is the caller's to decide.
//
//   - fault.Unavailable: the model server is away; also ErrCrashed and ErrBadAnswer
//   - fault.Busy: its queue is full; RetryAfter tells how long it asked to wait
//   - fault.Timeout: no whole answer within the deadline
//   - fault.Invalid: the model is missing or misconfigured; the error has the fix
//   - fault.TooLarge: always ErrTooLong, a text of the call exceeds the model's context
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
