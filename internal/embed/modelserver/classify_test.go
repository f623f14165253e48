package modelserver

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := map[string]time.Duration{
		"":                              0,
		"7":                             7 * time.Second,
		"-7":                            0,
		"soon":                          0,
		"99999999999999999999":          0,
		"Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second,
		"Fri, 02 Jan 2026 03:04:00 GMT": 0,
	}
	for value, want := range tests {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestMessage(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`{"error":"plain"}`:                            "plain",
		`{"error":{"message":"nested","code":400}}`:    "nested",
		`{"object":"error","message":"at the top"}`:    "at the top",
		`{"error":{"type":"no message"}}`:              `{"error":{"type":"no message"}}`,
		"<html>\n  <b>oops</b>\r\n</html>":             "<html> <b>oops</b> </html>",
		"":                                             "",
		`{"error":"two\nlines"}`:                       "two lines",
		`{"error":"` + strings.Repeat("é", 400) + `"}`: strings.Repeat("é", 150),
		"x" + strings.Repeat("é", 400):                 "x" + strings.Repeat("é", 149),
	}
	for body, want := range tests {
		got := message([]byte(body))
		if got != want || !utf8.ValidString(got) {
			t.Errorf("message(%q) = %q, want %q", body, got, want)
		}
	}
}
