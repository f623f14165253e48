package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"coderag/internal/fault"
)

// Server listens and routes. Its methods may be called from any goroutine.
type Server struct {
	options Options
	mux     *http.ServeMux
	handler http.Handler

	mu       sync.Mutex
	http     *http.Server // nil before Start
	listener net.Listener
	cancel   context.CancelFunc // ends the contexts of all requests
	served   chan struct{}      // closed when Serve returned
}

// New returns a Server, or an error that names the option that is wrong. It
// does not listen before Start.
func New(o Options) (*Server, error) {
	o = o.WithDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Server{options: o, mux: http.NewServeMux()}
	origins, err := s.sameOrigin()
	if err != nil {
		return nil, err
	}
	s.routes()
	s.handler = chain(s.mux, s.identify, s.logged, s.survive, s.addressed, origins)
	return s, nil
}

// Handle mounts a handler for callers who present the token. It panics as
// http.ServeMux.Handle does if the pattern is ill-formed or taken.
func (s *Server) Handle(pattern string, handler http.Handler) {
	s.mux.Handle(pattern, chain(handler, s.authorized, s.bounded))
}

// Handler returns the whole of the service, for a test to serve.
func (s *Server) Handler() http.Handler { return s.handler }

// Start begins to listen and returns once connections are accepted, or with an
// error of kind Unavailable where the address cannot be had. The requests keep
// the values of ctx, not its end: Stop ends them.
func (s *Server) Start(ctx context.Context) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.http != nil {
		return errors.New("httpserver: started before")
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", s.options.Address)
	if err != nil {
		return fault.New(fault.Unavailable, "listen on %s: %w", s.options.Address, err).
			Fix("stop what uses the address, or choose another in config.ini, section [server], key address")
	}
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.listener, s.cancel, s.served = listener, cancel, make(chan struct{})
	s.http = s.newHTTP(base)
	go s.serve(s.http, listener, s.served)
	s.options.Logger.InfoContext(ctx, "listening", "address", listener.Addr().String())
	return nil
}

func (s *Server) newHTTP(base context.Context) *http.Server {
	return &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: s.options.HeaderTimeout,
		ReadTimeout:       s.options.ReadTimeout,
		WriteTimeout:      s.options.WriteTimeout,
		IdleTimeout:       s.options.IdleTimeout,
		BaseContext:       func(net.Listener) context.Context { return base },
		ErrorLog:          slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelDebug),
	}
}

func (s *Server) serve(server *http.Server, listener net.Listener, served chan<- struct{}) {
	defer close(served)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		s.options.Logger.Error("stopped to accept connections", "err", err)
	}
}

// Addr returns the address the server listens on, "" before Start.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return ""
	}
	return s.listener.Addr().String()
}

// Stop accepts nothing new and waits for the requests that run, until ctx
// ends; then it cancels them, closes their connections and returns an error.
// It may be called again, and before Start.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	server, cancel, served := s.http, s.cancel, s.served
	s.mu.Unlock()
	if server == nil {
		return nil
	}
	err := server.Shutdown(ctx)
	cancel()
	if err != nil {
		err = errors.Join(fmt.Errorf("stop the HTTP server: %w", err), server.Close())
	}
	<-served
	return err
}
