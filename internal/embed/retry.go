package embed

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"coderag/internal/fault"
)

// Retry says how often and after what pauses a call is repeated.
type Retry struct {
	Attempts    int           // calls in all while the server is busy or its model crashes; 0 means 5
	MaxFailures int           // calls in all that run into their deadline or answer nonsense; 0 means 2
	Pause       time.Duration // before the second call, doubled before each further one; 0 means 250ms
	MaxPause    time.Duration // longest pause, also when the server asks for more; 0 means 30s
}

func (r Retry) withDefaults() Retry {
	r.Attempts = cmp.Or(r.Attempts, 5)
	r.MaxFailures = cmp.Or(r.MaxFailures, 2)
	r.Pause = cmp.Or(r.Pause, 250*time.Millisecond)
	r.MaxPause = cmp.Or(r.MaxPause, 30*time.Second)
	return r
}

// do calls f until it succeeds, fails in a way that repetition does not mend,
// or has used up its attempts. A server that stayed busy counts as unavailable.
func (r Retry) do(ctx context.Context, f func() error) error {
	failures := 0
	for attempt := 1; ; attempt++ {
		err := f()
		if err == nil || !worthRepeating(err) {
			return err
		}
		if fault.Is(err, fault.Timeout) || errors.Is(err, ErrBadAnswer) {
			failures++
		}
		if attempt >= r.Attempts || failures >= r.MaxFailures {
			if fault.Is(err, fault.Busy) {
				return fault.New(fault.Unavailable, "busy through %d attempts: %w", attempt, err)
			}
			return err
		}
		if err := sleep(ctx, r.pause(attempt, err)); err != nil {
			return err
		}
	}
}

// pause returns how long to wait after the attempt-th call failed with err:
// between half and all of the doubled pause, so that clients that failed
// together do not come back together, and at least what the server asked for.
func (r Retry) pause(attempt int, err error) time.Duration {
	longest := max(0, min(r.MaxPause, r.Pause<<min(attempt-1, 20)))
	jittered := longest/2 + rand.N(longest/2+1)
	return min(r.MaxPause, max(jittered, RetryAfter(err)))
}

// sleep waits for d or until ctx is done, whose error it then returns.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
