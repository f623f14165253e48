package rerank

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"coderag/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a server and a client of it, until the test ends.
func serve(t *testing.T, o Options, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	o.URL = server.URL + "/v1/rerank"
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		server.Close()
	})
	return c
}

// answering answers every question with the status and text.
func answering(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

// usualServer refuses what is not asked in the usual dialect, and answers with
// text.
func usualServer(t *testing.T, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		want := map[string]any{"model": "m", "query": "q", "documents": []any{"a", "b", "c"}, "top_n": 3.0}
		var got map[string]any
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || !cmp.Equal(want, got) {
			t.Errorf("asked %v, %v; want %v", got, err, want)
		}
		if r.Method != http.MethodPost || r.URL.Path != "/v1/rerank" || r.Header.Get("Authorization") != "Bearer key" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s with the headers %v", r.Method, r.URL.Path, r.Header)
		}
		_, _ = io.WriteString(w, text)
	}
}

// Each server answers in its own shape; the scores come back in the order of the
// documents.
func TestShapes(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"llama.cpp": `{"model":"m","object":"list","usage":{"prompt_tokens":9,"total_tokens":9},"results":[
			{"index":1,"relevance_score":7.5},{"index":0,"relevance_score":-2.25},{"index":2,"relevance_score":-11}]}`,
		"llama.cpp, before it sorted": `{"results":[{"index":0,"relevance_score":-2.25},{"index":1,"relevance_score":7.5},{"index":2,"relevance_score":-11}]}`,
		"vLLM": `{"id":"rerank-1","model":"m","usage":{"total_tokens":9},"results":[
			{"index":1,"document":{"text":"b","multi_modal":null},"relevance_score":7.5},
			{"index":0,"document":{"text":"a"},"relevance_score":-2.25},{"index":2,"document":{"text":"c"},"relevance_score":-11}]}`,
		"Jina": `{"model":"m","usage":{"total_tokens":9,"prompt_tokens":9},"results":[
			{"index":1,"document":{"text":"b"},"relevance_score":7.5},{"index":0,"relevance_score":-2.25},{"index":2,"relevance_score":-11}]}`,
		"Cohere": `{"id":"1","meta":{"api_version":{"version":"2"},"billed_units":{"search_units":1}},"results":[
			{"index":1,"relevance_score":7.5},{"index":0,"relevance_score":-2.25},{"index":2,"relevance_score":-11}]}`,
	} {
		c := serve(t, Options{Model: "m", Key: "key"}, usualServer(t, answer))
		for range 2 { // before and after its dialect is known
			got, err := c.Rerank(t.Context(), "q", []string{"a", "b", "c"})
			if diff := cmp.Diff([]float64{-2.25, 7.5, -11}, got); diff != "" || err != nil {
				t.Errorf("%s: %v (-want +got)\n%s", name, err, diff)
			}
		}
	}
}

// A server of the other dialect is found out at the first question, and asked so
// from then on.
func TestTextEmbeddingsInference(t *testing.T) {
	t.Parallel()
	var refused, asked atomic.Int32
	c := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		var got map[string]any
		_ = json.NewDecoder(r.Body).Decode(&got)
		if got["texts"] == nil {
			refused.Add(1)
			answering(http.StatusUnprocessableEntity, "missing field `texts`")(w, r)
			return
		}
		asked.Add(1)
		if want := map[string]any{"query": "q", "texts": []any{"a", "b"}, "truncate": true}; !cmp.Equal(want, got) {
			t.Errorf("asked %v, want %v", got, want)
		}
		_, _ = io.WriteString(w, ` [{"index":1,"score":0.99},{"index":0,"score":0.01}]`)
	})
	for range 3 {
		got, err := c.Rerank(t.Context(), "q", []string{"a", "b"})
		if diff := cmp.Diff([]float64{0.01, 0.99}, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got)\n%s", err, diff)
		}
	}
	if refused.Load() != 1 || asked.Load() != 3 {
		t.Errorf("%d questions in the wrong dialect and %d in the right one, want 1 and 3", refused.Load(), asked.Load())
	}
}

// Whatever is not one score for each document is an error that says what it is.
func TestBadAnswers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		handler http.HandlerFunc
		want    string
		kind    fault.Kind
	}{
		"broken inside":      {answering(500, `{"error":{"message":"out of  memory"}}`), `status 500 Internal Server Error: {"error":{"message":"out of memory"}}`, fault.Unavailable},
		"no such path":       {answering(404, "not here"), "status 404", fault.Invalid},
		"wrong key":          {answering(401, "who are you"), "status 401", fault.Invalid},
		"busy":               {answering(429, "later"), "status 429", fault.Unavailable},
		"refuses both":       {answering(422, "no such model"), "no such model", fault.Invalid},
		"moved":              {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/v2", http.StatusTemporaryRedirect) }, "status 307", fault.Invalid},
		"no JSON":            {answering(200, "<html>"), "decode the answer", fault.Unavailable},
		"nothing":            {answering(200, ""), "decode the answer", fault.Unavailable},
		"another object":     {answering(200, `{"scores":[1,2]}`), "scores of 0 of 2 documents", fault.Unavailable},
		"a cut list":         {answering(200, `{"results":[{"index":0,"relevance_score":1},{"ind`), "decode the answer", fault.Unavailable},
		"a cut answer":       {cutShort, "no whole answer", fault.Unavailable},
		"no number":          {answering(200, `[{"index":0,"score":NaN},{"index":1,"score":1}]`), "decode the answer", fault.Unavailable},
		"beyond all numbers": {answering(200, `[{"index":0,"score":1e999},{"index":1,"score":1}]`), "decode the answer", fault.Unavailable},
		"null":               {answering(200, `[{"index":0,"score":null},{"index":1,"score":1}]`), "without index or score", fault.Unavailable},
		"no index":           {answering(200, `[{"score":1},{"index":1,"score":1}]`), "without index or score", fault.Unavailable},
		"index too large":    {answering(200, `[{"index":0,"score":1},{"index":2,"score":1}]`), "document 2 of 2", fault.Unavailable},
		"index below zero":   {answering(200, `[{"index":0,"score":1},{"index":-1,"score":1}]`), "document -1 of 2", fault.Unavailable},
		"one twice":          {answering(200, `[{"index":0,"score":1},{"index":0,"score":2}]`), "document 0 twice", fault.Unavailable},
		"only the best":      {answering(200, `{"results":[{"index":1,"relevance_score":1}]}`), "scores of 1 of 2 documents", fault.Unavailable},
		"too long":           {answering(200, `{"results":[], "text":"`+strings.Repeat("x", maxAnswer)+`"}`), "longer than", fault.Unavailable},
	} {
		c := serve(t, Options{}, tc.handler)
		got, err := c.Rerank(t.Context(), "q", []string{"a", "b"})
		if err == nil || got != nil || !strings.Contains(err.Error(), tc.want) || fault.KindOf(err) != tc.kind {
			t.Errorf("%s: %v, %v of kind %d; want an error of kind %d that says %q", name, got, err, fault.KindOf(err), tc.kind, tc.want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "rerank 2 documents at 127.0.0.1:") {
			t.Errorf("%s: %v does not say where", name, err)
		}
	}
}

// cutShort promises more than it sends.
func cutShort(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = io.WriteString(w, `{"results":[`)
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	c := serve(t, Options{}, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-done:
		}
	})
	defer close(done)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := c.Rerank(ctx, "q", []string{"a"}); !fault.Is(err, fault.Timeout) {
		t.Errorf("a server that does not answer: %v, want a timeout", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Rerank(canceled, "q", []string{"a"}); err == nil || fault.Is(err, fault.Unavailable) {
		t.Errorf("canceled: %v, want that said, and not that the server is away", err)
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	c, err := New(Options{URL: "http://127.0.0.1:1/rerank"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Rerank(t.Context(), "q", []string{"a"}); !fault.Is(err, fault.Unavailable) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("%v, want unavailable, with a fix", err)
	}
	if got, err := c.Rerank(t.Context(), "q", nil); got != nil || err != nil {
		t.Errorf("no documents: %v, %v; there is nothing to ask", got, err)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{
		{}, {URL: "127.0.0.1:8080"}, {URL: "ftp://host/x"}, {URL: "http://user:secret@host/rerank"}, {URL: "http:///rerank"},
		{URL: "http://rerank.example/v1/rerank", Key: "secret"},
	} {
		if _, err := New(o); !fault.Is(err, fault.Invalid) || strings.Contains(fmt.Sprint(err), "secret") {
			t.Errorf("%+v: %v, want it refused without its secret", o, err)
		}
	}
	for _, o := range []Options{{URL: "http://127.0.0.1:8080/rerank", Key: "k"}, {URL: "https://api.example/v1/rerank", Key: "k"}} {
		c, err := New(o)
		if err != nil {
			t.Errorf("%+v: %v", o, err)
			continue
		}
		c.Close()
	}
}

// JSON cannot say it, but a score that is no number would break every order.
func TestScoresAreNumbers(t *testing.T) {
	t.Parallel()
	for _, score := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := inOrder([]scored{{Index: new(0), Score: &score}}, 1); err == nil {
			t.Errorf("the score %v is taken as %v", score, got)
		}
	}
}
