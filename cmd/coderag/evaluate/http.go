package evaluate

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/cli"
	"coderag/internal/code"
	"coderag/internal/eval"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// overHTTP asks a running server over MCP, by one session a project.
type overHTTP struct {
	*evaluation
	*ground
	sessions map[string]*mcp.ClientSession // by project
}

// structured is what of the reply of search_code is read.
type structured struct {
	Hits []struct {
		Path    string `json:"path"`
		Start   int    `json:"start"`
		End     int    `json:"end"`
		ChunkID string `json:"chunk_id"`
		Symbols []struct {
			Name string `json:"name"`
		} `json:"symbols"`
		Matched []string `json:"matched"`
		Excerpt string   `json:"excerpt"`
	} `json:"hits"`
	Diagnosis *search.Diagnosis `json:"diagnosis"`
}

// Search implements eval.Searcher.
func (s *overHTTP) Search(ctx context.Context, a eval.Ask) (answer eval.Answer, err error) {
	p := s.places[a.Repo]
	session, err := s.session(ctx, p.project)
	if err != nil {
		return answer, err
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search_code", Arguments: s.arguments(p, a)})
	if err != nil {
		return answer, err
	}
	if result.IsError {
		return answer, refused(result)
	}
	data, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return answer, err
	}
	var reply structured
	if err := json.Unmarshal(data, &reply); err != nil {
		return answer, err
	}
	if reply.Diagnosis != nil {
		answer.Reason = string(reply.Diagnosis.Reason)
	}
	answer.Hits = make([]eval.Hit, len(reply.Hits))
	for i, h := range reply.Hits {
		names := make([]string, len(h.Symbols))
		for j, symbol := range h.Symbols {
			names[j] = symbol.Name
		}
		answer.Hits[i] = p.hit(eval.Printed{
			Path: h.Path, Lines: code.Span{Start: h.Start, End: h.End}, Symbols: names,
			Matched: h.Matched, ChunkID: h.ChunkID, Excerpt: h.Excerpt,
		})
	}
	return answer, nil
}

func (s *overHTTP) arguments(p *place, a eval.Ask) map[string]any {
	arguments := map[string]any{"query": a.Query, "k": a.K}
	if s.maxChars > 0 {
		arguments["max_chars"] = s.maxChars
	}
	for name, value := range map[string]string{
		"granularity": s.ablation.Granularity, "expand": s.ablation.Expand, "repo": s.onlyRepo(p),
	} {
		if value != "" {
			arguments[name] = value
		}
	}
	return arguments
}

// session returns the session with the endpoint of a project. It lives as long
// as the command.
func (s *overHTTP) session(ctx context.Context, project string) (_ *mcp.ClientSession, err error) {
	if session := s.sessions[project]; session != nil {
		return session, nil
	}
	at := strings.TrimSuffix(s.url, "/") + "/rag-mcp/" + project
	client := mcp.NewClient(&mcp.Implementation{Name: "coderag eval", Version: cli.Version()}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: at, MaxRetries: -1, DisableStandaloneSSE: true,
		HTTPClient: &http.Client{Transport: newTransport(s.config.Server.Token)},
	}, nil)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "%s: %w", at, err).Fix("is the server up? run: make up")
	}
	s.sessions[project] = session
	return session, nil
}

// refused returns what a tool says that refuses.
func refused(result *mcp.CallToolResult) error {
	text := ""
	for _, content := range result.Content {
		if t, ok := content.(*mcp.TextContent); ok {
			text += t.Text
		}
	}
	return fault.New(fault.Invalid, "%s", text)
}

// A transport presents the token, and uses no proxy, which would learn it.
type transport struct {
	token  string
	direct *http.Transport
}

func newTransport(token string) transport {
	direct := http.DefaultTransport.(*http.Transport).Clone()
	direct.Proxy = nil
	return transport{token, direct}
}

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-RAG-Token", t.token)
	return t.direct.RoundTrip(r)
}
