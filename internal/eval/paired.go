package eval

import (
	"cmp"
	"slices"
)

// deltas resamples pairs: a drawn question counts with both its outcomes, so
// what is hard in both runs does not widen the interval of the difference.
func deltas(pairs []pair, b Bootstrap) []Delta {
	metrics := Metrics()
	both := make([]Metric, 0, 2*len(metrics))
	after := map[string]Outcome{}
	outcomes := make([]Outcome, len(pairs))
	for i, p := range pairs {
		outcomes[i], after[p.from.ID] = p.from, p.to
	}
	both = append(both, metrics...)
	for _, m := range metrics {
		both = append(both, Metric{m.Name, func(o Outcome) float64 { return m.Of(after[o.ID]) }})
	}
	units := table(outcomes, both, repoOf)
	values, resampled := units.mean(len(both), nil), b.resample(units, len(both))
	out := make([]Delta, len(metrics))
	for i, m := range metrics {
		j := i + len(metrics)
		gains := make([]float64, len(resampled[i]))
		for s := range gains {
			gains[s] = resampled[j][s] - resampled[i][s]
		}
		out[i] = Delta{Name: m.Name, From: values[i], To: values[j]}
		out[i].Low, out[i].High = interval(gains)
	}
	return out
}

// moves returns the pairs whose headline metric or first rank changed.
func moves(pairs []pair) (all []Move) {
	for _, p := range pairs {
		m := Move{
			ID: p.to.ID, Query: p.to.Query, Repo: p.to.Repo, From: p.from.First(), To: p.to.First(),
			Gain: ndcg(10, p.to.Ranks) - ndcg(10, p.from.Ranks),
		}
		if m.From != m.To || m.Gain != 0 {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.Gain, b.Gain), cmp.Compare(a.ID, b.ID))
	})
	return all
}
