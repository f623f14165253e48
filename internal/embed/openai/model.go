package openai

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// Model asks which model answers now. Its dimension is learnt by embedding a
// word, once for each digest.
func (e *Embedder) Model(ctx context.Context) (_ embed.Model, err error) {
	defer fault.Wrap(&err, "openai")
	digest, err := e.digest(ctx)
	if err != nil {
		return embed.Model{}, err
	}
	dimension, err := e.measure(ctx, digest)
	if err != nil {
		return embed.Model{}, err
	}
	return embed.Model{
		Provider:  "openai",
		Name:      e.options.Model,
		Digest:    digest,
		Dimension: dimension,
		Prefixes:  e.prefixes.Version(),
	}, nil
}

// measure returns the length of the vectors of the model with this digest.
func (e *Embedder) measure(ctx context.Context, digest string) (int, error) {
	e.mu.Lock()
	dimension := e.dimension[digest]
	e.mu.Unlock()
	if dimension > 0 {
		return dimension, nil
	}
	vectors, err := e.embed(ctx, []string{"dimension"})
	if err != nil {
		return 0, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dimension[digest] = len(vectors[0])
	return len(vectors[0]), nil
}

// fingerprint is what some servers tell of the weights behind a name: llama.cpp
// their size and shape, vLLM where they came from.
type fingerprint struct {
	Root string `json:"root,omitempty"`
	Meta struct {
		Size       int64 `json:"size,omitempty"` // bytes
		Parameters int64 `json:"n_params,omitempty"`
		Vocabulary int64 `json:"n_vocab,omitempty"`
		Embedding  int64 `json:"n_embd,omitempty"`
	} `json:"meta"`
}

// digest returns a hash of the fingerprint of the model, "" if the server tells
// nothing of it. Unlike a hash of the weights it may miss that they changed.
func (e *Embedder) digest(ctx context.Context) (string, error) {
	var answer struct {
		Data []struct {
			ID string `json:"id"`
			fingerprint
		} `json:"data"`
	}
	err := e.client.Get(ctx, "/models", &answer)
	switch {
	case fault.Is(err, fault.Invalid), errors.Is(err, embed.ErrBadAnswer):
		return "", nil // it embeds, and lists nothing
	case err != nil:
		return "", err
	}
	for _, model := range answer.Data {
		if model.ID == e.options.Model || len(answer.Data) == 1 {
			return model.hash()
		}
	}
	return "", nil
}

func (f fingerprint) hash() (string, error) {
	if f == (fingerprint{}) {
		return "", nil
	}
	text, err := json.Marshal(f)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
