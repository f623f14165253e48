package treesitter

import (
	"context"
	"sync/atomic"
	"time"

	ts "github.com/tree-sitter/go-tree-sitter"

	"coderag/internal/fault"
	"coderag/internal/symbols/outline"
)

// matchLimit bounds the matches a query has open at a time. No file seen comes
// near it; one that does loses declarations, not memory.
const matchLimit = 1 << 14

// A worker parses one file at a time. It is reused, and must be closed.
type worker struct {
	parser *ts.Parser
	cursor *ts.QueryCursor
	stop   *uintptr // in C memory; not 0: the parser gives up
	spent  bool     // gave up: in 0.25.0 even a reset parser may then abort the process in its next parse
}

// newWorker returns a worker for the language of tables. A parser is stopped by
// a flag in memory and not by the progress callback meant for it, as the binding
// never frees the options of a parse: each file would leak.
func newWorker(tables *ts.Language) (*worker, error) {
	w := &worker{parser: ts.NewParser(), cursor: ts.NewQueryCursor(), stop: newFlag()}
	if err := w.parser.SetLanguage(tables); err != nil {
		w.close()
		return nil, err
	}
	w.parser.SetCancellationFlag(w.stop) //nolint:staticcheck // see above
	w.cursor.SetMatchLimit(matchLimit)
	return w, nil
}

func (w *worker) close() {
	w.parser.Close()
	w.cursor.Close()
	freeFlag(w.stop)
}

// run parses text and returns the declarations in it. When ctx ends it stops
// within milliseconds.
func (w *worker) run(ctx context.Context, l *language, text string) (*outline.Source, error) {
	tree, err := w.parse(ctx, text)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	return w.query(ctx, l, tree, text)
}

// parse returns the tree of text, which must be closed.
func (w *worker) parse(ctx context.Context, text string) (*ts.Tree, error) {
	atomic.StoreUintptr(w.stop, 0)
	stopped := make(chan struct{})
	unregister := context.AfterFunc(ctx, func() {
		atomic.StoreUintptr(w.stop, 1)
		close(stopped)
	})
	tree := parseString(w.parser, text)
	if !unregister() {
		<-stopped
	}
	if tree != nil {
		return tree, nil
	}
	w.spent = true
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, fault.New(fault.Internal, "no tree of %d bytes", len(text))
}

// limitQuery gives the cursor the time left to ctx.
func (w *worker) limitQuery(ctx context.Context) {
	var left time.Duration // 0 is no limit
	if deadline, ok := ctx.Deadline(); ok {
		left = max(time.Microsecond, time.Until(deadline))
	}
	w.cursor.SetTimeoutMicros(uint64(left.Microseconds()))
}
