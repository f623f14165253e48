package mcpserver

import (
	"context"

	"coderag/internal/fault"
)

// A gate lets a bounded number of searches run and a bounded number wait.
type gate struct {
	running chan struct{} // holds one item for each search that runs
	present chan struct{} // holds one for each that runs or waits
}

func newGate(running, waiting int) *gate {
	return &gate{
		running: make(chan struct{}, running),
		present: make(chan struct{}, running+waiting),
	}
}

// enter waits for a turn. The caller calls leave when it is done. The error is
// Busy where too many wait already or ctx ends first.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	select {
	case g.present <- struct{}{}:
	default:
		return nil, fault.New(fault.Busy, "%d searches are running and %d wait", cap(g.running), cap(g.present)-cap(g.running)).
			Fix("send the search again in a few seconds, with fewer at once")
	}
	leave = func() { <-g.running; <-g.present }
	select {
	case g.running <- struct{}{}: // also for a call whose time is up: it fails as such, not as Busy
		return leave, nil
	default:
	}
	select {
	case g.running <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		<-g.present
		return nil, fault.New(fault.Busy, "waited for a turn to search: %w", ctx.Err()).
			Fix("send the search again in a few seconds, with fewer at once")
	}
}
