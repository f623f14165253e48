package main

import (
	"context"
	"encoding/json"
	"time"

	"coderag/internal/app"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/index"
)

// sweeps is how many unchanged sweeps are measured.
const sweeps = 5

// measureScans runs the indexer into an empty database several times, first for
// words alone, then with vectors; the last one is what everything after works on.
func (b *bench) measureScans(ctx context.Context, r *Result) (err error) {
	b.provider = wordsAlone
	if r.Words.Scan, err = b.scan(ctx, &r.Corpus); err != nil {
		return err
	}
	b.provider = ""
	if r.Scan, err = b.scan(ctx, &r.Corpus); err != nil {
		return err
	}
	return b.withApp(ctx, func(a *app.App) error {
		s, err := a.Status(ctx, project)
		r.Corpus.Model = s.Answers()
		return err
	})
}

// scan is measureScans with the provider at hand.
func (b *bench) scan(ctx context.Context, corpus *Corpus) (s Scan, err error) {
	var walls, cpus, postgres []time.Duration
	for range b.scans {
		if err := b.newDatabase(ctx); err != nil {
			return s, err
		}
		before := b.postgres.cpu()
		c, err := b.indexer(ctx, "scan", project, "--json")
		if err != nil {
			return s, err
		}
		walls, cpus = append(walls, c.wall), append(cpus, c.cpu)
		postgres = append(postgres, b.postgres.cpu()-before)
		s.Peak = max(s.Peak, c.peak)
		var line struct{ Report index.Report }
		if err := json.Unmarshal(c.out, &line); err != nil {
			return s, err
		}
		corpus.Files, corpus.Bytes, corpus.Chunks, corpus.Vectors = line.Report.Added, line.Report.Bytes, line.Report.Chunks, line.Report.Vectors
		b.say("  %v, %v of CPU", c.wall.Round(10*time.Millisecond), c.cpu.Round(10*time.Millisecond))
	}
	s.Wall, s.CPU, s.PostgresCPU = median(walls), median(cpus), median(postgres)
	return s, nil
}

// measureSweeps sweeps the unchanged corpus, by the command and in a process
// that goes on running.
func (b *bench) measureSweeps(ctx context.Context, r *Result) error {
	var walls, cpus []time.Duration
	for range sweeps {
		c, err := b.indexer(ctx, "scan", project)
		if err != nil {
			return err
		}
		walls, cpus = append(walls, c.wall), append(cpus, c.cpu)
	}
	r.Sweep.Command, r.Sweep.CommandCPU = median(walls), median(cpus)
	return b.withApp(ctx, func(a *app.App) error {
		var walls []time.Duration
		for range sweeps {
			start := time.Now()
			report, err := a.Sweep(ctx, app.SweepRequest{Project: project, Cause: "schedule"})
			if err != nil {
				return err
			}
			if report.Changes() {
				return fault.New(fault.Internal, "a sweep of the unchanged corpus found changes: %+v", report)
			}
			walls = append(walls, time.Since(start))
		}
		r.Sweep.Running = median(walls)
		return nil
	})
}

// withApp opens the service as the commands do.
func (b *bench) withApp(ctx context.Context, work func(*app.App) error) error {
	c, err := config.Load(b.configPath(), nil)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, app.Options{Config: c, Projects: b.projectsPath(), Name: "coderag bench"})
	if err != nil {
		return err
	}
	defer a.Close()
	return work(a)
}
