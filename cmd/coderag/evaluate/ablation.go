package evaluate

import (
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/search"
)

func withoutEmbedder(c *config.Config) {
	c.Embedding = config.Embedding{Provider: config.ProviderNone, QueryTimeout: c.Embedding.QueryTimeout}
}

func (e *evaluation) checkAblation() error {
	a := e.ablation
	if err := a.Check(search.Switches()); err != nil {
		return err
	}
	if a.Embedder != "" && a.Embedder != string(config.ProviderNone) {
		return fault.New(fault.Invalid, "embedder %q is no other than the configured one", a.Embedder).
			Fix("use --embedder none").Fix("or configure it in another file: --config FILE")
	}
	if e.url != "" && (len(a.Without) > 0 || a.Embedder != "") {
		return fault.New(fault.Invalid, "a running server cannot be told what to leave out").
			Fix("leave out --url: the search then runs in this process")
	}
	return nil
}

// configured returns the configuration with what the ablation changes in it.
func (e *evaluation) configured(c config.Config) config.Config {
	if e.ablation.Embedder == string(config.ProviderNone) {
		withoutEmbedder(&c)
	}
	return c
}

// off returns the parts of the search that the run is made without.
func (e *evaluation) off() search.Off {
	off := search.Off{}
	for _, name := range e.ablation.Without {
		off[name] = true
	}
	return off
}
