// Package openai embeds through any server with an OpenAI-compatible
// /v1/embeddings: llama.cpp, vLLM, LM Studio, Text Embeddings Inference, OpenAI.
package openai

import (
	"context"
	"net/url"
	"sync"
	"time"

	"coderag/internal/embed"
	"coderag/internal/embed/modelserver"
	"coderag/internal/fault"
)

// Options says which model of which server embeds.
type Options struct {
	URL        string          // of the API; "/v1" is added to an address without a path
	Model      string          // as the server's /v1/models lists it
	Key        string          // "" for a server that asks for none
	Prefixes   *embed.Prefixes // nil means those of embed.Known
	Dimensions int             // asked of the server; 0 means the model's own
	Timeout    time.Duration   // of one request; 0 means 90s
}

// Embedder embeds through one model of one server. It is safe for concurrent use.
type Embedder struct {
	options  Options
	prefixes embed.Prefixes
	client   *modelserver.Client

	mu        sync.Mutex
	dimension map[string]int // by digest
}

var _ embed.Embedder = (*Embedder)(nil)

// New checks the options; it does not call the server. A key for a server that
// is neither on this machine nor reached by https is fault.Invalid.
func New(o Options) (_ *Embedder, err error) {
	defer fault.Wrap(&err, "openai")
	if o.Model == "" {
		return nil, fault.New(fault.Invalid, "no model is named").
			Fix("set `model` in [embedding] to one of the server's /v1/models")
	}
	client, err := modelserver.New(modelserver.Options{
		URL:        withVersion(o.URL),
		Key:        o.Key,
		Timeout:    o.Timeout,
		AwayFix:    "start the model server, or set `url` in [embedding] to where it listens",
		MissingFix: "set `model` in [embedding] to one of the server's /v1/models",
	})
	if err != nil {
		return nil, err
	}
	prefixes := embed.Known(o.Model)
	if o.Prefixes != nil {
		prefixes = *o.Prefixes
	}
	return &Embedder{options: o, prefixes: prefixes, client: client, dimension: map[string]int{}}, nil
}

// withVersion adds "/v1" to an address that has no path.
func withVersion(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || (parsed.Path != "" && parsed.Path != "/") {
		return address
	}
	parsed.Path = "/v1"
	return parsed.String()
}

// Close frees the idle connections.
func (e *Embedder) Close() error { return e.client.Close() }

// Documents embeds texts that will be searched.
func (e *Embedder) Documents(ctx context.Context, texts []string) (_ [][]float32, err error) {
	defer fault.Wrap(&err, "openai")
	if len(texts) == 0 {
		return nil, nil
	}
	return e.embed(ctx, e.prefixes.Documents(texts))
}

// Query embeds what is searched for.
func (e *Embedder) Query(ctx context.Context, text string) (_ []float32, err error) {
	defer fault.Wrap(&err, "openai")
	vectors, err := e.embed(ctx, []string{e.prefixes.Query + text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

type embedRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Encoding   string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions,omitempty"`
}

// An element of the answer; servers may send them in any order.
type element struct {
	Index     int                `json:"index"`
	Embedding modelserver.Vector `json:"embedding"`
}

func (e *Embedder) embed(ctx context.Context, inputs []string) ([][]float32, error) {
	var answer struct {
		Data []element `json:"data"`
	}
	err := e.client.Post(ctx, "/embeddings", embedRequest{
		Model:      e.options.Model,
		Input:      inputs,
		Encoding:   "float",
		Dimensions: e.options.Dimensions,
	}, &answer)
	if err != nil {
		return nil, err
	}
	vectors, err := inOrder(answer.Data, len(inputs))
	if err != nil {
		return nil, err
	}
	want := embed.Model{Name: e.options.Model, Dimension: e.options.Dimensions}
	if err := embed.Check(want, len(inputs), vectors); err != nil {
		return nil, err
	}
	return vectors, nil
}

// inOrder returns the vectors by index, which must be 0 to want-1, each once.
func inOrder(data []element, want int) ([][]float32, error) {
	if len(data) != want {
		return nil, fault.New(fault.Unavailable, "%d vectors for %d texts: %w", len(data), want, embed.ErrBadAnswer)
	}
	vectors := make([][]float32, want)
	for _, d := range data {
		if d.Index < 0 || d.Index >= want || vectors[d.Index] != nil {
			return nil, fault.New(fault.Unavailable, "index %d is out of place: %w", d.Index, embed.ErrBadAnswer)
		}
		vectors[d.Index] = d.Embedding
	}
	return vectors, nil
}
