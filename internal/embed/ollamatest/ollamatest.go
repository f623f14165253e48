// Package ollamatest is an Ollama server for tests: it answers as a real one was
// recorded to answer (testdata/transcripts.json), with vectors computed from the
// words of the text, and goes wrong in every way on demand.
package ollamatest

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Options describes the one model of the server.
type Options struct {
	Model        string // "" means "tiny-bert"
	Digest       string // "" means that of the recordings
	Dimension    int    // floats a vector; 0 means 384
	ContextBytes int    // longest text in bytes, with its prefix; 0 means any length
}

// Server is a running fake. Its methods may be called from any goroutine and
// while requests are served.
type Server struct {
	URL string

	tb       testing.TB
	options  Options
	recorded map[string]Transcript // by name, never changed
	hanging  chan struct{}

	mu       sync.Mutex
	digest   string
	missing  bool
	next     []Fault
	always   Fault
	onText   []textFault
	requests []Request
	calls    int
	texts    []string
	stop     func() // nil while stopped
}

// Request is one request as it arrived.
type Request struct {
	Method, Path, Body string
}

type textFault struct {
	part  string
	fault Fault
}

// Start starts a server on a free port of this machine and stops it when the
// test ends.
func Start(tb testing.TB, o Options) *Server {
	tb.Helper()
	o.Model = cmp.Or(o.Model, "tiny-bert")
	o.Dimension = cmp.Or(o.Dimension, 384)
	s := &Server{tb: tb, options: o, recorded: recordings(tb), hanging: make(chan struct{}, 1024)}
	s.digest = cmp.Or(o.Digest, s.recordedDigest())
	s.listen("127.0.0.1:0")
	tb.Cleanup(s.Stop)
	return s
}

// listen starts serving on addr.
func (s *Server) listen(addr string) {
	s.tb.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(s.tb.Context(), "tcp", addr)
	if err != nil {
		s.tb.Fatalf("ollamatest: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var handlers sync.WaitGroup
	server := &http.Server{
		BaseContext: func(net.Listener) context.Context { return ctx },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			handlers.Add(1)
			defer handlers.Done()
			s.serve(w, r)
		}),
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.tb.Errorf("ollamatest: %v", err)
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.URL = "http://" + listener.Addr().String()
	s.stop = func() {
		cancel()
		_ = server.Close()
		<-served
		handlers.Wait()
	}
}

// Stop closes the server with all its connections: further ones are refused
// until Restart. Stopping twice is fine.
func (s *Server) Stop() {
	s.mu.Lock()
	stop := s.stop
	s.stop = nil
	s.mu.Unlock()
	if stop != nil {
		stop()
	}
}

// Restart starts a stopped server at the address it had.
func (s *Server) Restart() {
	s.tb.Helper()
	s.listen(strings.TrimPrefix(s.URL, "http://"))
}

// Next makes the next embedding calls go wrong, one fault a call, after those
// that are waiting already. OK lets a call pass.
func (s *Server) Next(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = append(s.next, faults...)
}

// Always makes every embedding call go wrong for which Next has nothing; OK
// ends that.
func (s *Server) Always(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = f
}

// OnText makes every embedding call go wrong that holds a text with this part.
func (s *Server) OnText(part string, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onText = append(s.onText, textFault{part, f})
}

// SetDigest replaces the model by other weights of the same name and dimension.
func (s *Server) SetDigest(digest string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.digest = digest
}

// SetMissing says whether the model was removed from the server.
func (s *Server) SetMissing(missing bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.missing = missing
}

// Calls returns how many embedding calls arrived, those that went wrong included.
func (s *Server) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Texts returns the texts of all embedding calls in the order they arrived.
func (s *Server) Texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.texts)
}

// Requests returns every request that arrived.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Hanging receives a value each time a call begins to hang.
func (s *Server) Hanging() <-chan struct{} { return s.hanging }
