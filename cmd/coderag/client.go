package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/fault"
)

// baseURL returns how the server is reached from this machine: one that listens
// on every address is reached over the loopback.
func baseURL(c config.Config) string {
	host, port, err := net.SplitHostPort(c.Server.Address)
	if err != nil {
		return "http://" + c.Server.Address // config checked it
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// endpoint returns where a project is served.
func endpoint(c config.Config, project string) string { return baseURL(c) + "/rag-mcp/" + project }

// callTool calls a tool of the project's endpoint and returns its text, and its
// structured output in structured unless that is nil.
func callTool(ctx context.Context, c config.Config, project, tool string, arguments map[string]any, structured any) (_ string, err error) {
	url := endpoint(c, project)
	defer fault.Wrap(&err, "call %s at %s", tool, url)
	if err := c.RequireToken(); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Server.CallTimeout+5*time.Second)
	defer cancel()
	transport := newTransport(c.Server.Token)
	defer transport.direct.CloseIdleConnections()
	client := mcp.NewClient(&mcp.Implementation{Name: "coderag", Version: cli.Version()}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: url, MaxRetries: -1, DisableStandaloneSSE: true, HTTPClient: &http.Client{Transport: transport},
	}, nil)
	if err != nil {
		return "", transport.explain(err)
	}
	defer func() { _ = session.Close() }()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", transport.explain(err)
	}
	text, err := resultText(result)
	if err != nil || structured == nil {
		return text, err
	}
	return text, decode(result.StructuredContent, structured)
}

// decode puts what came as JSON into a value of another type.
func decode(from, into any) error {
	data, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// resultText returns the text of a result. That of an error has its fixes in it.
func resultText(result *mcp.CallToolResult) (string, error) {
	text := ""
	for _, content := range result.Content {
		if t, ok := content.(*mcp.TextContent); ok {
			text += t.Text
		}
	}
	if result.IsError {
		return "", fault.New(fault.Invalid, "%s", text)
	}
	return text, nil
}

// A transport presents the token, uses no proxy, which would learn it, and
// remembers why the server refused a request: the client of MCP drops that.
type transport struct {
	token   string
	direct  *http.Transport
	refused error
}

func newTransport(token string) *transport {
	direct := http.DefaultTransport.(*http.Transport).Clone()
	direct.Proxy = nil
	return &transport{token: token, direct: direct}
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-RAG-Token", t.token)
	response, err := t.direct.RoundTrip(r)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return response, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	t.refused = refusal(response.StatusCode, body)
	response.Body = io.NopCloser(strings.NewReader(string(body)))
	return response, nil
}

// refusal turns the response of an error into that error, with its fixes; nil
// where it does not come from our server.
func refusal(status int, body []byte) error {
	var told struct {
		Error string   `json:"error"`
		Fixes []string `json:"fixes"`
	}
	_ = json.Unmarshal(body, &told) // what is no JSON leaves it empty
	if told.Error == "" {
		return nil
	}
	err := fault.New(kindOf(status), "%s", told.Error)
	for _, fix := range told.Fixes {
		err = err.Fix("%s", fix)
	}
	return err
}

func kindOf(status int) fault.Kind {
	switch status {
	case http.StatusNotFound:
		return fault.NotFound
	case http.StatusServiceUnavailable:
		return fault.Busy
	case http.StatusUnauthorized:
		return fault.Unauthorized
	case http.StatusForbidden:
		return fault.Forbidden
	case http.StatusInternalServerError:
		return fault.Internal
	}
	return fault.Invalid
}

// explain returns why the server refused, or that it does not answer.
func (t *transport) explain(err error) error {
	if t.refused != nil {
		return t.refused
	}
	return fault.New(fault.Unavailable, "%w", err).
		Fix("is the server up? run: make up, or: bin/server").Fix("run: bin/coderag doctor")
}
