package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"coderag/internal/rank"
)

// folds is how many parts the repositories are split into for validation.
const folds = 5

// A trial judges models on the questions of repositories.
type trial struct {
	target  target
	used    rank.Model
	judged  []rank.Corpus
	beside  []rank.Corpus // fitted to only
	options rank.FitOptions
	splits  int
}

// report prints the mean nDCG@10 of the model in use, of one fitted to all
// repositories, and of models each judged on repositories it was not fitted to.
func (t trial) report(w io.Writer) {
	fitted := rank.Fit(examples(t.beside, t.judged), t.options)
	held := t.held()
	var sums [3]float64
	fmt.Fprintf(w, "%-18s %8s %8s %8s\n", "repository", "in use", "fitted", "held out")
	for i, c := range t.judged {
		row := [3]float64{meanNDCG(c, t.used), meanNDCG(c, fitted), held[i]}
		for j, v := range row {
			sums[j] += v / float64(len(t.judged))
		}
		fmt.Fprintf(w, "%-18s %8.3f %8.3f %8.3f\n", c.Repo, row[0], row[1], row[2])
	}
	fmt.Fprintf(w, "%-18s %8.3f %8.3f %8.3f\n", "mean", sums[0], sums[1], sums[2])
}

// reportEach prints what the figures of report are without each feature, the
// others fitted anew.
func (t trial) reportEach(w io.Writer) {
	all := figures{t.fitted(), mean(t.held())}
	fmt.Fprintf(w, "\n%-20s %8s %8s\n", "without", "fitted", "held out")
	for j, name := range &rank.Names {
		less := trial{judged: without(t.judged, j), beside: without(t.beside, j), options: t.options, splits: t.splits}
		fmt.Fprintf(w, "%-20s %+8.4f %+8.4f\n", name, less.fitted()-all.fitted, mean(less.held())-all.held)
	}
}

type figures struct{ fitted, held float64 }

// fitted returns the mean nDCG@10 of a model fitted to all repositories.
func (t trial) fitted() (sum float64) {
	m := rank.Fit(examples(t.beside, t.judged), t.options)
	for _, c := range t.judged {
		sum += meanNDCG(c, m) / float64(len(t.judged))
	}
	return sum
}

// held returns the nDCG@10 of each repository under a model that was fitted to
// the other folds, the mean over all splits. The first split deals them out in
// their order, the others at random, the same every time.
func (t trial) held() []float64 {
	held := make([]float64, len(t.judged))
	random := rand.New(rand.NewPCG(1, 1))
	order := make([]int, len(t.judged))
	for i := range order {
		order[i] = i
	}
	for range t.splits {
		for fold := range folds {
			var rest []rank.Corpus
			for place, i := range order {
				if place%folds != fold {
					rest = append(rest, t.judged[i])
				}
			}
			m := rank.Fit(examples(t.beside, rest), t.options)
			for place, i := range order {
				if place%folds == fold {
					held[i] += meanNDCG(t.judged[i], m) / float64(t.splits)
				}
			}
		}
		random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	}
	return held
}

// without returns the corpora with a feature that says nothing.
func without(corpora []rank.Corpus, feature int) []rank.Corpus {
	out := slices.Clone(corpora)
	for i := range out {
		out[i].Examples = slices.Clone(out[i].Examples)
		for j := range out[i].Examples {
			x := &out[i].Examples[j]
			x.Features = slices.Clone(x.Features)
			for k := range x.Features {
				x.Features[k][feature] = 0
			}
		}
	}
	return out
}

func mean(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

// meanNDCG returns the mean nDCG@10 of the questions, with binary gain.
func meanNDCG(c rank.Corpus, m rank.Model) (sum float64) {
	for i := range c.Examples {
		sum += ndcg(m, &c.Examples[i]) / float64(len(c.Examples))
	}
	return sum
}

func ndcg(m rank.Model, x *rank.Example) float64 {
	order := make([]int, len(x.Features))
	scores := make([]float64, len(x.Features))
	for i := range order {
		order[i] = i
		scores[i] = m.Score(x.Setting, x.Features[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	var gain, ideal float64
	for place := range 10 {
		discount := 1 / math.Log2(float64(place)+2)
		if place < len(order) && x.Relevant[order[place]] {
			gain += discount
		}
		if place < x.Targets {
			ideal += discount
		}
	}
	return gain / ideal
}
