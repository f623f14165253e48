package app

import (
	"context"
	"errors"
	"time"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/index"
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
// process does, the error is of kind fault.Busy. The registry remembers what
// the sweep did, also when it failed or was cancelled.
func (a *App) Sweep(ctx context.Context, r SweepRequest) (report index.Report, err error) {
	p, err := a.catalog.sweepable(r.Project)
	if err != nil {
		return report, err
	}
	err = a.write(ctx, p, func(ctx context.Context, store *postgres.Project) error {
		id, err := a.registry.StartSweep(ctx, p.Name, r.Cause)
		if err != nil {
			return err
		}
		report, err = a.indexer(ctx).Sweep(ctx, store, index.Request{Project: p, Full: r.Full, Progress: r.Progress})
		return errors.Join(err, a.finishSweep(ctx, p, id, report, err))
	})
	return report, err
}

// finishSweep records the end of a sweep, also of one that was cancelled. The
// roots it has now are the project's once a sweep has seen them all.
func (a *App) finishSweep(ctx context.Context, p code.Project, id int64, report index.Report, failure error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	switch {
	case failure == nil:
		return errors.Join(a.registry.Put(ctx, p), a.registry.FinishSweep(ctx, id, report, ""))
	case errors.Is(failure, context.Canceled):
		return a.registry.FinishSweep(ctx, id, report, "stopped before its end; the next sweep goes on from there")
	}
	return a.registry.FinishSweep(ctx, id, report, failure.Error())
}

// write runs work as the one writer of the project, on its migrated schema. The
// context of work ends when the lock is lost.
func (a *App) write(ctx context.Context, p code.Project, work func(context.Context, *postgres.Project) error) (err error) {
	lock, held, err := a.db.Lock(ctx, lockKey(p.Name))
	if err != nil {
		return err
	}
	if !held {
		return fault.New(fault.Busy, "project %q: a sweep is already running", p.Name).
			Fix("wait for it; bin/indexer status shows when it began")
	}
	ctx, cancel := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		endWithLock(ctx, lock, cancel)
	}()
	defer func() { //nolint:contextcheck // the lock is freed also when ctx has ended
		cancel()
		<-watched
		err = errors.Join(err, lock.Unlock())
		a.forgetGone(p.Name, err)
	}()
	store, err := a.writer(ctx, p)
	if err != nil {
		return err
	}
	return work(ctx, store)
}

func lockKey(project string) string { return "coderag " + project }

func endWithLock(ctx context.Context, lock *database.Lock, cancel func()) {
	select {
	case <-lock.Lost():
		cancel()
	case <-ctx.Done():
	}
}

// A Swept is what became of one project of SweepAll.
type Swept struct {
	Project string
	Report  index.Report
	Err     error // of kind fault.Busy where another process sweeps it
	Took    time.Duration
}

// SweepAll sweeps the named projects one after the other and tells of each. One
// failure does not stop the rest; the end of ctx does.
func (a *App) SweepAll(ctx context.Context, cause string, projects []string, tell func(Swept)) {
	for _, name := range projects {
		if ctx.Err() != nil {
			return
		}
		start := time.Now()
		report, err := a.Sweep(ctx, SweepRequest{Project: name, Cause: cause})
		tell(Swept{Project: name, Report: report, Err: err, Took: time.Since(start)})
	}
}
