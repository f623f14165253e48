package httpserver

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"coderag/internal/fault"
)

// A middleware wraps a handler.
type middleware func(http.Handler) http.Handler

// chain wraps handler in the middlewares, the first outermost.
func chain(handler http.Handler, middlewares ...middleware) http.Handler {
	for i := len(middlewares) - 1; i >= 0; i-- {
		handler = middlewares[i](handler)
	}
	return handler
}

// requestIDHeader names a request in the response, the logs and, on its way
// in, to the handlers.
const requestIDHeader = "X-Request-Id"

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// identify gives the request an id, unless the caller gave it a usable one.
func (s *Server) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !requestID.MatchString(r.Header.Get(requestIDHeader)) {
			r.Header.Set(requestIDHeader, rand.Text()[:12])
		}
		w.Header().Set(requestIDHeader, r.Header.Get(requestIDHeader))
		next.ServeHTTP(w, r)
	})
}

// logged writes one line for each request and counts it.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		seen := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		s.options.Metrics.request(seen.status)
		s.options.Logger.LogAttrs(r.Context(), slog.LevelDebug, "request",
			slog.String("request", r.Header.Get(requestIDHeader)),
			slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", seen.status), slog.Int64("bytes", seen.bytes),
			slog.Duration("took", time.Since(began)))
	})
}

// survive answers a request whose handler panics and logs the panic. Where a
// part of the answer is out, the connection is cut: half must not look whole.
func (s *Server) survive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			seen, _ := w.(*recorder)
			abandoned := cause == any(http.ErrAbortHandler)
			if !abandoned {
				s.options.Logger.ErrorContext(ctx, "panic in a handler", "request", r.Header.Get(requestIDHeader),
					"path", r.URL.Path, "panic", cause, "stack", string(debug.Stack()))
			}
			if abandoned || seen != nil && seen.wrote {
				panic(http.ErrAbortHandler) //nolint:forbidigo // how net/http is told to cut a connection
			}
			writeError(w, r, fault.New(fault.Internal, "panic"))
		}()
		next.ServeHTTP(w, r)
	})
}

// A recorder notes the status and the size of a response.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
	wrote  bool
}

// WriteHeader notes the first status.
func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write counts what is written.
func (r *recorder) Write(p []byte) (int, error) {
	r.wrote = true
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach what r wraps.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
