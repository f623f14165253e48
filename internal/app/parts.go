package app

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"coderag/internal/chunk"
	"coderag/internal/config"
	"coderag/internal/embed"
	"coderag/internal/embed/builtin"
	"coderag/internal/embed/ollama"
	"coderag/internal/embed/openai"
	"coderag/internal/index"
	"coderag/internal/lang"
	"coderag/internal/rerank"
	"coderag/internal/search"
	"coderag/internal/symbols"
	"coderag/internal/symbols/ctags"
	"coderag/internal/symbols/gosyntax"
	"coderag/internal/symbols/rules"
	"coderag/internal/symbols/treesitter"
	"coderag/internal/walk"
)

// NewEmbedder returns the configured provider, nil for none.
func NewEmbedder(c config.Embedding) (embed.Embedder, error) {
	prefixes := embed.Known(c.Model)
	prefixes.Document = cmp.Or(c.DocumentPrefix, prefixes.Document)
	prefixes.Query = cmp.Or(c.QueryPrefix, prefixes.Query)
	switch c.Provider {
	case config.ProviderOllama:
		return ollama.New(ollama.Options{
			URL: c.URL, Model: c.Model, Prefixes: &prefixes, Dimensions: c.Dimensions,
			Timeout: c.Timeout, KeepAlive: keepAlive(c.KeepAlive),
		})
	case config.ProviderOpenAI:
		return openai.New(openai.Options{
			URL: c.URL, Model: c.Model, Key: c.APIKey, Prefixes: &prefixes,
			Dimensions: c.Dimensions, Timeout: c.Timeout,
		})
	case config.ProviderBuiltin:
		return builtin.Open(c.Model)
	case config.ProviderNone:
	}
	return nil, nil
}

// newStandby returns the built-in embedder where another is configured: while the
// vectors of that are being built, those that are there may be the built-in's,
// which needs no server to embed a query. It is nil where it can be of no use.
func newStandby(c config.Embedding) (embed.Embedder, error) {
	if c.Provider == config.ProviderNone || c.Provider == config.ProviderBuiltin && c.Model == "" {
		return nil, nil
	}
	return builtin.New()
}

// NewReranker returns the configured reranker, nil for none.
func NewReranker(c config.Rerank) (*rerank.Client, error) {
	if c.URL == "" {
		return nil, nil
	}
	return rerank.New(rerank.Options{URL: c.URL, Model: c.Model, Key: c.APIKey})
}

// keepAlive writes a duration as Ollama reads it.
func keepAlive(d time.Duration) string {
	if d < 0 {
		return "-1"
	}
	return d.String()
}

// newSymbols returns the extractors, the most exact first. Without ctags the
// languages only it knows have line windows.
func newSymbols(ctx context.Context, log *slog.Logger) *symbols.Set {
	tags := ctags.New(ctx, ctags.Options{})
	if ok, reason := tags.Available(); !ok {
		log.Info("ctags is not used", "reason", reason)
	}
	return symbols.New(gosyntax.Extractor{}, treesitter.New(treesitter.Options{}), rules.New(), tags)
}

// extractors returns the extractors, made at the first call: searching alone
// never needs them.
func (a *App) extractors(ctx context.Context) *symbols.Set {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.symbols == nil {
		a.symbols = newSymbols(ctx, a.log)
	}
	return a.symbols
}

func (a *App) indexer(ctx context.Context) *index.Indexer {
	c := a.config.Index
	return &index.Indexer{
		Symbols:  a.extractors(ctx),
		Embedder: a.embedder,
		Local:    !a.config.Embedding.Provider.Served(),
		Batcher:  batcher(a.config.Embedding),
		Options: index.Options{
			MaxFileBytes: int64(c.MaxFileBytes),
			Chunk: chunk.Options{
				MaxBytes: int(c.ChunkBytes), MinBytes: int(c.MinChunkBytes),
				WindowLines: c.WindowLines, WindowOverlap: c.WindowOverlap,
			},
			Walk:         walk.Rules{BaseExclude: c.BaseExcludes, Secrets: c.IncludeSecrets, LanguagesOf: lang.Candidates},
			Workers:      c.Workers,
			ParseTimeout: c.ParseTimeout,
			CommitFiles:  c.CommitFiles,
		},
	}
}

// batcher returns how texts go to the model. The one in the program has no
// context that could be exceeded, and nothing is gained by small batches.
func batcher(c config.Embedding) embed.Batcher {
	b := embed.Batcher{
		MaxTexts: c.Batch, MaxBytes: int(c.MaxBatchBytes), MinTextBytes: int(c.MinTextBytes),
		Retry: embed.Retry{Attempts: c.Retries + 1},
	}
	if c.Provider == config.ProviderBuiltin {
		b.MaxTexts, b.MaxBytes = 512, 1<<20
	}
	return b
}

// queryTimeout returns how long a search waits for the vector of its query. The
// embedder in the program has no server that could be away: it is as late as the
// search itself when the machine is busy.
func queryTimeout(c config.Config) time.Duration {
	if c.Embedding.Provider.Served() {
		return c.Embedding.QueryTimeout
	}
	return c.Search.Timeout
}

func (a *App) searchOptions() search.Options {
	c, r := a.config.Search, a.config.Rerank
	return search.Options{
		RRFK: float64(c.RRFK), WeightLexical: c.WeightLexical, WeightDense: c.WeightDense,
		Overfetch: c.Overfetch, PerFileCap: c.PerFileCap, DefaultK: c.DefaultK, MaxK: c.MaxK,
		MaxChars: c.MaxChars, ReplyChars: c.ReplyChars, QueryTimeout: queryTimeout(a.config), Timeout: c.Timeout, DenseTimeout: c.Timeout * 2 / 5,
		Off:              a.off,
		RerankCandidates: r.Candidates, RerankChars: r.MaxChars, RerankTimeout: r.Timeout,
	}
}
