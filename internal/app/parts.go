package app

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"coderag/internal/config"
	"coderag/internal/embed"
	"coderag/internal/embed/ollama"
	"coderag/internal/embed/openai"
	"coderag/internal/symbols"
	"coderag/internal/symbols/ctags"
	"coderag/internal/symbols/rules"
	"coderag/internal/symbols/treesitter"
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
	case config.ProviderNone:
	}
	return nil, nil
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
	return symbols.New(treesitter.New(treesitter.Options{}), rules.New(), tags)
}
