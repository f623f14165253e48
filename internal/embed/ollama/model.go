package ollama

import (
	"context"
	"fmt"
	"strings"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// Info is what the server tells about the model.
type Info struct {
	embed.Model
	ContextLength int // tokens; 0 if the server does not say
}

// Model asks which weights the name stands for now.
func (e *Embedder) Model(ctx context.Context) (embed.Model, error) {
	info, err := e.Info(ctx)
	return info.Model, err
}

// Info asks which weights the name stands for now and what they are. What they
// are is asked once for each digest.
func (e *Embedder) Info(ctx context.Context) (_ Info, err error) {
	defer fault.Wrap(&err, "ollama")
	digest, err := e.digest(ctx)
	if err != nil {
		return Info{}, err
	}
	e.mu.Lock()
	known := e.known
	e.mu.Unlock()
	if known.Digest == digest && known.Dimension > 0 {
		return known, nil
	}
	info, err := e.show(ctx, digest)
	if err != nil {
		return Info{}, err
	}
	e.mu.Lock()
	e.known = info
	e.mu.Unlock()
	return info, nil
}

// last returns what was told last, asking only if nothing was.
func (e *Embedder) last(ctx context.Context) (Info, error) {
	e.mu.Lock()
	known := e.known
	e.mu.Unlock()
	if known.Dimension > 0 {
		return known, nil
	}
	return e.Info(ctx)
}

// Version returns the version of the server.
func (e *Embedder) Version(ctx context.Context) (_ string, err error) {
	defer fault.Wrap(&err, "ollama")
	var answer struct {
		Version string `json:"version"`
	}
	err = e.client.Get(ctx, "/api/version", &answer)
	return answer.Version, err
}

// digest looks the model up among those the server has.
func (e *Embedder) digest(ctx context.Context) (string, error) {
	var answer struct {
		Models []struct {
			Name   string `json:"name"`
			Digest string `json:"digest"`
		} `json:"models"`
	}
	if err := e.client.Get(ctx, "/api/tags", &answer); err != nil {
		return "", err
	}
	want := fullName(e.options.Model)
	for _, model := range answer.Models {
		if fullName(model.Name) == want {
			return model.Digest, nil
		}
	}
	return "", fault.New(fault.Invalid, "the server has no model %q", e.options.Model).
		Fix("run: ollama pull %s", e.options.Model)
}

// fullName returns a model's name as Ollama compares it: in lower case, with a tag.
func fullName(name string) string {
	name = strings.ToLower(name)
	if !strings.Contains(name[strings.LastIndex(name, "/")+1:], ":") {
		name += ":latest"
	}
	return name
}

// show asks for the shape of the model with this digest.
func (e *Embedder) show(ctx context.Context, digest string) (Info, error) {
	var answer struct {
		ModelInfo map[string]any `json:"model_info"`
	}
	request := map[string]string{"model": e.options.Model}
	if err := e.client.Post(ctx, "/api/show", request, &answer); err != nil {
		return Info{}, err
	}
	architecture := fmt.Sprint(answer.ModelInfo["general.architecture"])
	length, _ := answer.ModelInfo[architecture+".embedding_length"].(float64)
	contextLength, _ := answer.ModelInfo[architecture+".context_length"].(float64)
	dimension, err := e.dimension(int(length))
	return Info{
		Model: embed.Model{
			Provider:  "ollama",
			Name:      e.options.Model,
			Digest:    digest,
			Dimension: dimension,
			Prefixes:  e.prefixes.Version(),
		},
		ContextLength: int(contextLength),
	}, err
}

// dimension returns how many floats a vector will have when the model's own
// have length.
func (e *Embedder) dimension(length int) (int, error) {
	wanted := e.options.Dimensions
	switch {
	case wanted == 0 && length == 0:
		return 0, fault.New(fault.Invalid, "the server does not tell the dimension of %q", e.options.Model).
			Fix("set `dimensions` in [embedding], or choose an embedding model")
	case wanted == 0:
		return length, nil
	case length > 0 && wanted > length:
		return 0, fault.New(fault.Invalid, "the vectors of %q have %d dimensions, not %d", e.options.Model, length, wanted).
			Fix("set `dimensions` in [embedding] to at most %d", length)
	}
	return wanted, nil
}
