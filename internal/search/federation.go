package search

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"coderag/internal/fault"
)

// searchesAtOnce bounds how many projects one request searches side by side.
const searchesAtOnce = 8

// Federation searches several projects as one.
type Federation []*Engine

// Search puts the request to every project and returns the best hits of all.
// Ranks of different corpora do not compare, so hits are ordered by the share
// of the query's rarity they have, then by their rank within their project. A
// project that cannot be searched is named in the notes; when none can, that is
// the error. A project that lacks the repo or language asked for has no hits.
func (f Federation) Search(ctx context.Context, r Request) (Reply, error) {
	replies, errs := make([]Reply, len(f)), make([]error, len(f))
	var g errgroup.Group
	g.SetLimit(searchesAtOnce)
	for i, e := range f {
		g.Go(func() error {
			replies[i], errs[i] = e.Search(ctx, r)
			return nil
		})
	}
	_ = g.Wait()
	if err := errors.Join(errs...); err != nil && !slices.Contains(errs, nil) {
		return Reply{}, err
	}
	return f.merge(r, replies, errs), nil
}

func (f Federation) merge(r Request, replies []Reply, errs []error) (out Reply) {
	k := r.K
	for i, e := range f {
		set(&k, e.Options.WithDefaults().DefaultK)
		if errs[i] != nil {
			out.Notes = append(out.Notes, "project "+e.Project+" is left out: "+errs[i].Error())
			continue
		}
		out.Hits = append(out.Hits, replies[i].Hits...)
		out.Omitted += replies[i].Omitted
		out.Legs = addLegs(out.Legs, replies[i].Legs)
	}
	slices.SortStableFunc(out.Hits, func(a, b Hit) int { return cmp.Compare(b.share, a.share) })
	if len(out.Hits) > k {
		out.Hits = out.Hits[:k]
	}
	return out
}

// addLegs sums hits by leg and keeps the first reason one was left out.
func addLegs(sum, legs []Leg) []Leg {
	for _, l := range legs {
		at := slices.IndexFunc(sum, func(s Leg) bool { return s.Name == l.Name })
		if at < 0 {
			sum = append(sum, l)
			continue
		}
		sum[at].Hits += l.Hits
		sum[at].Skipped = cmp.Or(sum[at].Skipped, l.Skipped)
	}
	return sum
}

// Engine returns the engine of the project a chunk id names.
func (f Federation) Engine(chunkID string) (*Engine, error) {
	project := ProjectOf(chunkID)
	for _, e := range f {
		if e.Project == project {
			return e, nil
		}
	}
	return nil, fault.New(fault.NotFound, "%q names a chunk of no project here", chunkID).Fix("use a chunk_id as search_code returned it")
}
