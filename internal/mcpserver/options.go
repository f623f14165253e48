package mcpserver

import (
	"errors"
	"log/slog"
	"runtime"
	"time"
)

// Options says what a Server serves and within which bounds.
type Options struct {
	Searcher  Searcher  // required
	Reindexer Reindexer // required
	Catalog   Catalog   // required

	Version   string        // of this service, as told to clients; "" means "dev"
	Languages []string      // identifiers a search may be limited to; none means any
	Limits    Limits        // zero fields mean the defaults
	Timeout   time.Duration // of one call, waiting included; 0 means 30 s
	Logger    *slog.Logger  // nil means slog.Default()

	// Observe, if set, is called as a tool call starts, with the name of the
	// tool, and what it returns is called with the outcome as it ends: "ok",
	// "panic", "canceled" or a kind of error such as "not_found".
	Observe func(tool string) (done func(outcome string))
}

// Limits bounds what one call may ask for and how much runs at once.
type Limits struct {
	DefaultK     int // hits of a search that names no k; 0 means 8
	MaxK         int // 0 means 50
	QueryBytes   int // length of a query; 0 means 4,096
	DefaultChars int // characters of the excerpt of one hit; 0 means 2,000
	MaxChars     int // 0 means 20,000
	Neighbors    int // chunks get_chunk adds on either side; 0 means 5
	Paths        int // paths of one reindex_path; 0 means 100
	Searches     int // searches running at once; 0 means two a processor
	Waiting      int // searches waiting for their turn; 0 means 128
}

// WithDefaults returns o with every zero field set to its default.
func (o Options) WithDefaults() Options {
	set(&o.Version, "dev")
	set(&o.Timeout, 30*time.Second)
	o.Limits = o.Limits.WithDefaults()
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Observe == nil {
		o.Observe = func(string) func(string) { return func(string) {} }
	}
	return o
}

// WithDefaults returns l with every zero field set to its default.
func (l Limits) WithDefaults() Limits {
	set(&l.DefaultK, 8)
	set(&l.MaxK, 50)
	set(&l.QueryBytes, 4096)
	set(&l.DefaultChars, 2000)
	set(&l.MaxChars, 20000)
	set(&l.Neighbors, 5)
	set(&l.Paths, 100)
	set(&l.Searches, 2*runtime.GOMAXPROCS(0))
	set(&l.Waiting, 128)
	return l
}

// Validate names the first field that cannot be served.
func (o Options) Validate() error {
	switch {
	case o.Searcher == nil:
		return errors.New("mcpserver: Options.Searcher is nil")
	case o.Reindexer == nil:
		return errors.New("mcpserver: Options.Reindexer is nil")
	case o.Catalog == nil:
		return errors.New("mcpserver: Options.Catalog is nil")
	case o.Limits.DefaultK > o.Limits.MaxK:
		return errors.New("mcpserver: Limits.DefaultK is above Limits.MaxK")
	case o.Limits.DefaultChars > o.Limits.MaxChars:
		return errors.New("mcpserver: Limits.DefaultChars is above Limits.MaxChars")
	}
	return nil
}

// set gives *field the value def if it is zero.
func set[T comparable](field *T, def T) {
	var zero T
	if *field == zero {
		*field = def
	}
}
