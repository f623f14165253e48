package index_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"coderag/internal/code"
	"coderag/internal/index"
	"coderag/internal/search"
	"coderag/internal/symbols"
)

// extractorFunc is an Extractor for Go files that counts its calls.
type extractorFunc struct {
	calls   atomic.Int32
	extract func(ctx context.Context, path, text string) ([]code.Definition, error)
}

func (e *extractorFunc) Languages() []string { return []string{"go"} }

func (e *extractorFunc) Extract(ctx context.Context, _, path, text string) ([]code.Definition, error) {
	e.calls.Add(1)
	return e.extract(ctx, path, text)
}

// withExtractor makes e the only extractor of the world.
func (w *world) withExtractor(e *extractorFunc) *world {
	w.indexer.Symbols = symbols.New(e)
	return w
}

// Fault 9: a file that brings its extractor down is marked failed, with what
// happened; the others are indexed, and it is not tried again before it changes.
func TestPanickingExtractor(t *testing.T) {
	t.Parallel()
	e := &extractorFunc{extract: func(_ context.Context, path, _ string) ([]code.Definition, error) {
		if path == "bad.go" {
			panic("cannot be \x00 \xff parsed")
		}
		return nil, nil
	}}
	w := newWorld(t, map[string]string{"bad.go": goFunc("Bad", "sentinel"), "good.go": goFunc("Good", "sentinel"), "other.go": goFunc("Other", "thing")})
	w.withExtractor(e)
	r := w.sweep()
	if r.Added != 2 || r.Skipped[code.SkipFailed] != 1 {
		t.Errorf("sweep: %+v, want two added and one failed", r)
	}
	w.wantFind("sentinel", "good.go")
	skips, err := w.store.Skips(t.Context())
	w.must(err)
	if len(skips) != 1 || skips[0].Path != "bad.go" || !strings.Contains(skips[0].Detail, "panic: cannot be") || !strings.Contains(skips[0].Detail, "goroutine") {
		t.Errorf("skips %+v, want that of bad.go with the panic and where it happened", skips)
	}
	calls := e.calls.Load()
	if r = w.sweep(); r.Changes() || r.Skipped[code.SkipFailed] != 1 || e.calls.Load() != calls {
		t.Errorf("second sweep: %+v and %d calls, want nothing done and the skip kept", r, e.calls.Load()-calls)
	}
	e.extract = func(context.Context, string, string) ([]code.Definition, error) { return nil, nil }
	w.write("bad.go", goFunc("Bad", "sentinel, mended"))
	if r = w.sweep(); r.Added != 1 || r.Skipped[code.SkipFailed] != 0 {
		t.Errorf("sweep after the edit: %+v, want it added", r)
	}
}

// A file that was indexed and fails now leaves: what the index has of it is of
// another text.
func TestIndexedFileThatFails(t *testing.T) {
	t.Parallel()
	e := &extractorFunc{extract: func(_ context.Context, _, text string) ([]code.Definition, error) {
		if strings.Contains(text, "poison") {
			panic("poison")
		}
		return nil, nil
	}}
	w := newWorld(t, map[string]string{"a.go": goFunc("A", "sentinel")}).withExtractor(e)
	w.sweep()
	w.write("a.go", goFunc("A", "poison"))
	if r := w.sweep(); r.Removed != 1 || r.Skipped[code.SkipFailed] != 1 {
		t.Errorf("sweep: %+v, want it removed and marked failed", r)
	}
	w.wantFind("sentinel", "")
}

// Faults 7 and 8: a file that its extractor cannot do, not in time, or finds
// nothing in, is cut into windows and found by its words.
func TestFileWithoutDefinitions(t *testing.T) {
	t.Parallel()
	for name, extract := range map[string]func(context.Context, string, string) ([]code.Definition, error){
		"hangs":         func(ctx context.Context, _, _ string) ([]code.Definition, error) { <-ctx.Done(); return nil, ctx.Err() },
		"breaks down":   func(context.Context, string, string) ([]code.Definition, error) { return nil, fmt.Errorf("too deep") },
		"finds nothing": func(context.Context, string, string) ([]code.Definition, error) { return nil, nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "package p\n" + strings.Repeat("// a line of some length\n", 300) + "func Last() { sentinel() }\n"
			w := newWorld(t, map[string]string{"a.go": text}).withExtractor(&extractorFunc{extract: extract})
			w.indexer.Options.ParseTimeout = 10 * time.Millisecond
			if r := w.sweep(); r.Added != 1 || r.Chunks < 4 {
				t.Errorf("sweep: %+v, want the file added in windows", r)
			}
			e := search.Engine{Project: "shop", Store: w.store, Disk: noDisk{}}
			reply, err := e.Search(t.Context(), search.Request{Query: "sentinel"})
			w.must(err)
			if len(reply.Hits) != 1 || !strings.Contains(reply.Hits[0].Excerpt, "sentinel()") || reply.Hits[0].Lines.End != 302 {
				t.Errorf("hits %+v, want the last window", reply.Hits)
			}
		})
	}
}

// A parser that ran out of time because the sweep ended has judged nothing: the
// next sweep finds the definitions.
func TestSweepCancelledWhileParsing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	e := &extractorFunc{extract: func(ctx context.Context, _, _ string) ([]code.Definition, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	w := newWorld(t, map[string]string{"a.go": goFunc("A", "sentinel")}).withExtractor(e)
	w.indexer.Options.CommitFiles = 1
	_, err := w.indexer.Sweep(ctx, w.store, index.Request{Project: w.project})
	if err == nil {
		t.Error("a cancelled sweep returned no error")
	}
	w.wantFind("sentinel", "")
}
