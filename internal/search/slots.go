package search

import (
	"context"
	"errors"

	"coderag/internal/fault"
)

// Slots bound how many searches of a process run at once, over all its projects. A
// search takes two connections, one for the view of the words and one for the
// vectors; where many hold one and wait for the other, they answer late and
// without vectors. Nil bounds nothing.
type Slots chan struct{}

// NewSlots returns the slots for a pool of so many connections, of which sweeps take
// two.
func NewSlots(connections int) Slots {
	const sweeps, search = 2, 2
	return make(Slots, max(1, (connections-sweeps)/search))
}

// take takes a slot. It waits for one until ctx ends; past its deadline the error is of
// kind fault.Busy.
func (s Slots) take(ctx context.Context) error {
	if s == nil {
		return nil
	}
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.New(fault.Busy, "as many searches are running as the database has connections for, and none ended in time").
			Fix("try again").
			Fix("or raise max_conns in section [database] of config.ini")
	}
	return ctx.Err()
}

// give gives it back.
func (s Slots) give() {
	if s != nil {
		<-s
	}
}
