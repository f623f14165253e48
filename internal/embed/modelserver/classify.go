package modelserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

// closed reports whether err says that the other side hung up.
func closed(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		strings.Contains(err.Error(), "server closed idle connection")
}

// refused reads an answer that is no success and classifies it.
func (c *Client) refused(ctx context.Context, response *http.Response) error {
	content, err := io.ReadAll(io.LimitReader(response.Body, maxError))
	if err != nil {
		return c.broken(ctx, err)
	}
	return c.classify(response.StatusCode, message(content), retryAfter(response.Header, time.Now()))
}

// message takes the text out of the shapes in which servers wrap it:
// {"error":"..."}, {"error":{"message":"..."}}, {"message":"..."}, plain text.
func message(content []byte) string {
	var wrapped struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(content, &wrapped) != nil {
		return oneLine(string(content))
	}
	var text string
	var nested struct {
		Message string `json:"message"`
	}
	switch {
	case json.Unmarshal(wrapped.Error, &text) == nil && text != "":
		return oneLine(text)
	case json.Unmarshal(wrapped.Error, &nested) == nil && nested.Message != "":
		return oneLine(nested.Message)
	}
	return oneLine(cmp.Or(wrapped.Message, string(content)))
}

// oneLine makes text from another program fit for an error message: at most
// 300 bytes of valid UTF-8 without line ends.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.ToValidUTF8(text[:min(300, len(text))], "")
}

// retryAfter reads the header of that name: seconds or a date.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 24); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

// The words by which a problem is known whatever the status says: Ollama
// answers 400 both for a text too long and for a crash, llama.cpp 500 for a text
// too long. All in lower case.
var (
	saysTooLong = []string{
		"context length", "context size", "maximum context", "max context",
		"too large to process", "larger than the context", "must have less than",
		"too many tokens", "maximum allowed batch size",
	}
	saysBadNumbers = []string{"nan or inf", "unsupported value: nan", "unsupported value: +inf", "unsupported value: -inf"}
	saysCrashed    = []string{
		": eof", ": unexpected eof", "connection reset", "connection refused", "broken pipe",
		"runner process", "runner has", "signal: ", "exit status",
	}
	saysMissing  = []string{"not found", "does not exist"} // of a model
	saysNoMemory = []string{"requires more system memory", "insufficient_quota", "exceeded your current quota"}
	saysNoEmbed  = []string{"does not support embed", "not support embeddings", "does not support generate"}
)

func containsAny(text string, words []string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// classify turns an answer that is no success into an error. The words go
// before the status.
func (c *Client) classify(status int, message string, after time.Duration) error {
	text := strings.ToLower(message)
	switch {
	case containsAny(text, saysTooLong), status == http.StatusRequestEntityTooLarge:
		return fault.New(fault.TooLarge, "status %d: %s: %w", status, message, embed.ErrTooLong)
	case containsAny(text, saysBadNumbers):
		return fault.New(fault.Unavailable, "status %d: %s: %w", status, message, embed.ErrBadAnswer)
	case containsAny(text, saysNoMemory), containsAny(text, saysNoEmbed):
		return fault.New(fault.Invalid, "status %d: %s", status, message).
			Fix("set `model` in [embedding] to an embedding model this server can run")
	case strings.Contains(text, "model") && containsAny(text, saysMissing):
		return c.missing(status, message)
	case containsAny(text, saysCrashed):
		return fault.New(fault.Unavailable, "status %d: %s: %w", status, message, embed.ErrCrashed)
	}
	return byStatus(status, message, after)
}

func (c *Client) missing(status int, message string) error {
	e := fault.New(fault.Invalid, "status %d: %s", status, message)
	if c.options.MissingFix != "" {
		e = e.Fix("%s", c.options.MissingFix)
	}
	return e
}

// byStatus classifies an answer whose words say nothing.
func byStatus(status int, message string, after time.Duration) error {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		busy := &embed.BusyError{Reason: message, After: after}
		return fault.New(fault.Busy, "status %d: %w", status, busy)
	case http.StatusUnauthorized, http.StatusForbidden:
		return fault.New(fault.Invalid, "status %d: %s", status, message).
			Fix("set the API key in [embedding] to one this server accepts")
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return fault.New(fault.Timeout, "status %d: %s", status, message)
	case http.StatusInternalServerError:
		return fault.New(fault.Unavailable, "status %d: %s: %w", status, message, embed.ErrCrashed)
	}
	if status > http.StatusInternalServerError {
		return fault.New(fault.Unavailable, "status %d: %s", status, message)
	}
	return fault.New(fault.Invalid, "status %d: %s", status, message).
		Fix("check `url`, `model` and `dimensions` in [embedding]")
}
