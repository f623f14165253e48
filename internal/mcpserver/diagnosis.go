package mcpserver

import (
	"fmt"
	"strings"

	"coderag/internal/search"
)

// writeDiagnosis says why there are no hits, and what to do next.
func writeDiagnosis(b *strings.Builder, d search.Diagnosis) {
	fmt.Fprintf(b, "Nothing here is about it as far as its words tell: %s.\n", d.Reason.Text())
	for _, words := range []struct {
		what string
		list []string
	}{{"found", d.Matched}, {"in most files", d.Ubiquitous}, {"nowhere", d.Missing()}} {
		if len(words.list) > 0 {
			fmt.Fprintf(b, "- %s: %s\n", words.what, oneLine(strings.Join(words.list, ", ")))
		}
	}
	fmt.Fprintf(b, "- coverage %.2f of at least %.2f, concentration %.2f of at least %.2f\n",
		d.Coverage, d.MinCoverage, d.Concentration, d.MinConcentration)
	fmt.Fprintf(b, "- next: %s\n- anyway=true shows the nearest places all the same\n", oneLine(d.Hint))
}
