package eval

// A Delta is what a metric gained from one run to another, over the questions
// both have.
type Delta struct {
	Name      string
	From, To  float64
	Low, High float64 // interval of To - From, by paired resampling
}

// Change returns what was gained.
func (d Delta) Change() float64 { return d.To - d.From }

// Significant reports whether the interval leaves out zero.
func (d Delta) Significant() bool { return d.Low > 0 || d.High < 0 }

// A Move is a question whose first target changed its rank.
type Move struct {
	ID, Query, Repo string
	From, To        int     // 0: not among the hits
	Gain            float64 // of the headline metric
}

// A Comparison says what changed from one run to another.
type Comparison struct {
	From, To   Run
	Common     int // questions both runs have
	SameCorpus bool
	Deltas     []Delta
	Moves      []Move // by loss, the largest first; gains at the end
}

// Compare compares two runs question by question.
func Compare(from, to Run, b Bootstrap) Comparison {
	before := map[string]Outcome{}
	for _, o := range from.Outcomes {
		before[o.ID] = o
	}
	c := Comparison{From: from, To: to, SameCorpus: from.Corpus() == to.Corpus()}
	var pairs []pair
	for _, o := range to.Outcomes {
		old, ok := before[o.ID]
		if !ok || o.Absent || old.Absent {
			continue
		}
		pairs = append(pairs, pair{old, o})
	}
	c.Common, c.Deltas, c.Moves = len(pairs), deltas(pairs, b), moves(pairs)
	return c
}

type pair struct{ from, to Outcome }
