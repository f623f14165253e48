package embed_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"coderag/internal/embed"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

// What a model server answers when it goes wrong.
var (
	errBusy      = fault.New(fault.Busy, "%w", &embed.BusyError{Reason: "queue full"})
	errCrashed   = fault.New(fault.Unavailable, "EOF: %w", embed.ErrCrashed)
	errAway      = fault.New(fault.Unavailable, "connection refused").Fix("run: ollama serve")
	errTimeout   = fault.New(fault.Timeout, "no whole answer in time")
	errMissing   = fault.New(fault.Invalid, "no such model").Fix("run: ollama pull tiny")
	errBadAnswer = fault.New(fault.Unavailable, "NaN: %w", embed.ErrBadAnswer)
	errTooLong   = fault.New(fault.TooLarge, "%w", embed.ErrTooLong)
)

// fake is an embedder in memory. Its hooks run before each call and may fail it.
type fake struct {
	onCall  func(ctx context.Context, call int, texts []string) error // call counts from 1
	onModel func(ctx context.Context) error

	mu     sync.Mutex
	model  embed.Model
	calls  [][]string
	models int
}

func newFake() *fake {
	return &fake{model: embed.Model{Provider: "fake", Name: "tiny", Digest: "one", Dimension: 16}}
}

func (f *fake) Model(ctx context.Context) (embed.Model, error) {
	f.mu.Lock()
	f.models++
	model := f.model
	f.mu.Unlock()
	if f.onModel != nil {
		if err := f.onModel(ctx); err != nil {
			return embed.Model{}, err
		}
	}
	return model, nil
}

func (f *fake) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	f.mu.Lock()
	f.calls = append(f.calls, slices.Clone(texts))
	call, dimension, onCall := len(f.calls), f.model.Dimension, f.onCall
	f.mu.Unlock()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if onCall != nil {
		if err := onCall(ctx, call, texts); err != nil {
			return nil, err
		}
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = ollamatest.Vector(text, dimension)
	}
	return vectors, nil
}

func (f *fake) Query(ctx context.Context, text string) ([]float32, error) {
	vectors, err := f.Documents(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// seen returns the texts of each call so far.
func (f *fake) seen() [][]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// become changes the hook and the weights while calls may be running.
func (f *fake) become(digest string, onCall func(context.Context, int, []string) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.model.Digest, f.onCall = digest, onCall
}

// asked returns how often Model was called.
func (f *fake) asked() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.models
}

// failFirst fails the first calls with the errors, in order.
func failFirst(errs ...error) func(context.Context, int, []string) error {
	return func(_ context.Context, call int, _ []string) error {
		if call <= len(errs) {
			return errs[call-1]
		}
		return nil
	}
}

// failOn fails every call with a text that has this part.
func failOn(part string, err error) func(context.Context, int, []string) error {
	return func(_ context.Context, _ int, texts []string) error {
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, part) }) {
			return err
		}
		return nil
	}
}

// hang waits for the caller to leave.
func hang(ctx context.Context, _ int, _ []string) error {
	<-ctx.Done()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return errTimeout
	}
	return ctx.Err()
}

// outcome is what done was called with, in the order of the calls.
type outcome struct {
	order   []int
	vectors map[int][]float32
	errs    map[int]error
}

func collect(ctx context.Context, b embed.Batcher, e embed.Embedder, texts []string) (outcome, error) {
	o := outcome{vectors: map[int][]float32{}, errs: map[int]error{}}
	err := b.Embed(ctx, e, texts, func(i int, vector []float32, err error) {
		o.order = append(o.order, i)
		if err != nil {
			o.errs[i] = err
			return
		}
		o.vectors[i] = vector
	})
	return o, err
}
