package httpserver_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
	"coderag/internal/httpserver"
)

func TestReadiness(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		checks map[string]error
		status int
		body   string
	}{
		"nothing to check": {nil, 200, `{"status":"ok","checks":{}}`},
		"all there":        {map[string]error{"database": nil}, 200, `{"status":"ok","checks":{"database":"ok"}}`},
		"one missing": {map[string]error{"database": errors.New("dial postgres://shop"), "index": nil}, 503,
			`{"status":"unavailable","checks":{"database":"unavailable","index":"ok"}}`},
	} {
		o := options()
		o.Ready = func(context.Context) map[string]error { return c.checks }
		res, body := request{method: http.MethodGet, path: "/readyz", header: http.Header{"X-Rag-Token": nil}}.send(t, serve(t, newServer(t, o)))
		if diff := cmp.Diff(c.body+"\n", body); res.StatusCode != c.status || diff != "" {
			t.Errorf("%s: status %d, want %d; body (-want +got):\n%s", name, res.StatusCode, c.status, diff)
		}
	}
}

func TestHandleAsksForTheToken(t *testing.T) {
	t.Parallel()
	s := newServer(t, options())
	s.Handle("GET /api/x", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	url := serve(t, s)
	for want, h := range map[int]http.Header{204: nil, 401: {"X-Rag-Token": nil}} {
		if res, _ := (request{method: http.MethodGet, path: "/api/x", header: h}).send(t, url); res.StatusCode != want {
			t.Errorf("headers %v: status %d, want %d", h, res.StatusCode, want)
		}
	}
}

func TestMetricsCount(t *testing.T) {
	t.Parallel()
	o := options()
	o.Metrics = httpserver.NewMetrics()
	url := serve(t, newServer(t, o))
	o.Metrics.Call("search_code")("ok")
	o.Metrics.Call("search_code")("invalid")
	o.Metrics.Call("get_chunk")
	o.Metrics.Sweep("ok", 2*time.Second)
	request{method: http.MethodPost, header: http.Header{"X-Rag-Token": nil}}.send(t, url)
	_, body := request{method: http.MethodGet, path: "/metrics", header: http.Header{"X-Rag-Token": nil}}.send(t, url)
	for _, line := range []string{
		`coderag_tool_calls_total{outcome="ok",tool="search_code"} 1`,
		`coderag_tool_calls_total{outcome="invalid",tool="search_code"} 1`,
		`coderag_tool_call_seconds_count{tool="search_code"} 2`,
		`coderag_tool_calls_in_flight{tool="search_code"} 0`,
		`coderag_tool_calls_in_flight{tool="get_chunk"} 1`,
		`coderag_sweeps_total{outcome="ok"} 1`,
		`coderag_http_requests_total{status="401"} 1`,
	} {
		if !strings.Contains(body, line+"\n") {
			t.Errorf("metrics lack %s", line)
		}
	}
}

func TestRequestIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o := options()
	o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	url := serve(t, newServer(t, o))
	res, _ := request{method: http.MethodPost, header: http.Header{"X-Request-Id": {"bad id\""}}}.send(t, url)
	id := res.Header.Get("X-Request-Id")
	if len(id) != 12 {
		t.Errorf("request id %q, want one of our own", id)
	}
	want := "request=" + id + " method=POST path=/rag-mcp/shop status=200 bytes=17 took="
	if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, want) || strings.Contains(got, token) {
		t.Errorf("log %q, want one line with %q and no token", got, want)
	}
}

func TestPlainErrorsOfTheLibraryBecomeJSON(t *testing.T) {
	t.Parallel()
	o := options()
	o.MCP = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "Accept is missing", http.StatusBadRequest)
	})
	res, body := request{method: http.MethodPost}.send(t, serve(t, newServer(t, o)))
	if b := decoded(t, body); res.StatusCode != http.StatusBadRequest || b.Error != "Accept is missing" || len(b.Fixes) == 0 {
		t.Errorf("status %d, body %s", res.StatusCode, body)
	}
}

func TestErrorBody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    error
		status int
		want   httpserver.Body
	}{
		{fault.New(fault.NotFound, "no such file"), 404, httpserver.Body{Error: "no such file", Fixes: []string{}}},
		{fault.New(fault.Busy, "busy").Fix("wait"), 503, httpserver.Body{Error: "busy", Fixes: []string{"wait"}}},
		{fault.New(fault.Timeout, "late"), 504, httpserver.Body{Error: "late", Fixes: []string{}}},
		{errors.New("pgx: detail"), 500, httpserver.Body{Error: "internal error (request r1)",
			Fixes: []string{"try once more; if it stays, look for request r1 in the log of the server"}}},
	} {
		status, body := httpserver.ErrorBody(c.err, "r1")
		if diff := cmp.Diff(c.want, body); status != c.status || diff != "" {
			t.Errorf("%v: status %d, want %d; body (-want +got):\n%s", c.err, status, c.status, diff)
		}
	}
}
