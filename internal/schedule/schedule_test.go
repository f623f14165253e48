package schedule

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestSweepsRepeatAndNeverOverlap(t *testing.T) {
	t.Parallel()
	running := make(chan struct{}, 1) // holds a token while a sweep runs
	swept := make(chan error)
	s, err := New(Options{Every: 5 * time.Millisecond, Logger: discard(), Sweep: func(ctx context.Context) error {
		var overlap error
		select {
		case running <- struct{}{}:
			defer func() { <-running }()
		default:
			overlap = errors.New("two sweeps at once")
		}
		select {
		case swept <- overlap:
		case <-ctx.Done():
		}
		return errors.New("one failure does not stop the next sweep")
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	for range 3 {
		if err := <-swept; err != nil {
			t.Error(err)
		}
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
}

func TestStopCancelsWhatRuns(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	s, err := New(Options{
		Every: time.Hour, Logger: discard(),
		Sweep: func(context.Context) error { return nil },
		Start: func(ctx context.Context) error {
			close(started)
			<-ctx.Done()
			return ctx.Err()
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	<-started
	for range 2 {
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPanicEndsTheTaskOnly(t *testing.T) {
	t.Parallel()
	calls := make(chan struct{}, 8)
	s, err := New(Options{Every: 5 * time.Millisecond, Logger: discard(), Sweep: func(context.Context) error {
		calls <- struct{}{}
		panic("sweep")
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	<-calls
	<-calls
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
}
