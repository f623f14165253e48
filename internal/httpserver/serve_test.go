package httpserver_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"coderag/internal/httpserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const token = "s3cret-token"

// projects is a Projects of fixed names.
type projects []string

func (p projects) Has(name string) bool { return slices.Contains(p, name) }
func (p projects) Names() []string      { return p }

// options returns the least that New accepts; the MCP handler echoes the body.
func options() httpserver.Options {
	return httpserver.Options{
		Token:    token,
		Projects: projects{"shop", "tools"},
		Logger:   slog.New(slog.DiscardHandler),
		MCP: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.Copy(w, r.Body)
		}),
	}
}

func newServer(t *testing.T, o httpserver.Options) *httpserver.Server {
	t.Helper()
	s, err := httpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serve serves s over HTTP and returns its URL.
func serve(t *testing.T, s *httpserver.Server) string {
	t.Helper()
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server.URL
}

// A request is what differs from a good one: POST /rag-mcp/shop of a JSON
// object with the token.
type request struct {
	method, path, body, host string
	header                   http.Header // replaces or, where it is "", removes
}

// An answer is a response without its body.
type answer struct {
	StatusCode int
	Header     http.Header
}

// send sends r and returns the response with its body.
func (r request) send(t *testing.T, url string) (answer, string) {
	t.Helper()
	path, body := r.path, r.body
	if path == "" {
		path = "/rag-mcp/shop"
	}
	if body == "" {
		body = `{"jsonrpc":"2.0"}`
	}
	req, err := http.NewRequestWithContext(t.Context(), r.method, url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-RAG-Token", token)
	for name, values := range r.header {
		req.Header[name] = values
	}
	if r.host != "" {
		req.Host = r.host
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header}, string(all)
}

// decoded returns the body of an error, which must have its form.
func decoded(t *testing.T, body string) httpserver.Body {
	t.Helper()
	var b httpserver.Body
	d := json.NewDecoder(strings.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil || b.Error == "" || b.Fixes == nil {
		t.Errorf("body %q is no error: %v", body, err)
	}
	return b
}
