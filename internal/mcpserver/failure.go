package mcpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/fault"
)

// outcomes names the kinds of error for metrics.
var outcomes = map[fault.Kind]string{
	fault.Internal:     "internal",
	fault.Invalid:      "invalid",
	fault.NotFound:     "not_found",
	fault.Unauthorized: "unauthorized",
	fault.Forbidden:    "forbidden",
	fault.TooLarge:     "too_large",
	fault.Busy:         "busy",
	fault.Unavailable:  "unavailable",
	fault.Unconfirmed:  "unconfirmed",
	fault.Timeout:      "timeout",
}

func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return outcomes[fault.KindOf(err)]
}

// reportable returns err as a caller may see it: one nobody classified is
// logged and concealed, unless the call ran out of time.
func (s *Server) reportable(ctx context.Context, extra *mcp.RequestExtra, project, what string, err error) error {
	if !fault.Is(err, fault.Internal) {
		return err
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.Timeout, "%s ran past its %v: %w", what, s.options.Timeout, err).
			Fix("ask for less: name a repo, a language or a path_prefix, or lower k").
			Fix("see index_status: the service may be busy with a first scan")
	case errors.Is(err, context.Canceled):
		return err // nobody is there to read it
	}
	incident := newIncident()
	s.options.Logger.ErrorContext(ctx, "request failed", "incident", incident,
		"request", requestID(extra), "project", project, "what", what, "err", err)
	return concealed(incident)
}

func newIncident() string { return rand.Text()[:10] }

// failed returns the result of a tool call that ended with err.
func failed(err error) *mcp.CallToolResult {
	var res mcp.CallToolResult
	res.Content = []mcp.Content{&mcp.TextContent{Text: explain(err)}}
	res.SetError(err)
	return &res
}

// explain renders err and, below it, what its reader can do.
func explain(err error) string {
	var b strings.Builder
	b.WriteString(err.Error())
	for _, fix := range fault.FixesOf(err) {
		b.WriteString("\n- ")
		b.WriteString(fix)
	}
	return b.String()
}
