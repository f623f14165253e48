// Package httpserver is the HTTP edge of the service: it decides who may ask,
// bounds what is sent, routes to the handlers, and reports errors, health and
// metrics in one form.
package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// DefaultAddress is where the service listens unless it is told otherwise.
const DefaultAddress = "127.0.0.1:17080"

// Options says how the service is reached. Durations and sizes of zero mean
// the defaults.
type Options struct {
	Address        string   // host:port; "" means DefaultAddress, port 0 a free one
	Token          string   // what a caller must present; required
	AllowedHosts   []string // names by which the service may be addressed, besides loopback and the host of Address; "*" is any
	AllowedOrigins []string // origins of web pages that may call, as "https://host:port", besides the service's own

	Projects Projects     // required
	MCP      http.Handler // serves /rag-mcp/{project}; required
	Metrics  *Metrics     // nil means a fresh one
	Logger   *slog.Logger // nil means slog.Default()

	// Ready returns what the service needs and whether it has it: nil for
	// each thing that is there. It is asked by /readyz.
	Ready func(ctx context.Context) map[string]error

	MaxBody       int64         // bytes of a request; 0 means 4 MiB
	HeaderTimeout time.Duration // for a client to send its headers; 0 means 10 s
	ReadTimeout   time.Duration // for a client to send a request; 0 means 30 s
	WriteTimeout  time.Duration // from the headers to the end of the response; 0 means 2 min
	IdleTimeout   time.Duration // between requests of one connection; 0 means 2 min
}

// Projects knows the projects that can be asked for.
type Projects interface {
	Has(project string) bool
	Names() []string // sorted
}

// WithDefaults returns o with every zero field set to its default.
func (o Options) WithDefaults() Options {
	set(&o.Address, DefaultAddress)
	set(&o.MaxBody, 4<<20)
	set(&o.HeaderTimeout, 10*time.Second)
	set(&o.ReadTimeout, 30*time.Second)
	set(&o.WriteTimeout, 2*time.Minute)
	set(&o.IdleTimeout, 2*time.Minute)
	if o.Metrics == nil {
		o.Metrics = NewMetrics()
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Ready == nil {
		o.Ready = func(context.Context) map[string]error { return nil }
	}
	return o
}

// Validate names the first field that cannot be served.
func (o Options) Validate() error {
	switch {
	case o.Token == "":
		return errors.New("httpserver: Options.Token is empty")
	case len(o.Token) > maxToken:
		return fmt.Errorf("httpserver: Options.Token has %d bytes, the limit is %d", len(o.Token), maxToken)
	case o.Projects == nil:
		return errors.New("httpserver: Options.Projects is nil")
	case o.MCP == nil:
		return errors.New("httpserver: Options.MCP is nil")
	}
	if _, _, err := net.SplitHostPort(o.Address); err != nil {
		return fmt.Errorf("httpserver: Options.Address: %w", err)
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
