package search

import (
	"context"
	"errors"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// notConfigured is why the dense leg of a service without a model is left out.
// It is no news to whoever asks, so it becomes no note.
const notConfigured = "no embedding provider is configured"

// denseOverfetch is how many chunks the dense leg asks for to fill one file of
// its ranking: several chunks of a file tend to be near together.
const denseOverfetch = 3

// denseLeg ranks files by the cosine of their best chunk to the query. It never
// fails: what keeps it from answering is returned as the reason it was left
// out.
func (e *Engine) denseLeg(ctx context.Context, q query, limit int) (_ []candidate, skipped string) {
	switch {
	case q.off[partDense]:
		return nil, turnedOff
	case e.Embedder == nil:
		return nil, notConfigured
	}
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().DenseTimeout)
	defer cancel()
	chunks, err := e.nearest(ctx, q, limit*denseOverfetch)
	switch {
	case err == nil:
		return byFile(chunks), ""
	case errors.Is(err, context.DeadlineExceeded):
		return nil, "the vectors were not compared in time"
	default:
		return nil, reason(err)
	}
}

// reason returns err with the first thing to do about it.
func reason(err error) string {
	for _, fix := range fault.FixesOf(err) {
		return err.Error() + "; " + fix
	}
	return err.Error()
}

func (e *Engine) nearest(ctx context.Context, q query, limit int) ([]ChunkScore, error) {
	id, live, err := e.Store.LiveModel(ctx)
	if err != nil {
		return nil, err
	}
	vector, model, err := e.embedQuery(ctx, q.Query)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fault.New(fault.Timeout, "the model did not answer in time")
	}
	if err != nil {
		return nil, err
	}
	if model != live {
		return nil, fault.New(fault.Unavailable, "rebuild pending: the vectors are of model %s, the configured one is %s",
			live, model).Fix("run: bin/indexer scan %s", e.Project)
	}
	return e.Store.Nearest(ctx, id, vector, q.filter, limit)
}

// embedQuery embeds the query within its own deadline.
func (e *Engine) embedQuery(ctx context.Context, text string) (vector []float32, model embed.Model, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().QueryTimeout)
	defer cancel()
	if vector, err = e.Embedder.Query(ctx, text); err != nil {
		return nil, model, err
	}
	model, err = e.Embedder.Model(ctx)
	return vector, model, err
}
