package embed

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"coderag/internal/fault"
)

// GuardOptions tells a Guard how long to wait for what.
type GuardOptions struct {
	Timeout      time.Duration // of one query or question for the model; 0 means 500ms
	ModelAge     time.Duration // how long an answer of Model is believed; 0 means 5s
	ProbeTimeout time.Duration // of one probe, which may load the model; 0 means 2m
	Pause        time.Duration // before the second probe, doubled before each further one; 0 means 1s
	MaxPause     time.Duration // longest pause between probes; 0 means 1m
	MaxBytes     int           // bytes of a query that are embedded; 0 means 2000
	CacheSize    int           // query vectors kept; 0 means 256
}

func (o GuardOptions) withDefaults() GuardOptions {
	o.Timeout = cmp.Or(o.Timeout, 500*time.Millisecond)
	o.ModelAge = cmp.Or(o.ModelAge, 5*time.Second)
	o.ProbeTimeout = cmp.Or(o.ProbeTimeout, 2*time.Minute)
	o.Pause = cmp.Or(o.Pause, time.Second)
	o.MaxPause = cmp.Or(o.MaxPause, time.Minute)
	o.MaxBytes = cmp.Or(o.MaxBytes, 2000)
	o.CacheSize = cmp.Or(o.CacheSize, 256)
	return o
}

// A Guard is an Embedder for the read path, where an answer without vectors now
// is better than one with vectors later. Each query has a deadline. After a
// failure the server counts as away: queries fail at once, while a probe in the
// background, repeated with growing pauses, waits for it to embed again. The
// first probe starts at once with a deadline of its own, for a server that loads
// its model gives up loading when the client that asked leaves.
//
// It is safe for concurrent use; all callers share what it knows.
type Guard struct {
	next    Embedder
	options GuardOptions
	vectors *vectorCache

	stop    context.CancelFunc // ends probing
	ctx     context.Context    // of the probes
	probing sync.WaitGroup

	mu     sync.Mutex
	state  State
	closed bool
	model  Model
	asked  time.Time // when model was last answered
}

// NewGuard puts a guard before e. Close ends its probes.
func NewGuard(e Embedder, o GuardOptions) *Guard {
	o = o.withDefaults()
	g := &Guard{next: e, options: o, vectors: newVectorCache(o.CacheSize)}
	g.ctx, g.stop = context.WithCancel(context.Background())
	return g
}

// Close ends the probe, if one runs, and waits for it. Queries after it still
// have their deadline, but a server found away stays away. It may be called
// more than once.
func (g *Guard) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.stop()
	g.probing.Wait()
}

// State returns what is known now. It asks nobody.
func (g *Guard) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.state
}

// Model returns the model that answered within the last ModelAge, or asks. While
// the server is away it is the model that answered last.
func (g *Guard) Model(ctx context.Context) (Model, error) {
	model, err := g.known()
	if err != nil || model != (Model{}) {
		return model, err
	}
	ctx, cancel := context.WithTimeout(ctx, g.options.Timeout)
	defer cancel()
	model, err = g.next.Model(ctx)
	if err != nil {
		g.failed(ctx, err)
		return Model{}, err
	}
	g.learn(model)
	return model, nil
}

// known returns the model as far as it need not be asked for: the zero Model if
// it must be, an error if it cannot be.
func (g *Guard) known() (Model, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.model == (Model{}):
		return Model{}, g.state.err()
	case g.state.Away, time.Since(g.asked) < g.options.ModelAge:
		return g.model, nil
	}
	return Model{}, nil
}

// Query embeds text, from memory if it was asked before. The error is
// fault.Unavailable while the server is away, fault.Timeout when this very call
// ran out of time, fault.Invalid for an empty text.
func (g *Guard) Query(ctx context.Context, text string) ([]float32, error) {
	text = tidy(text, g.options.MaxBytes, g.options.MaxBytes)
	if strings.TrimSpace(text) == "" {
		return nil, fault.New(fault.Invalid, "the query is empty")
	}
	ctx, cancel := context.WithTimeout(ctx, g.options.Timeout)
	defer cancel()
	model, err := g.Model(ctx)
	if err != nil {
		return nil, err
	}
	if v, ok := g.vectors.get(model, text); ok {
		return v, nil
	}
	if err := g.State().err(); err != nil {
		return nil, err
	}
	vector, err := g.query(ctx, model, text)
	if err != nil {
		g.failed(ctx, err)
		return nil, err
	}
	g.vectors.put(model, text, vector)
	return vector, nil
}

// query embeds text, halved as often as the model refuses it for its length.
func (g *Guard) query(ctx context.Context, model Model, text string) ([]float32, error) {
	for {
		vector, err := g.next.Query(ctx, text)
		switch {
		case err == nil:
			return vector, Check(model, 1, [][]float32{vector})
		case !errors.Is(err, ErrTooLong) || len(text) < 64:
			return nil, err
		}
		text = cut(text, len(text)/2)
	}
}

// Documents passes texts on; the guard is for queries.
func (g *Guard) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	return g.next.Documents(ctx, texts)
}

// learn notes the model that answered.
func (g *Guard) learn(model Model) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.model, g.asked = model, time.Now()
	if g.state.Since.IsZero() {
		g.state.Since = g.asked
	}
}

// failed notes that a call ended with err and starts to probe. A caller that
// left says nothing about the server, and neither does a text that is too long.
func (g *Guard) failed(ctx context.Context, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, ErrTooLong) || g.state.Away {
		return
	}
	g.state = State{Away: true, Since: time.Now(), Reason: err.Error(), Fixes: fault.FixesOf(err)}
	if !g.closed {
		g.probing.Go(g.probe)
	}
}
