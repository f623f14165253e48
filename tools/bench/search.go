package main

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	searches = 200 // different ones, and none of those that warm up
	warmUp   = 40
	clients  = 8
	rounds   = 4 // of the searches, for many clients
	greps    = 10
)

// measureServer searches and edits, by words alone and with vectors. Edits by words
// come last: the vectors lack them.
func (b *bench) measureServer(ctx context.Context, r *Result) error {
	all, err := b.queries(ctx, warmUp+searches)
	if err != nil {
		return err
	}
	if err := b.profileSearches(ctx, all[warmUp:]); err != nil {
		return err
	}
	if err := b.measureWords(ctx, all, r); err != nil {
		return err
	}
	if err := b.measureVectors(ctx, all, r); err != nil {
		return err
	}
	return b.byWords(ctx, func() error { return b.measureEdits(ctx, all, &r.Words.Edit) })
}

// measureVectors searches and edits with vectors.
func (b *bench) measureVectors(ctx context.Context, all []query, r *Result) (err error) {
	s, err := b.startServer(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if err := b.measureSearches(ctx, s, all, r); err != nil {
		return err
	}
	var times []time.Duration
	for _, q := range all[warmUp:][:greps] {
		took, err := b.grep(ctx, q.text)
		if err != nil {
			return err
		}
		times = append(times, took)
	}
	r.Baselines.Grep = median(times)
	return b.measureEdits(ctx, all, &r.Edit)
}

// measureWords searches the same index by words alone.
func (b *bench) measureWords(ctx context.Context, all []query, r *Result) error {
	return b.byWords(ctx, func() (err error) {
		if _, _, err = b.searchAll(ctx, all[:warmUp], 1); err == nil {
			r.Words.Search, _, err = b.searchAll(ctx, all[warmUp:], 1)
		}
		return err
	})
}

// byWords runs the work beside a server that has no vectors.
func (b *bench) byWords(ctx context.Context, work func() error) error {
	b.provider = wordsAlone
	if err := b.configure(b.url); err != nil {
		return err
	}
	s, err := b.startServer(ctx)
	if err != nil {
		return err
	}
	err = work()
	b.provider = ""
	return errors.Join(err, s.stop(), b.configure(b.url))
}

func (b *bench) measureSearches(ctx context.Context, s *server, all []query, r *Result) error {
	start := time.Now()
	if _, _, err := b.searchAll(ctx, all[:1], 1); err != nil {
		return err
	}
	r.Search.First = time.Since(start)
	if _, _, err := b.searchAll(ctx, all[1:warmUp], 1); err != nil {
		return err
	}
	measured := all[warmUp:]
	serverBefore, postgresBefore := s.cpu(), b.postgres.cpu()
	one, found, err := b.searchAll(ctx, measured, 1)
	if err != nil {
		return err
	}
	r.Search.One, r.Search.Found = one, float64(found)/searches
	r.Search.ServerCPU = (s.cpu() - serverBefore) / searches
	r.Search.PostgresCPU = (b.postgres.cpu() - postgresBefore) / searches
	if r.Search.Many, _, err = b.searchAll(ctx, slices.Repeat(measured, rounds), clients); err != nil {
		return err
	}
	r.Search.Resident, r.Search.Peak = memory(s.pid(), "VmRSS"), memory(s.pid(), "VmHWM")
	return nil
}

// searchAll shares the queries out among clients and returns what each took,
// and how many found their file.
func (b *bench) searchAll(ctx context.Context, all []query, clients int) (_ Latency, found int, err error) {
	took := make([]time.Duration, len(all))
	var next, hits atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	start := time.Now()
	for range clients {
		g.Go(func() error {
			session, err := b.connect(ctx)
			if err != nil {
				return err
			}
			defer func() { _ = session.Close() }()
			for i := next.Add(1) - 1; i < int64(len(all)); i = next.Add(1) - 1 {
				before := time.Now()
				paths, err := searchCode(ctx, session, all[i].text)
				if err != nil {
					return err
				}
				took[i] = time.Since(before)
				if slices.Contains(paths, all[i].path) {
					hits.Add(1)
				}
			}
			return nil
		})
	}
	err = g.Wait()
	return latencyOf(took, clients, time.Since(start)), int(hits.Load()), err
}

func latencyOf(took []time.Duration, clients int, wall time.Duration) Latency {
	return Latency{
		Clients: clients, Searches: len(took), Rate: float64(len(took)) / wall.Seconds(),
		P50: percentile(took, 50), P95: percentile(took, 95), P99: percentile(took, 99), Max: percentile(took, 100),
	}
}

// percentile returns the smallest of the durations that p per cent of them do
// not exceed, 0 of none.
func percentile(d []time.Duration, p float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}
