package httpserver

import (
	"net/http"
	"strings"

	"coderag/internal/fault"
)

// asJSON gives the form of all other errors to those that the MCP library
// reports as plain text.
func asJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		translated := &translator{ResponseWriter: w}
		next.ServeHTTP(translated, r)
		if translated.status != 0 {
			err := fault.New(fault.Invalid, "%s", strings.TrimSpace(translated.text.String())).
				Fix("send what the Streamable HTTP transport of MCP asks for, or use a client of MCP")
			writeError(w, r, withStatus(translated.status, err))
		}
	})
}

// A translator holds back an error in plain text and passes on all else.
type translator struct {
	http.ResponseWriter
	status int // of the error held back, 0 if none
	text   strings.Builder
}

// WriteHeader holds back the status of an error in plain text.
func (t *translator) WriteHeader(status int) {
	plain := strings.HasPrefix(t.Header().Get("Content-Type"), "text/plain")
	if status >= http.StatusBadRequest && plain {
		t.status = status
		return
	}
	t.ResponseWriter.WriteHeader(status)
}

// Write holds back the text of such an error.
func (t *translator) Write(p []byte) (int, error) {
	if t.status != 0 {
		return t.text.Write(p)
	}
	return t.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach what t wraps.
func (t *translator) Unwrap() http.ResponseWriter { return t.ResponseWriter }
