package eval

import (
	"fmt"
	"math"
)

// A Metric judges one answerable question, from 0 to 1.
type Metric struct {
	Name string // "ndcg@10"
	Of   func(Outcome) float64
}

// Headline is the name of the metric systems are compared by.
const Headline = "ndcg@10"

// Budgets returns the sizes of output, in tokens, at which recall is taken.
func Budgets() []int { return []int{500, 1000, 2000, 4000} }

// Metrics returns all metrics in the order they are shown.
func Metrics() []Metric {
	var all []Metric
	add := func(name string, of func(Outcome) float64) { all = append(all, Metric{name, of}) }
	for _, k := range []int{1, 3, 5, 10} {
		add(fmt.Sprintf("hit@%d", k), func(o Outcome) float64 { return hitAt(k, o) })
	}
	for _, k := range []int{5, 10} {
		add(fmt.Sprintf("recall@%d", k), func(o Outcome) float64 { return share(o.Ranks, k) })
	}
	add("mrr", reciprocal)
	for _, k := range []int{5, 10} {
		add(fmt.Sprintf("ndcg@%d", k), func(o Outcome) float64 { return ndcg(k, o.Ranks) })
	}
	for _, budget := range Budgets() {
		add(fmt.Sprintf("recall@%dtok", budget), func(o Outcome) float64 { return share(o.Tokens, budget) })
	}
	return all
}

// hitAt is 1 when a target is among the first k hits.
func hitAt(k int, o Outcome) float64 {
	if first := o.First(); first > 0 && first <= k {
		return 1
	}
	return 0
}

// share returns which part of the values lies in 1 to limit.
func share(values []int, limit int) float64 {
	if len(values) == 0 {
		return 0
	}
	found := 0
	for _, v := range values {
		if v > 0 && v <= limit {
			found++
		}
	}
	return float64(found) / float64(len(values))
}

func reciprocal(o Outcome) float64 {
	if first := o.First(); first > 0 {
		return 1 / float64(first)
	}
	return 0
}

// ndcg is the normalised discounted cumulative gain at k with binary gain: each
// target gains 1/log2(rank+1) at the rank of its first hit, and the ideal has
// all targets on top (Järvelin and Kekäläinen, 2002). Several targets that one
// hit covers would exceed the ideal, so it ends at 1.
func ndcg(k int, ranks []int) float64 {
	var gain, ideal float64
	for i, r := range ranks {
		if r > 0 && r <= k {
			gain += discount(r)
		}
		if i < k {
			ideal += discount(i + 1)
		}
	}
	if ideal == 0 {
		return 0
	}
	return min(1, gain/ideal)
}

func discount(rank int) float64 { return 1 / math.Log2(float64(rank)+1) }
