package mcpserver_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"coderag/internal/mcpserver"
	"coderag/internal/search"
)

// BenchmarkCall measures what a tool call costs besides the search itself:
// over HTTP on loopback, with a backend that answers at once.
func BenchmarkCall(b *testing.B) {
	backend := full()
	reply, _ := backend.search(nil, "", search.Request{})
	backend.search = func(context.Context, string, search.Request) (search.Reply, error) { return reply, nil }
	url := serve(b, backend, mcpserver.Options{})
	b.Run("client", func(b *testing.B) {
		session := connect(b, url, "shop")
		for b.Loop() {
			callTool(b, session, "search_code", args{"query": "retry with backoff"})
		}
	})
	b.Run("raw", func(b *testing.B) {
		for b.Loop() {
			rawCall(b, url+"/rag-mcp/shop", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_code","arguments":{"query":"retry with backoff"}}}`)
		}
	})
	b.Run("raw/list", func(b *testing.B) {
		for b.Loop() {
			rawCall(b, url+"/rag-mcp/shop", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		}
	})
}

// rawCall posts one request as a client of the protocol before 2026-07-28.
func rawCall(b *testing.B, url, body string) {
	b.Helper()
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewBufferString(body))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		b.Fatalf("status %d, %v", res.StatusCode, err)
	}
}

// BenchmarkServerOfProject measures what finding the server of a project costs
// the first time, which is once for each project, and after that.
func BenchmarkServerOfProject(b *testing.B) {
	backend := full()
	first := mcpserver.Options{Searcher: backend, Reindexer: backend, Catalog: backend}
	s, err := mcpserver.New(first)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			mcpserver.Build(s, "shop")
		}
	})
	r, err := http.NewRequest(http.MethodPost, "/rag-mcp/shop", nil)
	if err != nil {
		b.Fatal(err)
	}
	r.SetPathValue("project", "shop")
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			mcpserver.ForRequest(s, r)
		}
	})
}
