package eval

import "time"

// An Outcome is what a question got. All metrics follow from it.
type Outcome struct {
	ID       string   `json:"id"`
	Query    string   `json:"query,omitempty"`
	Repo     string   `json:"repo"`
	Category string   `json:"category,omitempty"`
	Language string   `json:"language,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Absent   bool     `json:"absent,omitempty"`
	Split    string   `json:"split,omitempty"`

	Ranks   []int    `json:"ranks"`            // of each target, from 1; 0: it is not among the hits
	Tokens  []int    `json:"tokens"`           // of output up to and with the hit of each target; 0: none
	Hits    int      `json:"hits"`             // how many there were
	Reason  string   `json:"reason,omitempty"` // why there were none
	Top     []string `json:"top,omitempty"`    // paths of the first hits, for the reader
	Millis  float64  `json:"ms,omitempty"`     // from question to answer
	Problem string   `json:"problem,omitempty"`
}

// topHits is how many paths an Outcome keeps.
const topHits = 5

// judge compares the answer with what the question expects.
func judge(q Question, a Answer, took time.Duration) Outcome {
	hits := a.Hits
	o := Outcome{
		ID: q.ID, Query: q.Query, Repo: q.Repo, Category: q.Category, Language: q.Language,
		Tags: q.Tags, Absent: q.Absent, Split: q.Split, Reason: a.Reason,
		Ranks: make([]int, len(q.Expect)), Tokens: make([]int, len(q.Expect)),
		Hits: len(hits), Millis: float64(took.Microseconds()) / 1000,
	}
	sums := make([]int, len(hits)+1) // of tokens up to and with each rank
	for i, h := range hits {
		sums[i+1] = sums[i] + h.Tokens
		if i < topHits {
			o.Top = append(o.Top, h.Path)
		}
	}
	for i, t := range q.Expect {
		o.Ranks[i] = rankOf(t, hits)
		o.Tokens[i] = sums[o.Ranks[i]]
	}
	return o
}

// First returns the best rank of any target, 0 when none is among the hits.
func (o Outcome) First() int {
	first := 0
	for _, r := range o.Ranks {
		if r > 0 && (first == 0 || r < first) {
			first = r
		}
	}
	return first
}

// Silent reports whether the question got no hit at all.
func (o Outcome) Silent() bool { return o.Hits == 0 }
