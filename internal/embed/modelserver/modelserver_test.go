package modelserver

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"coderag/internal/embed"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestAnswerIsBounded: an endless answer is not read to its end.
func TestAnswerIsBounded(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := fmt.Fprint(w, strings.Repeat(" ", 4096)); err != nil {
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	c, err := New(Options{URL: server.URL, MaxAnswer: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	var out any
	if err := c.Get(t.Context(), "/x", &out); !errors.Is(err, embed.ErrBadAnswer) || !strings.Contains(err.Error(), "longer than 100000 bytes") {
		t.Errorf("Get = %v, want ErrBadAnswer about 100000 bytes", err)
	}
}
