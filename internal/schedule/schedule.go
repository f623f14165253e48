// Package schedule runs the sweeps of the server at their times.
package schedule

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/go-co-op/gocron/v2"

	"coderag/internal/fault"
)

// Options says what runs when.
type Options struct {
	Every  time.Duration                   // between the starts of two sweeps
	Sweep  func(ctx context.Context) error // over all projects; nil for none
	Start  func(ctx context.Context) error // once, before the first sweep; nil for none
	Logger *slog.Logger                    // nil means slog.Default()
}

// A Scheduler starts sweeps that never overlap: one that is due while the last
// still runs is left out. Start and Stop may each be called once; a second Stop
// does nothing.
type Scheduler struct {
	options Options
	cron    gocron.Scheduler
	ctx     context.Context
	cancel  context.CancelFunc
	stop    sync.Once
	err     error
}

// New returns a scheduler that has not started.
func New(o Options) (_ *Scheduler, err error) {
	defer fault.Wrap(&err, "schedule sweeps")
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	s := &Scheduler{options: o}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if s.cron, err = gocron.NewScheduler(); err != nil {
		return nil, err
	}
	if o.Sweep != nil {
		_, err = s.cron.NewJob(gocron.DurationJob(o.Every), gocron.NewTask(s.run, "sweep", o.Sweep),
			gocron.WithSingletonMode(gocron.LimitModeReschedule))
	}
	if err == nil && o.Start != nil {
		_, err = s.cron.NewJob(gocron.OneTimeJob(gocron.OneTimeJobStartImmediately()),
			gocron.NewTask(s.run, "start", o.Start))
	}
	return s, err
}

// Start begins to run sweeps in the background.
func (s *Scheduler) Start() { s.cron.Start() }

// Stop cancels what runs, waits for it to end, and starts nothing any more.
func (s *Scheduler) Stop() error {
	s.stop.Do(func() {
		s.cancel()
		s.err = s.cron.Shutdown()
	})
	return s.err
}

// run runs a task. A panic ends the task, not the service.
func (s *Scheduler) run(name string, task func(context.Context) error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.options.Logger.Error("scheduled task panicked", "task", name, "panic", cause)
		}
	}()
	if err := task(s.ctx); err != nil && s.ctx.Err() == nil {
		s.options.Logger.Warn("scheduled task", "task", name, "error", err)
	}
}
