package evaluate

import (
	"maps"
	"slices"
	"strings"

	"coderag/internal/config"
	"coderag/internal/fault"
)

// switches are the parts of the search that a run can be made without. Each
// says what it is in the configuration; a part that no option can turn off is
// not here.
var switches = map[string]func(*config.Config){
	"dense": withoutEmbedder,
}

func withoutEmbedder(c *config.Config) {
	c.Embedding = config.Embedding{Provider: config.ProviderNone, QueryTimeout: c.Embedding.QueryTimeout}
}

func knownSwitches() string { return strings.Join(slices.Sorted(maps.Keys(switches)), ", ") }

func (e *evaluation) checkAblation() error {
	a := e.ablation
	if err := a.Check(slices.Sorted(maps.Keys(switches))); err != nil {
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
	for _, name := range e.ablation.Without {
		switches[name](&c)
	}
	if e.ablation.Embedder == string(config.ProviderNone) {
		withoutEmbedder(&c)
	}
	return c
}
