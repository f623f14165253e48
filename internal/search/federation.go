package search

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"
)

// searchesAtOnce bounds how many projects one request searches side by side.
const searchesAtOnce = 8

// Federation searches several projects as one.
type Federation []*Engine

// Search puts the request to every project and returns the best hits of all.
// Ranks of different corpora do not compare, so hits are ordered by the share
// of the query's rarity they have, then by their rank within their project; then
// the first are reranked together, where there is a model for it. A
// project that cannot be searched is named in the notes; when none can, that is
// the error. A project that lacks the repo or language asked for has no hits, and
// neither has one that the words of the query do not reach; where they reach none,
// the diagnosis is that of the nearest.
func (f Federation) Search(ctx context.Context, r Request) (Reply, error) {
	if len(f) == 0 {
		return Reply{}, nil
	}
	if _, err := f[0].query(r); err != nil {
		return Reply{}, err
	}
	replies, errs := make([]Reply, len(f)), make([]error, len(f))
	var g errgroup.Group
	g.SetLimit(searchesAtOnce)
	for i, e := range f {
		g.Go(func() error {
			replies[i], errs[i] = e.search(ctx, r, true)
			return nil
		})
	}
	_ = g.Wait()
	if err := errors.Join(errs...); err != nil && !slices.Contains(errs, nil) {
		return Reply{}, err
	}
	return f.merge(ctx, r, replies, errs), nil
}

func (f Federation) merge(ctx context.Context, r Request, replies []Reply, errs []error) (out Reply) {
	o := f[0].Options.WithDefaults()
	set(&r.K, o.DefaultK)
	var said noteSet
	for i, e := range f {
		if errs[i] != nil {
			said.add(e.Project, "left out: "+errs[i].Error())
			continue
		}
		for _, note := range replies[i].Notes {
			said.add(e.Project, note)
		}
		out.Hits = append(out.Hits, replies[i].Hits...)
		out.Legs = addLegs(out.Legs, replies[i].Legs)
	}
	out.Notes = said.notes(len(f))
	out.Diagnosis = nearest(replies)
	slices.SortStableFunc(out.Hits, func(a, b Hit) int { return cmp.Compare(b.share, a.share) })
	if f[0].reranks() {
		f[0].rerankHits(ctx, r.Query, &out)
	}
	out.Hits = out.Hits[:min(len(out.Hits), r.K)]
	out.fit(o.ReplyChars)
	return out
}

// nearest returns the diagnosis of the reply that came nearest to an answer,
// nil where one is an answer.
func nearest(replies []Reply) (d *Diagnosis) {
	for _, r := range replies {
		switch {
		case r.Diagnosis == nil && len(r.Hits) > 0:
			return nil
		case r.Diagnosis == nil:
		case d == nil || cmp.Or(cmp.Compare(r.Diagnosis.Concentration, d.Concentration), cmp.Compare(r.Diagnosis.Coverage, d.Coverage)) > 0:
			d = r.Diagnosis
		}
	}
	return d
}

// fit takes the code from the hits that a budget of characters has no room for,
// and counts those without.
func (r *Reply) fit(budget int) {
	for i := range r.Hits {
		h := &r.Hits[i]
		size := utf8.RuneCountInString(h.Excerpt) + utf8.RuneCountInString(h.Before) + utf8.RuneCountInString(h.After)
		if size > budget {
			h.Excerpt, h.Before, h.After, h.Cut, size = "", "", "", false, 0
		}
		budget -= size
		if h.withoutCode() {
			r.Omitted++
		}
	}
}

// A noteSet gathers what several projects have to say, each thing once.
type noteSet struct {
	order    []string
	projects map[string][]string // by note
}

func (s *noteSet) add(project, note string) {
	if s.projects == nil {
		s.projects = map[string][]string{}
	}
	if s.projects[note] == nil {
		s.order = append(s.order, note)
	}
	s.projects[note] = append(s.projects[note], project)
}

// notes returns the notes in order of their first mention, with the projects
// they are about, unless they are about all of them.
func (s *noteSet) notes(all int) (notes []string) {
	for _, note := range s.order {
		if about := s.projects[note]; len(about) < all {
			note = "project " + strings.Join(about, ", ") + ": " + note
		}
		notes = append(notes, note)
	}
	return notes
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
