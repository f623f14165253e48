package httpserver_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
	"coderag/internal/httpserver"
	"coderag/internal/mcpserver"
	"coderag/internal/search"
	"coderag/internal/status"
)

// oneHit is a backend whose every search has one hit.
type oneHit struct {
	projects
	mcpserver.Reindexer
}

func (oneHit) Search(_ context.Context, project string, r search.Request) (search.Reply, error) {
	return search.Reply{Hits: []search.Hit{{Project: project, Path: "a.go", Lines: code.Span{Start: 1, End: 2}, ChunkID: "c", Excerpt: r.Query}}}, nil
}

func (oneHit) Chunk(context.Context, string, string, int) (search.ChunkText, error) {
	panic("a defect")
}

func (oneHit) Span(context.Context, string, search.SpanRequest) (search.SpanText, error) {
	return search.SpanText{}, nil
}

func (oneHit) Roots(string) []code.Root { return nil }

func (oneHit) Status(context.Context, string) (status.Project, error) { return status.Project{}, nil }

// withMCP returns the URL of both edges together.
func withMCP(t *testing.T) string {
	t.Helper()
	o := options()
	o.Metrics = httpserver.NewMetrics()
	backend := oneHit{projects: projects{"shop", "tools"}}
	tools, err := mcpserver.New(mcpserver.Options{
		Searcher: backend, Reindexer: backend, Catalog: backend, Logger: o.Logger, Observe: o.Metrics.Call,
	})
	if err != nil {
		t.Fatal(err)
	}
	o.MCP = tools.Handler()
	return "http://" + start(t, o).Addr()
}

// bearer adds the token to what a client sends.
type bearer struct{ *http.Transport }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return b.Transport.RoundTrip(r)
}

func TestAgentThroughBothEdges(t *testing.T) {
	t.Parallel()
	url := withMCP(t)
	transport := bearer{&http.Transport{}}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: url + "/rag-mcp/tools", HTTPClient: &http.Client{Transport: transport}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer transport.CloseIdleConnections()
	defer session.Close()

	for _, c := range []struct {
		tool    string
		args    map[string]any
		isError bool
		want    string
	}{
		{"search_code", map[string]any{"query": "first words"}, false, "first words"},
		{"get_chunk", map[string]any{"chunk_id": "c"}, true, "internal error"},
		{"search_code", map[string]any{"query": "after the panic"}, false, "after the panic"},
	} {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.args})
		if err != nil {
			t.Fatal(err)
		}
		if text := res.Content[0].(*mcp.TextContent).Text; res.IsError != c.isError || !strings.Contains(text, c.want) {
			t.Errorf("%s %v: isError %v, text %q, want %q", c.tool, c.args, res.IsError, text, c.want)
		}
	}

	_, metrics := request{method: http.MethodGet, path: "/metrics"}.send(t, url)
	for _, line := range []string{
		`coderag_tool_calls_total{outcome="ok",tool="search_code"} 2`,
		`coderag_tool_calls_total{outcome="panic",tool="get_chunk"} 1`,
	} {
		if !strings.Contains(metrics, line) {
			t.Errorf("metrics lack %s", line)
		}
	}
}

// TestRawRequestsThroughBothEdges speaks to the library as a program without
// one would.
func TestRawRequestsThroughBothEdges(t *testing.T) {
	t.Parallel()
	url := withMCP(t)
	accept := []string{"application/json, text/event-stream"}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_code","arguments":{"query":"raw words"}}}`
	for name, c := range map[string]struct {
		request
		status int
		want   string
	}{
		"a call":         {request{body: call, header: http.Header{"Accept": accept}}, 200, "raw words"},
		"any accept":     {request{body: call, header: http.Header{"Accept": {"*/*"}}}, 200, "raw words"},
		"no accept":      {request{body: call}, 400, `{"error":"Accept must contain`},
		"unknown tool":   {request{body: strings.Replace(call, "search_code", "grep", 1), header: http.Header{"Accept": accept}}, 200, `unknown tool \"grep\"`},
		"a batch":        {request{body: "[" + call + "]", header: http.Header{"Accept": accept}}, 400, "a batch"},
		"no such method": {request{body: `{"jsonrpc":"2.0","id":1,"method":"nope"}`, header: http.Header{"Accept": accept}}, 400, `{"error":`},
		"a notice":       {request{body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`, header: http.Header{"Accept": accept}}, 202, ""},
	} {
		c.method = http.MethodPost
		if res, body := c.send(t, url); res.StatusCode != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: status %d, want %d; body %s", name, res.StatusCode, c.status, body)
		}
	}
}
