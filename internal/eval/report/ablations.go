package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"coderag/internal/eval"
)

// writeAblations writes what the first run is worth more than each run without a
// part of the search.
func (q Quality) writeAblations(w io.Writer) {
	if len(q.Ablations) == 0 {
		return
	}
	writeMarkdown(w, q.ablations())
	fmt.Fprintf(w, "\nEach row is the search without one part, a group of signals or one signal (`coderag eval --without NAME`), asked in process; "+
		"weights are not fitted again. The interval is that of the difference, by paired resampling; those in bold leave out zero.\n\n")
}

// ablations has a row for each run, the largest loss first.
func (q Quality) ablations() table {
	t := table{title: "Ablations", header: []string{"without", "ndcg@10", "difference", "95 % interval"}}
	deltas := make([]eval.Delta, len(q.Ablations))
	for i, r := range q.Ablations {
		deltas[i] = headlineDelta(q.Runs[0], r)
		deltas[i].Name = strings.TrimPrefix(r.Name, "without ")
	}
	slices.SortStableFunc(deltas, func(a, b eval.Delta) int { return cmp.Compare(a.Change(), b.Change()) })
	for _, d := range deltas {
		change := signed(d.Change())
		if d.Significant() {
			change = "**" + change + "**"
		}
		t.add(d.Name, decimal(d.To), change, signed(d.Low)+" to "+signed(d.High))
	}
	return t
}

// headlineDelta compares the headline metric of two runs.
func headlineDelta(from, to eval.Run) eval.Delta {
	deltas := eval.Compare(from, to, eval.Bootstrap{Seed: from.Seed, Samples: from.Samples}).Deltas
	return deltas[slices.IndexFunc(deltas, func(d eval.Delta) bool { return d.Name == eval.Headline })]
}

// signed writes a difference as decimal writes a figure, with its sign.
func signed(v float64) string {
	switch text := decimal(max(v, -v)); {
	case text == ".000":
		return text
	case v < 0:
		return "-" + text
	default:
		return "+" + text
	}
}
