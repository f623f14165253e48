// Package ctags finds the declarations of languages that neither a grammar nor
// a rule table serves, by Universal Ctags. It keeps a pool of processes, hands
// them the text itself, and replaces those that hang or crash.
package ctags

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// Options say how Universal Ctags is run. The zero value is usable.
type Options struct {
	Program   string        // name or path; "" looks for ctags and universal-ctags
	Processes int           // at most so many at a time; 0: one for each CPU
	Timeout   time.Duration // for one file, and for the check at the start; 0: 5 seconds
}

func (o Options) withDefaults() Options {
	o.Processes = cmp.Or(o.Processes, runtime.GOMAXPROCS(0))
	o.Timeout = cmp.Or(o.Timeout, 5*time.Second)
	return o
}

// Extractor runs Universal Ctags. It is safe for concurrent use until Close.
// Where the program is missing it serves no language.
type Extractor struct {
	options   Options
	command   []string // the program with its arguments
	reason    error    // why it is not available
	languages map[string]language
	slots     chan *process // one for each process that may run; nil where none does
	closed    chan struct{}
}

// New looks for the program and checks that it is fit for use. What it finds
// is told by Available; no process is left running.
func New(ctx context.Context, options Options) *Extractor {
	e := &Extractor{options: options.withDefaults(), closed: make(chan struct{})}
	e.slots = make(chan *process, e.options.Processes)
	for range e.options.Processes {
		e.slots <- nil
	}
	ctx, cancel := context.WithTimeout(ctx, e.options.Timeout)
	defer cancel()
	if e.command, e.reason = find(ctx, e.options.Program); e.reason == nil {
		e.languages = languages()
	}
	return e
}

// Available reports whether the program was found, and if not why, with a fix.
func (e *Extractor) Available() (bool, error) { return e.reason == nil, e.reason }

// Languages returns the identifiers of the languages it serves, sorted: none
// where the program is not available.
func (e *Extractor) Languages() []string {
	return slices.Sorted(maps.Keys(e.languages))
}

// Extract returns the definitions of text. A file that takes longer than the
// timeout is fault.Timeout, a crash fault.Unavailable; both cost the process,
// and the next call starts another.
func (e *Extractor) Extract(ctx context.Context, name, path, text string) (_ []code.Definition, err error) {
	defer fault.Wrap(&err, "ctags for %s", path)
	lang, ok := e.languages[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "ctags does not serve language %q", name)
	}
	if strings.TrimSpace(text) == "" {
		return nil, ctx.Err()
	}
	text = newlines(text)
	tags, err := e.tags(ctx, lang.file, text)
	if err != nil {
		return nil, err
	}
	return lang.definitions(text, tags), nil
}

// tags has a process of the pool parse text.
func (e *Extractor) tags(ctx context.Context, file, text string) (_ []tag, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, e.options.Timeout, errSlow)
	defer cancel()
	p, err := e.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { e.slots <- p }()
	if p == nil {
		if p, err = start(ctx, e.command); err != nil {
			return nil, fault.New(fault.Unavailable, "start %s: %w", e.command[0], err)
		}
	}
	tags, err := p.parse(ctx, file, text)
	if err == nil {
		return tags, nil
	}
	p.stop()
	p = nil
	return nil, classify(ctx, err)
}

var errSlow = errors.New("the parser took too long")

// acquire waits for a free slot.
func (e *Extractor) acquire(ctx context.Context) (*process, error) {
	if err := ctx.Err(); err != nil {
		return nil, classify(ctx, err)
	}
	select {
	case <-e.closed:
		return nil, fault.New(fault.Unavailable, "closed")
	case <-ctx.Done():
		return nil, classify(ctx, ctx.Err())
	case p := <-e.slots:
		return p, nil
	}
}

// classify says what stopped a parse: the timeout of a file, the caller, or
// the process itself.
func classify(ctx context.Context, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), errSlow):
		return fault.New(fault.Timeout, "%w", errSlow)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fault.New(fault.Unavailable, "the process broke down: %w", err)
}

// Close ends the processes, waiting for calls that are under way. It may be
// called twice.
func (e *Extractor) Close() error {
	select {
	case <-e.closed:
		return nil
	default:
		close(e.closed)
	}
	for range e.options.Processes {
		if p := <-e.slots; p != nil {
			p.stop()
		}
	}
	return nil
}
