package embed

import (
	"context"
	"time"

	"coderag/internal/fault"
)

// probe asks the server to embed a short text until it does, with pauses that
// grow, or until the guard is closed.
func (g *Guard) probe() {
	pause := g.options.Pause
	for {
		model, err := g.probeOnce()
		if err == nil {
			g.back(model)
			return
		}
		if g.ctx.Err() != nil {
			return
		}
		g.stillAway(err)
		if sleep(g.ctx, pause) != nil {
			return
		}
		pause = min(2*pause, g.options.MaxPause)
	}
}

// probeOnce returns the model if it embeds a short text now.
func (g *Guard) probeOnce() (Model, error) {
	ctx, cancel := context.WithTimeout(g.ctx, g.options.ProbeTimeout)
	defer cancel()
	model, err := g.next.Model(ctx)
	if err != nil {
		return Model{}, err
	}
	_, err = g.query(ctx, model, probeText)
	return model, err
}

// stillAway notes that a probe failed.
func (g *Guard) stillAway(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.state.Probes++
	g.state.Reason, g.state.Fixes = err.Error(), fault.FixesOf(err)
}

// back notes that the server answers again.
func (g *Guard) back(model Model) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.model, g.asked = model, time.Now()
	g.state = State{Since: g.asked}
}
