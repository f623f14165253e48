package search

import (
	"cmp"
	"math"
	"slices"
)

// An Explanation says how a hit came to its place, for whoever asks why it is
// not another one.
type Explanation struct {
	Legs    []Placing `json:"legs" jsonschema:"the retrievers that proposed the file"`
	Signals []Signal  `json:"signals" jsonschema:"what the score of the ranking model is the sum of, the largest first"`
}

// A Placing is the rank one leg gave the file of a hit, or a reranker the hit.
type Placing struct {
	Leg   string  `json:"leg" jsonschema:"lexical, dense or, where there is a reranker, rerank"`
	Rank  int     `json:"rank" jsonschema:"1 is best"`
	Score float64 `json:"score" jsonschema:"comparable within the leg only"`
}

// A Signal is one feature of the ranking model that is not zero for a file, with
// its weight for this query. Numbers are rounded to four decimals.
type Signal struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Weight  float64 `json:"weight"`
	Product float64 `json:"product" jsonschema:"value times weight"`
}

// Explained returns how the hit came to its place, nil where Request.Explain did
// not ask for it. Signals come by decreasing absolute product; without the model
// there are none.
func (h Hit) Explained() *Explanation {
	if h.Placings == nil {
		return nil
	}
	x := &Explanation{Legs: h.Placings, Signals: []Signal{}}
	for _, c := range h.Explanation {
		if product := c.Value * c.Weight; product != 0 {
			x.Signals = append(x.Signals, Signal{c.Name, round(c.Value), round(c.Weight), round(product)})
		}
	}
	slices.SortStableFunc(x.Signals, func(a, b Signal) int { return cmp.Compare(math.Abs(b.Product), math.Abs(a.Product)) })
	return x
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// explain tells each candidate the ranks it has in the rankings, in their order.
func explain(found []candidate, rankings []ranking) {
	placings := map[int64][]Placing{}
	for _, r := range rankings {
		for i, c := range r.candidates {
			placings[c.file] = append(placings[c.file], Placing{Leg: r.name, Rank: i + 1, Score: round(c.score)})
		}
	}
	for i := range found {
		found[i].placings = placings[found[i].file]
	}
}
