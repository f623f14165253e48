package mcpserver_test

import (
	"context"
	"flag"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"coderag/internal/mcpserver"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a server of b over HTTP and returns its URL.
func serve(tb testing.TB, b *backend, o mcpserver.Options) string {
	tb.Helper()
	o.Searcher, o.Reindexer, o.Catalog = b, b, b
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s, err := mcpserver.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/rag-mcp/{project}", s.Handler())
	server := httptest.NewServer(mux)
	tb.Cleanup(server.Close)
	return server.URL
}

// connect returns a session of the SDK's own client with one project.
func connect(tb testing.TB, url, project string) *mcp.ClientSession {
	tb.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	transport := &http.Transport{}
	session, err := client.Connect(tb.Context(), &mcp.StreamableClientTransport{
		Endpoint:   url + "/rag-mcp/" + project,
		HTTPClient: &http.Client{Transport: transport},
	}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		session.Close()
		transport.CloseIdleConnections()
	})
	return session
}

type args = map[string]any

// callTool calls a tool and returns its result and the text of it.
func callTool(tb testing.TB, session *mcp.ClientSession, name string, a any) (*mcp.CallToolResult, string) {
	tb.Helper()
	res, err := session.CallTool(context.WithoutCancel(tb.Context()), &mcp.CallToolParams{Name: name, Arguments: a})
	if err != nil {
		tb.Fatalf("call %s %v: %v", name, a, err)
	}
	var texts []string
	for _, content := range res.Content {
		texts = append(texts, content.(*mcp.TextContent).Text)
	}
	return res, strings.Join(texts, "\n")
}

// golden compares got with a file of testdata, which -update rewrites.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), -update rewrites it:\n%s", name, diff)
	}
}
