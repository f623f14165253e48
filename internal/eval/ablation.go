package eval

import (
	"slices"
	"strings"

	"coderag/internal/fault"
)

// An Ablation says what of the search a run is made without, or otherwise than
// configured. The zero Ablation changes nothing.
type Ablation struct {
	Without     []string // switches, each turned off: "dense", "stem-share"
	Granularity string   // "file" or "chunk"; "" as by default
	Expand      string   // "symbol" or "none"; "" as by default
	Embedder    string   // "none", or provider and model: "ollama/nomic-embed-text:v1.5"; "" as configured
}

// Check refuses switches that are not among the known ones.
func (a Ablation) Check(known []string) error {
	for _, name := range a.Without {
		if !slices.Contains(known, name) {
			return fault.New(fault.Invalid, "nothing is called %q that could be left out", name).
				Fix("use some of: %s", strings.Join(known, ", "))
		}
	}
	if err := oneOf("granularity", a.Granularity, "file", "chunk"); err != nil {
		return err
	}
	return oneOf("expand", a.Expand, "symbol", "none")
}

func oneOf(name, value string, allowed ...string) error {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return fault.New(fault.Invalid, "%s %q is none", name, value).Fix("use one of: %s", strings.Join(allowed, ", "))
}

// String names the run: "default", or what is different in it.
func (a Ablation) String() string {
	var parts []string
	for _, name := range a.Without {
		parts = append(parts, "without "+name)
	}
	for _, s := range []Setting{{"granularity", a.Granularity}, {"expand", a.Expand}, {"embedder", a.Embedder}} {
		if s.Value != "" {
			parts = append(parts, s.Name+" "+s.Value)
		}
	}
	if len(parts) == 0 {
		return "default"
	}
	return strings.Join(parts, ", ")
}
