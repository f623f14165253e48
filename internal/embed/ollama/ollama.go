// Package ollama embeds through a local Ollama server.
package ollama

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"coderag/internal/embed"
	"coderag/internal/embed/modelserver"
	"coderag/internal/fault"
)

// DefaultURL is where Ollama listens unless told otherwise.
const DefaultURL = "http://127.0.0.1:11434"

// Options says which model of which server embeds.
type Options struct {
	URL        string          // "" means DefaultURL
	Model      string          // as `ollama list` shows it; the tag "latest" may be left out
	Prefixes   *embed.Prefixes // nil means those of embed.Known
	Dimensions int             // floats kept of each vector; 0 means all
	KeepAlive  string          // how long the model stays loaded: "30m", "-1" for ever; "" is for the server to say
	Timeout    time.Duration   // of one request, which may load the model; 0 means 90s
}

// Embedder embeds through one model of one server. It is safe for concurrent
// use: documents go one call at a time, for Ollama runs embedding models that way
// and a query must not wait behind more than one of them.
type Embedder struct {
	options   Options
	prefixes  embed.Prefixes
	client    *modelserver.Client
	documents chan struct{} // holds a token while a call of Documents runs

	mu    sync.Mutex
	known Info // of the last digest seen
}

var _ embed.Embedder = (*Embedder)(nil)

// New checks the options; it does not call the server.
func New(o Options) (_ *Embedder, err error) {
	defer fault.Wrap(&err, "ollama")
	if o.Model == "" {
		return nil, fault.New(fault.Invalid, "no model is named").
			Fix("set `model` in [embedding], for example to nomic-embed-text")
	}
	client, err := modelserver.New(modelserver.Options{
		URL:        cmp.Or(o.URL, DefaultURL),
		Timeout:    o.Timeout,
		AwayFix:    "run: ollama serve",
		MissingFix: "run: ollama pull " + o.Model,
	})
	if err != nil {
		return nil, err
	}
	prefixes := embed.Known(o.Model)
	if o.Prefixes != nil {
		prefixes = *o.Prefixes
	}
	return &Embedder{options: o, prefixes: prefixes, client: client, documents: make(chan struct{}, 1)}, nil
}

// Close frees the idle connections.
func (e *Embedder) Close() error { return e.client.Close() }

// Documents embeds texts that will be searched.
func (e *Embedder) Documents(ctx context.Context, texts []string) (_ [][]float32, err error) {
	defer fault.Wrap(&err, "ollama")
	if len(texts) == 0 {
		return nil, nil
	}
	select {
	case e.documents <- struct{}{}:
		defer func() { <-e.documents }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return e.embed(ctx, e.prefixes.Documents(texts))
}

// Query embeds what is searched for.
func (e *Embedder) Query(ctx context.Context, text string) (_ []float32, err error) {
	defer fault.Wrap(&err, "ollama")
	vectors, err := e.embed(ctx, []string{e.prefixes.Query + text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

type embedRequest struct {
	Model      string          `json:"model"`
	Input      []string        `json:"input"`
	Truncate   bool            `json:"truncate"` // always sent: a text cut in silence is a wrong vector
	Dimensions int             `json:"dimensions,omitempty"`
	KeepAlive  json.RawMessage `json:"keep_alive,omitempty"`
}

func (e *Embedder) embed(ctx context.Context, inputs []string) ([][]float32, error) {
	info, err := e.last(ctx)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Embeddings []modelserver.Vector `json:"embeddings"`
	}
	err = e.client.Post(ctx, "/api/embed", embedRequest{
		Model:      e.options.Model,
		Input:      inputs,
		Dimensions: e.options.Dimensions,
		KeepAlive:  keepAlive(e.options.KeepAlive),
	}, &answer)
	if err != nil {
		return nil, err
	}
	vectors := modelserver.Floats(answer.Embeddings)
	if err := embed.Check(info.Model, len(inputs), vectors); err != nil {
		return nil, err
	}
	return vectors, nil
}

// keepAlive returns the value as Ollama expects it: a number of seconds without
// quotes, a duration with them.
func keepAlive(value string) json.RawMessage {
	if value == "" {
		return nil
	}
	if _, err := strconv.Atoi(value); err == nil {
		return json.RawMessage(value)
	}
	return json.RawMessage(strconv.Quote(value))
}
