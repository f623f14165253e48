package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args = map[string]any

func params(tool string, a args) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: tool, Arguments: a}
}

// A session is a client of one endpoint.
type session struct {
	*mcp.ClientSession
	outputs map[string]*jsonschema.Resolved // schemas by tool
}

// An answer is what a tool answered.
type answer struct {
	text       string
	structured []byte
	failed     bool
}

// withToken adds the token to every request.
type withToken struct{ *http.Transport }

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-RAG-Token", token)
	return w.Transport.RoundTrip(r)
}

// connect returns a session with the project's endpoint.
func (s *service) connect(t *testing.T, project string) *session {
	t.Helper()
	transport := &http.Transport{}
	client := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil)
	raw, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url(project), HTTPClient: &http.Client{Transport: withToken{transport}},
		MaxRetries: -1, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		raw.Close()
		transport.CloseIdleConnections()
	})
	return &session{raw, outputSchemas(t, raw)}
}

// outputSchemas returns what each tool promises of its structured output.
func outputSchemas(t *testing.T, raw *mcp.ClientSession) map[string]*jsonschema.Resolved {
	t.Helper()
	list, err := raw.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	schemas := make(map[string]*jsonschema.Resolved)
	for _, tool := range list.Tools {
		var schema jsonschema.Schema
		recode(t, tool.OutputSchema, &schema)
		if schemas[tool.Name], err = schema.Resolve(nil); err != nil {
			t.Fatal(err)
		}
	}
	return schemas
}

// recode puts the JSON of from into to.
func recode(t *testing.T, from, to any) {
	t.Helper()
	data, err := json.Marshal(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

// call calls a tool, whose structured output must keep its schema.
func (s *session) call(t *testing.T, tool string, a args) answer {
	t.Helper()
	result, err := s.CallTool(t.Context(), params(tool, a))
	if err != nil {
		t.Fatalf("%s %v: %v", tool, a, err)
	}
	var text strings.Builder
	for _, content := range result.Content {
		text.WriteString(content.(*mcp.TextContent).Text)
	}
	out := answer{text: text.String(), failed: result.IsError}
	if out.failed {
		return out
	}
	if err := s.outputs[tool].Validate(result.StructuredContent); err != nil {
		t.Errorf("%s %v: output breaks its schema: %v", tool, a, err)
	}
	if out.structured, err = json.Marshal(result.StructuredContent); err != nil {
		t.Fatal(err)
	}
	return out
}

// ask calls a tool that must succeed, puts its structured output into to, and
// returns its text, which must tell the same.
func (s *session) ask(t *testing.T, tool string, a args, to any) string {
	t.Helper()
	got := s.call(t, tool, a)
	if got.failed {
		t.Fatalf("%s %v: %s", tool, a, got.text)
	}
	if err := json.Unmarshal(got.structured, to); err != nil {
		t.Fatal(err)
	}
	for _, missing := range untold(t, tool, got.structured, got.text) {
		t.Errorf("%s %v: the text lacks %q of the structured output:\n%s", tool, a, missing, got.text)
	}
	return got.text
}

// search returns the hits of a search that must succeed.
func (s *session) search(t *testing.T, a args) []hit {
	t.Helper()
	var found searched
	s.ask(t, "search_code", a, &found)
	return found.Hits
}

// refused calls a tool that must fail, with text that has every part.
func (s *session) refused(t *testing.T, tool string, a args, parts ...string) {
	t.Helper()
	got := s.call(t, tool, a)
	if !got.failed {
		t.Errorf("%s %v: succeeded:\n%s", tool, a, got.text)
	}
	for _, part := range parts {
		if !strings.Contains(got.text, part) {
			t.Errorf("%s %v: told %q, want %q", tool, a, got.text, part)
		}
	}
}
