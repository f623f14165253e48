package main

import (
	"context"
	"errors"
	"log/slog"

	"coderag/internal/app"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/httpserver"
	"coderag/internal/schedule"
)

// newSchedule returns the sweeps of the service, not started.
func newSchedule(a *app.App, c config.Config, log *slog.Logger, metrics *httpserver.Metrics) (*schedule.Scheduler, error) {
	tell := func(s app.Swept) {
		metrics.Sweep(outcome(s), s.Took)
		logSweep(log, s)
	}
	o := schedule.Options{Every: c.Sweep.Every, Logger: log}
	if c.Sweep.AtStart {
		o.Start = func(ctx context.Context) error {
			names, err := a.Due(ctx)
			a.SweepAll(ctx, "start", names, tell)
			return err
		}
	}
	if c.Sweep.On {
		o.Sweep = func(ctx context.Context) error {
			a.SweepAll(ctx, "schedule", a.Names(), tell)
			return nil
		}
	}
	return schedule.New(o)
}

// outcome names what became of a sweep, for the metrics.
func outcome(s app.Swept) string {
	switch {
	case fault.Is(s.Err, fault.Busy):
		return "busy"
	case errors.Is(s.Err, context.Canceled):
		return "stopped"
	case s.Err != nil:
		return "failed"
	case s.Report.Changes():
		return "ok"
	}
	return "unchanged"
}

// logSweep logs a sweep that did something or failed; the others are debug lines.
func logSweep(log *slog.Logger, s app.Swept) {
	log = log.With("project", s.Project, "took", s.Took)
	r := s.Report
	switch outcome(s) {
	case "busy":
		log.Debug("sweep left to another process")
	case "stopped":
		log.Info("sweep stopped, the next one goes on from there")
	case "failed":
		log.Error("sweep failed", "error", s.Err, "fixes", fault.FixesOf(s.Err))
	case "ok":
		log.Info("sweep", "added", r.Added, "changed", r.Changed, "removed", r.Removed,
			"chunks", r.Chunks, "vectors", r.Vectors, "pending", r.Pending)
	default:
		log.Debug("sweep found nothing to do")
	}
}
