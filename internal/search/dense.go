package search

import (
	"context"
	"errors"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// notConfigured is why the dense leg of a service without a model is left out.
// It is no news to whoever asks, so it becomes no note.
const notConfigured = "provider = none in section [embedding] of config.ini"

// noVectors is why the dense leg of a project is left out that was indexed
// without a model so far, or whose first vectors are being built: some vectors
// are worse than none, for files without one come after those with one.
const noVectors = "no vectors yet: the next sweep builds them, or run: bin/indexer scan"

// denseOverfetch is how many chunks the dense leg asks for to fill one file of
// its ranking: several chunks of a file tend to be near together.
const denseOverfetch = 2

// denseLeg ranks files by the cosine of their best chunks to the query. It never
// fails: what keeps it from answering is returned as the reason it was left
// out.
func (e *Engine) denseLeg(ctx context.Context, q query, limit int) ranking {
	r := ranking{name: "dense", weight: e.Options.WithDefaults().WeightDense}
	switch {
	case q.off[partDense]:
		r.skipped = turnedOff
		return r
	case e.Embedder == nil:
		r.skipped = notConfigured
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().DenseTimeout)
	defer cancel()
	chunks, model, err := e.nearest(ctx, q, limit*denseOverfetch)
	switch {
	case err == nil:
		r.candidates, r.model = byFile(chunks), model
	case errors.Is(err, context.DeadlineExceeded):
		r.skipped = "the vectors were not compared in time"
	default:
		r.skipped = reason(err)
	}
	return r
}

// reason returns err with the first thing to do about it.
func reason(err error) string {
	for _, fix := range fault.FixesOf(err) {
		return err.Error() + "; " + fix
	}
	return err.Error()
}

// nearest returns the chunks nearest to the query, and the model that says so.
func (e *Engine) nearest(ctx context.Context, q query, limit int) ([]ChunkScore, embed.Model, error) {
	id, live, err := e.liveModel(ctx)
	if err != nil {
		return nil, live, err
	}
	vector, err := e.embedQuery(ctx, q.Query, live)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, live, fault.New(fault.Timeout, "the model did not answer in time")
	}
	if err != nil {
		return nil, live, err
	}
	chunks, err := e.Store.Nearest(ctx, id, vector, q.filter, limit)
	return chunks, live, err
}

func (e *Engine) liveModel(ctx context.Context) (int32, embed.Model, error) {
	id, live, err := e.Store.LiveModel(ctx)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, noVectors)
	}
	return id, live, err
}

// embedQuery embeds the query for the live vectors, within its own deadline. The
// model is looked at again afterwards: a server may have other weights by then.
func (e *Engine) embedQuery(ctx context.Context, text string, live embed.Model) ([]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().QueryTimeout)
	defer cancel()
	embedder, err := e.embedderOf(ctx, live)
	if err != nil {
		return nil, err
	}
	vector, err := embedder.Query(ctx, text)
	if err != nil {
		return nil, err
	}
	_, err = e.embedderOf(ctx, live)
	return vector, err
}

// embedderOf returns the embedder whose model is the live one: the configured
// one, or while its vectors are still being built that of those before, where
// this program has it.
func (e *Engine) embedderOf(ctx context.Context, live embed.Model) (embed.Embedder, error) {
	if e.Standby != nil { // it answers at once, whatever has become of the other's server
		if model, err := e.Standby.Model(ctx); err == nil && model == live {
			return e.Standby, nil
		}
	}
	model, err := e.Embedder.Model(ctx)
	if err != nil || model == live {
		return e.Embedder, err
	}
	return nil, fault.New(fault.Unavailable, "rebuild pending: the vectors are of model %s, the configured one is %s",
		live, model).Fix("run: bin/indexer scan %s", e.Project)
}

// DenseModel returns the model whose vectors a search would use now, or why it
// would use words alone.
func (e *Engine) DenseModel(ctx context.Context) (live embed.Model, skipped string) {
	switch {
	case e.Options.Off[partDense]:
		return live, turnedOff
	case e.Embedder == nil:
		return live, notConfigured
	}
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().DenseTimeout)
	defer cancel()
	_, live, err := e.liveModel(ctx)
	if err == nil {
		_, err = e.embedderOf(ctx, live)
	}
	if err != nil {
		return live, reason(err)
	}
	return live, ""
}
