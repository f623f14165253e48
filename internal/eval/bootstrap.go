package eval

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Bootstrap computes intervals by resampling: within each repository questions
// are drawn with replacement, as many as it has, and the figure is computed
// anew. The repositories stay: an interval says how far the figure would move
// with other questions about the same code. Zero values mean the defaults.
type Bootstrap struct {
	Seed    uint64 // of the draws: the same seed gives the same intervals
	Samples int    // default 1,000
}

// DefaultSamples is how often is drawn.
const DefaultSamples = 1000

// figures computes every metric over the outcomes.
func (b Bootstrap) figures(outcomes []Outcome, unit func(Outcome) string) []Figure {
	metrics := Metrics()
	units := table(outcomes, metrics, unit)
	values := units.mean(len(metrics), nil)
	resampled := b.resample(units, len(metrics))
	out := make([]Figure, len(metrics))
	for m, metric := range metrics {
		low, high := interval(resampled[m])
		out[m] = Figure{Name: metric.Name, Value: values[m], Low: low, High: high}
	}
	return out
}

// resample returns the sampled values of each metric.
func (b Bootstrap) resample(units scores, metrics int) [][]float64 {
	draws := rand.New(rand.NewPCG(b.Seed, 0)) //nolint:gosec // reproducible on purpose
	out := make([][]float64, metrics)
	for range cmp.Or(b.Samples, DefaultSamples) {
		for m, v := range units.mean(metrics, draws) {
			out[m] = append(out[m], v)
		}
	}
	return out
}

// scores are the metrics of each question, by unit.
type scores [][][]float64

// table computes the metrics of every question once. The units come in the
// order in which they first occur.
func table(outcomes []Outcome, metrics []Metric, unit func(Outcome) string) (units scores) {
	index := map[string]int{}
	for _, o := range outcomes {
		at, ok := index[unit(o)]
		if !ok {
			at = len(units)
			index[unit(o)] = at
			units = append(units, nil)
		}
		row := make([]float64, len(metrics))
		for m, metric := range metrics {
			row[m] = metric.Of(o)
		}
		units[at] = append(units[at], row)
	}
	return units
}

// mean returns for each metric the mean over units of the means over their
// questions; with draws, over questions drawn with replacement.
func (s scores) mean(metrics int, draws *rand.Rand) []float64 {
	out, sums := make([]float64, metrics), make([]float64, metrics)
	for _, rows := range s {
		clear(sums)
		for i := range rows {
			row := rows[i]
			if draws != nil {
				row = rows[draws.IntN(len(rows))]
			}
			for m, v := range row {
				sums[m] += v
			}
		}
		for m, sum := range sums {
			out[m] += sum / float64(len(rows))
		}
	}
	for m := range out {
		out[m] /= float64(max(1, len(s)))
	}
	return out
}

// interval returns the 2.5th and the 97.5th percentile.
func interval(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	last := len(sorted) - 1
	return sorted[last*25/1000], sorted[last-last*25/1000]
}
