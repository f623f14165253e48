package evaluate_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/cli/clitest"
)

// A question put to a server carries the token and the arguments of the flags,
// and is judged by the hits that come back.
func TestEvalOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	asked := make(chan map[string]any, 16)
	server := mcp.NewServer(&mcp.Implementation{Name: "fake", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "search_code"}, func(_ context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, map[string]any, error) {
		asked <- in
		hits := []map[string]any{{"path": "other.py", "start": 1, "end": 2}, {"path": "retry.py", "start": 1, "end": 2, "excerpt": "def", "matched": []string{"retry"}}}
		return nil, map[string]any{"hits": hits}, nil
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/rag-mcp/api" || r.Header.Get("X-RAG-Token") != clitest.Token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer web.Close()
	r := readRun(t, s.run("--questions", s.path("q.jsonl"), "--split", "dev", "--json", "--url", web.URL, "--granularity", "chunk", "--chars", "300"))
	want := map[string]any{"query": "retry upload with backoff", "k": 10.0, "granularity": "chunk", "max_chars": 300.0}
	if diff := cmp.Diff(want, <-asked); diff != "" {
		t.Errorf("arguments (-want +got)\n%s", diff)
	}
	if o := r.Outcomes[0]; o.First() != 2 || o.Tokens[0] < 20 || r.Way != "http" || r.Name != "granularity chunk" {
		t.Errorf("%s run %q: %+v, want the target at rank 2", r.Way, r.Name, o)
	}
}
