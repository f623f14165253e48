package httpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"time"

	"coderag/internal/fault"
)

// maxDepth is how deep the JSON of a request may nest. A tool call nests five.
const maxDepth = 64

// bounded limits the size of what a handler reads.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.MaxBytesHandler(next, s.options.MaxBody)
}

// message lets a POST of one JSON object pass, read in full.
func (s *Server) message(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := readMessage(r)
		if err != nil {
			writeError(w, r, err)
			return
		}
		// Passing it while the call runs would look as if the client had left.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

func readMessage(r *http.Request) ([]byte, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return nil, withStatus(http.StatusUnsupportedMediaType,
			fault.New(fault.Invalid, "Content-Type is not application/json").Fix("send Content-Type: application/json"))
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, unread(err)
	}
	return body, checkMessage(body)
}

// unread classifies an error in reading a body.
func unread(err error) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, "the request exceeds %d bytes", tooLarge.Limit).Fix("send less in one request")
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return withStatus(http.StatusRequestTimeout, fault.New(fault.Timeout, "the request took too long to arrive").Fix("send it again"))
	}
	return fault.New(fault.Invalid, "the request ended early").Fix("send it again")
}

// checkMessage refuses what is not one JSON object of sensible depth.
func checkMessage(body []byte) error {
	body = bytes.TrimSpace(body)
	one := "send one JSON-RPC request in each POST"
	switch {
	case len(body) == 0:
		return fault.New(fault.Invalid, "the body is empty").Fix("%s", one)
	case body[0] == '[':
		return fault.New(fault.Invalid, "the body is a batch").Fix("%s", one)
	case depth(body) > maxDepth:
		return fault.New(fault.Invalid, "the JSON nests deeper than %d", maxDepth).Fix("send flat arguments")
	case body[0] != '{' || !json.Valid(body):
		return fault.New(fault.Invalid, "the body is no JSON object").Fix("%s", one)
	}
	return nil
}

// depth returns how deep the objects and arrays of body nest, without parsing
// it: what it is told of need not be valid.
func depth(body []byte) int {
	deepest, now := 0, 0
	quoted, escaped := false, false
	for _, c := range body {
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			now++
			deepest = max(deepest, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return deepest
}
