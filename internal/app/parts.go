package app

import (
	"context"
	"log/slog"

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
	if c.DocumentPrefix != "" {
		prefixes.Document = c.DocumentPrefix
	}
	if c.QueryPrefix != "" {
		prefixes.Query = c.QueryPrefix
	}
	switch c.Provider {
	case config.ProviderOllama:
		return ollama.New(ollama.Options{
			URL: c.URL, Model: c.Model, Prefixes: prefixes, Dimensions: c.Dimensions,
			Timeout: c.Timeout, KeepAlive: c.KeepAlive,
		})
	case config.ProviderOpenAI:
		return openai.New(openai.Options{
			URL: c.URL, Model: c.Model, APIKey: c.APIKey, Prefixes: prefixes,
			Dimensions: c.Dimensions, Timeout: c.Timeout,
		})
	}
	return nil, nil
}

// newSymbols returns the extractors, the most exact first. Without ctags the
// languages only it knows have line windows.
func newSymbols(ctx context.Context, log *slog.Logger) (*symbols.Set, error) {
	extractors := []symbols.Extractor{treesitter.New(), rules.New()}
	tags, err := ctags.New(ctx, ctags.Options{})
	if err != nil {
		log.Info("ctags is not used", "reason", err)
		return symbols.New(extractors...), nil
	}
	return symbols.New(append(extractors, tags)...), nil
}
