package mcpserver_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/mcpserver"
)

// agent sends every request as the named program.
type agent struct {
	name string
	next *http.Transport
}

func (a agent) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", a.name)
	return a.next.RoundTrip(r)
}

// TestStructureIsLeftOutWhereItHidesTheText holds what is sent to a client that
// shows its model structured output in place of the text, and that only to it.
func TestStructureIsLeftOutWhereItHidesTheText(t *testing.T) {
	t.Parallel()
	url := serve(t, full(), mcpserver.Options{})
	for name, structured := range map[string]bool{
		"claude-code/2.1.332 (sdk-cli)": false,
		"Go-http-client/1.1":            true,
		"not-claude-code/1.0":           true,
		"":                              true,
	} {
		session := connectAs(t, url, agent{name, &http.Transport{}})
		list, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if (tool.OutputSchema != nil) != structured {
				t.Errorf("%q: output schema of %s: %v, want one: %v", name, tool.Name, tool.OutputSchema, structured)
			}
		}
		res, text := callTool(t, session, "search_code", args{"query": "retry"})
		if (res.StructuredContent != nil) != structured || text == "" {
			t.Errorf("%q: structured %v with text %q, want it: %v", name, res.StructuredContent, text, structured)
		}
	}
}

// connectAs returns a session of project shop whose requests a sends.
func connectAs(t *testing.T, url string, a agent) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: url + "/rag-mcp/shop", HTTPClient: &http.Client{Transport: a}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		a.next.CloseIdleConnections()
	})
	return session
}

func TestPromptsAreRefused(t *testing.T) {
	t.Parallel()
	session := connect(t, serve(t, &backend{}, mcpserver.Options{}), "shop")
	_, listed := session.ListPrompts(t.Context(), nil)
	_, got := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "x"})
	for method, err := range map[string]error{"prompts/list": listed, "prompts/get": got} {
		if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeMethodNotFound {
			t.Errorf("%s: error %v, want method not found", method, err)
		}
	}
}

// TestRequestsAreNotLogged holds against a line in the log for every request,
// which is the HTTP server's to write.
func TestRequestsAreNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o := mcpserver.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelInfo}))}
	callTool(t, connect(t, serve(t, full(), o), "shop"), "list_repos", nil)
	if log.Len() > 0 {
		t.Errorf("logged:\n%s", log.String())
	}
}
