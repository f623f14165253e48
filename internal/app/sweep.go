package app

import (
	"context"
	"errors"
	"time"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/mcpserver"
	"coderag/internal/postgres"
)

// A SweepRequest says which project to sweep, and how.
type SweepRequest struct {
	Project  string
	Cause    string // "command", "schedule", "start" or "request"
	Full     bool
	Progress func(index.Progress)
}

// Sweep brings the index of a configured project up to date. While another
// process does, the error is of kind fault.Busy.
func (a *App) Sweep(ctx context.Context, r SweepRequest) (report index.Report, err error) {
	p, err := a.configured(r.Project)
	if err != nil {
		return report, err
	}
	err = a.write(ctx, p, func(ctx context.Context, store *postgres.Project) error {
		id, err := a.registry.StartSweep(ctx, p.Name, r.Cause)
		if err != nil {
			return err
		}
		report, err = a.indexer().Sweep(ctx, store, index.Request{Project: p, Full: r.Full, Progress: r.Progress})
		return errors.Join(err, a.finishSweep(ctx, id, report, err))
	})
	return report, err
}

// finishSweep records the end of a sweep, also of one that was cancelled.
func (a *App) finishSweep(ctx context.Context, id int64, report index.Report, failure error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	text := ""
	if failure != nil {
		text = failure.Error()
	}
	return a.registry.FinishSweep(ctx, id, report, text)
}

// write runs work as the one writer of the project, on its migrated schema. The
// context of work ends when the lock is lost.
func (a *App) write(ctx context.Context, p code.Project, work func(context.Context, *postgres.Project) error) (err error) {
	lock, held, err := a.db.Lock(ctx, "coderag "+p.Name)
	if err != nil {
		return err
	}
	if !held {
		return fault.New(fault.Busy, "project %q: a sweep is already running", p.Name).
			Fix("wait for it; bin/indexer status shows when it began")
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go endWithLock(ctx, lock, cancel)
	if err := a.registry.Put(ctx, p); err != nil {
		return err
	}
	store, err := a.project(ctx, p.Name)
	if err != nil {
		return err
	}
	return work(ctx, store)
}

func endWithLock(ctx context.Context, lock *database.Lock, cancel func()) {
	select {
	case <-lock.Lost():
		cancel()
	case <-ctx.Done():
	}
}

// lockPatience is how long Reindex waits for a running sweep, and lockPause how
// often it looks.
const (
	lockPatience = 10 * time.Second
	lockPause    = 50 * time.Millisecond
)

// Reindex implements mcpserver.Reindexer. It waits a while for a running sweep.
func (a *App) Reindex(ctx context.Context, project string, paths []string) ([]mcpserver.Reindexed, error) {
	p, err := a.configured(project)
	if err != nil {
		return nil, err
	}
	var updates []index.Update
	deadline := time.Now().Add(lockPatience)
	for {
		err = a.write(ctx, p, func(ctx context.Context, store *postgres.Project) (err error) {
			updates, err = a.indexer().Update(ctx, store, p, paths)
			return err
		})
		if !fault.Is(err, fault.Busy) || time.Now().After(deadline) {
			break
		}
		select {
		case <-time.After(lockPause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	out := make([]mcpserver.Reindexed, len(updates))
	for i, u := range updates {
		out[i] = mcpserver.Reindexed{Repo: u.Repo, Path: u.Path, Outcome: string(u.Result), Detail: u.Detail}
	}
	return out, err
}

// SweepAll sweeps the named projects one after the other and returns what went
// wrong; one failure does not stop the rest.
func (a *App) SweepAll(ctx context.Context, cause string, projects []string) error {
	var errs []error
	for _, name := range projects {
		if ctx.Err() != nil {
			return errors.Join(append(errs, ctx.Err())...)
		}
		report, err := a.Sweep(ctx, SweepRequest{Project: name, Cause: cause})
		switch {
		case fault.Is(err, fault.Busy):
			a.log.Debug("sweep is left out", "project", name, "reason", err)
		case err != nil:
			a.log.Error("sweep", "project", name, "error", err)
			errs = append(errs, err)
		case report.Changes():
			a.log.Info("sweep", "project", name, "added", report.Added, "changed", report.Changed,
				"removed", report.Removed, "chunks", report.Chunks, "vectors", report.Vectors, "took", report.Took)
		}
	}
	return errors.Join(errs...)
}
