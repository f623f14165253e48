package ollama_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"coderag/internal/embed"
	"coderag/internal/embed/ollama"
	"coderag/internal/embed/ollamatest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newEmbedder returns an embedder for the model of s, closed when the test ends.
func newEmbedder(t *testing.T, s *ollamatest.Server, o ollama.Options) *ollama.Embedder {
	t.Helper()
	o.URL = s.URL
	if o.Model == "" {
		o.Model = "tiny-bert"
	}
	e, err := ollama.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// quick repeats without noticeable pauses.
var quick = embed.Retry{Pause: time.Millisecond, MaxPause: 2 * time.Millisecond}
