package eval

import (
	"context"
	"time"
)

// An Ask is a question put to a Searcher.
type Ask struct {
	Repo            string // as the question set names it
	Query           string
	K               int
	WithoutRevision string // the commit that asks, which the answer must not be based on; "" for none
}

// An Answer is what a Searcher has to say.
type Answer struct {
	Hits   []Hit  // best first
	Reason string // why there are none, "" if that is not told
}

// A Searcher answers questions. Its hits are in the terms of the question set.
type Searcher interface {
	Search(ctx context.Context, a Ask) (Answer, error)
}

// A Runner puts questions to a searcher, one after the other.
type Runner struct {
	Searcher Searcher
	K        int                   // hits asked for
	Asked    func(n, of int)       // told after each question; may be nil
	Answered func(Question, []Hit) // told what the answer to each is; may be nil
	Clock    func() time.Time      // nil: time.Now
}

// Run asks every question of the set and returns what each got, in the order of
// the set. The first question of each repository is asked twice, and judged by
// the second answer: what a server loads once is no part of its latency. A
// question that is refused is an outcome with a problem; only the end of ctx
// ends the run.
func (r Runner) Run(ctx context.Context, s Set) ([]Outcome, error) {
	warm := map[string]bool{}
	var all []Outcome
	for i, q := range s.Questions {
		if !warm[q.Repo] {
			warm[q.Repo] = true
			r.ask(ctx, q)
		}
		o, hits := r.ask(ctx, q)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, o)
		if r.Answered != nil {
			r.Answered(q, hits)
		}
		if r.Asked != nil {
			r.Asked(i+1, len(s.Questions))
		}
	}
	return all, nil
}

func (r Runner) ask(ctx context.Context, q Question) (Outcome, []Hit) {
	now := r.Clock
	if now == nil {
		now = time.Now
	}
	start := now()
	answer, err := r.Searcher.Search(ctx, Ask{Repo: q.Repo, Query: q.Query, K: r.K, WithoutRevision: q.Revision})
	o := judge(q, answer, now().Sub(start))
	if err != nil {
		o.Problem = err.Error()
	}
	return o, answer.Hits
}
