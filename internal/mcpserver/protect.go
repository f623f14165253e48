package mcpserver

import (
	"context"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/fault"
)

// protect is middleware that bounds the time of every request and survives a
// panic in its handler, which would otherwise end the process. Clients of
// older protocol versions do not cancel a call by leaving: the deadline does.
func (s *Server) protect(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if cause := recover(); cause != nil {
				res, err = s.panicked(ctx, method, req, cause)
			}
		}()
		ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
		defer cancel()
		return next(ctx, method, req)
	}
}

// panicked logs a panic with its stack and reports it without either: as the
// result of a tool call, or as a protocol error.
func (s *Server) panicked(ctx context.Context, method string, req mcp.Request, cause any) (mcp.Result, error) {
	incident := newIncident()
	s.options.Logger.ErrorContext(ctx, "panic in a request", "incident", incident,
		"request", requestID(req.GetExtra()), "method", method, "panic", cause, "stack", string(debug.Stack()))
	if _, call := req.(*mcp.CallToolRequest); call {
		return failed(concealed(incident)), nil
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: explain(concealed(incident))}
}

// requestID returns the id the HTTP server gave to the request, "" if none.
func requestID(extra *mcp.RequestExtra) string {
	if extra == nil {
		return ""
	}
	return extra.Header.Get("X-Request-Id")
}

// concealed returns what a caller is told of an error that was logged under
// the incident.
func concealed(incident string) error {
	return fault.New(fault.Internal, "internal error (incident %s)", incident).
		Fix("try once more; if it stays, tell the operator to look for incident %s in the log of the server", incident)
}
