package rank

import "math"

// An Example is a query with its candidates and which of them answer it.
type Example struct {
	Setting
	Features [][NumFeatures]float64
	Relevant []bool
	Targets  int // all that answer it, candidates or not
	Weight   float64
}

// FitOptions say how a model is fitted. Zero values mean the defaults.
type FitOptions struct {
	L2    float64 // penalty on the square of each weight; default 0.002
	Steps int     // of gradient descent; default 400
	Rate  float64 // of the first step; default 2
}

// Fit returns the model that makes the relevant candidates likely under a
// softmax over the candidates of their query (Cao et al., "Learning to Rank:
// From Pairwise to Listwise Approach", ICML 2007), by full-batch gradient
// descent with momentum from all zeros: the same examples give the same model.
// Examples without a relevant candidate say nothing and are left out.
func Fit(examples []Example, o FitOptions) Model {
	if o.L2 == 0 {
		o.L2 = 0.002
	}
	if o.Steps == 0 {
		o.Steps = 400
	}
	if o.Rate == 0 {
		o.Rate = 2
	}
	var m, velocity Model
	for step := range o.Steps {
		g := gradient(m, examples, o.L2)
		rate := o.Rate / (1 + float64(step)/float64(o.Steps))
		for j := range NumFeatures {
			velocity.Weights[j] = 0.9*velocity.Weights[j] - rate*0.1*g.Weights[j]
			velocity.Symbol[j] = 0.9*velocity.Symbol[j] - rate*0.1*g.Symbol[j]
			velocity.Size[j] = 0.9*velocity.Size[j] - rate*0.1*g.Size[j]
			m.Weights[j] += velocity.Weights[j]
			m.Symbol[j] += velocity.Symbol[j]
			m.Size[j] += velocity.Size[j]
		}
	}
	return m
}

// gradient returns that of the mean cross entropy with the penalty.
func gradient(m Model, examples []Example, l2 float64) (g Model) {
	total := 0.0
	for i := range examples {
		if n := examples[i].relevant(); n > 0 {
			total += examples[i].Weight
			m.addGradient(&g, &examples[i], 1/float64(n))
		}
	}
	for j := range NumFeatures {
		g.Weights[j] = g.Weights[j]/math.Max(total, 1) + l2*m.Weights[j]
		g.Symbol[j] = g.Symbol[j]/math.Max(total, 1) + l2*m.Symbol[j]
		g.Size[j] = g.Size[j]/math.Max(total, 1) + l2*m.Size[j]
	}
	return g
}

// relevant returns how many candidates answer the query.
func (e *Example) relevant() (n int) {
	for _, r := range e.Relevant {
		if r {
			n++
		}
	}
	return n
}

// addGradient adds to g that of the cross entropy of one example, in which
// each relevant candidate has the probability share.
func (m Model) addGradient(g *Model, e *Example, share float64) {
	for i, d := range m.probabilities(e) {
		if e.Relevant[i] {
			d -= share
		}
		d *= e.Weight
		for j, value := range e.Features[i] {
			g.Weights[j] += d * value
			g.Size[j] += d * value * e.Size
			if e.Symbol {
				g.Symbol[j] += d * value
			}
		}
	}
}

// probabilities returns the softmax over the scores of the candidates.
func (m Model) probabilities(e *Example) []float64 {
	scores := make([]float64, len(e.Features))
	best := math.Inf(-1)
	for i := range e.Features {
		scores[i] = m.Score(e.Setting, e.Features[i])
		best = math.Max(best, scores[i])
	}
	sum := 0.0
	for i := range scores {
		scores[i] = math.Exp(scores[i] - best)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	return scores
}
