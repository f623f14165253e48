package ollamatest

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

//go:embed testdata/transcripts.json
var transcriptsJSON []byte

// A Transcript is a request to a real Ollama and what it answered.
type Transcript struct {
	Name    string `json:"name"`
	Request struct {
		Method string `json:"method"`
		Path   string `json:"path"`
		Body   any    `json:"body"`
	} `json:"request"`
	Response struct {
		Status      int    `json:"status"`
		ContentType string `json:"content_type"`
		Body        any    `json:"body"`
	} `json:"response"`
}

// Transcripts returns the recordings, in order.
func Transcripts(tb testing.TB) (all []Transcript) {
	tb.Helper()
	if err := json.Unmarshal(transcriptsJSON, &all); err != nil {
		tb.Fatalf("ollamatest: testdata/transcripts.json: %v", err)
	}
	return all
}

// recordings returns the transcripts by name.
func recordings(tb testing.TB) map[string]Transcript {
	tb.Helper()
	byName := map[string]Transcript{}
	for _, t := range Transcripts(tb) {
		byName[t.Name] = t
	}
	return byName
}

// recording returns the transcript of that name, not to be changed. If there
// is none, the test fails.
func (s *Server) recording(name string) Transcript {
	t, ok := s.recorded[name]
	if !ok {
		s.tb.Errorf("ollamatest: no transcript %q", name)
	}
	return t
}

// recordedDigest returns the digest of the recorded model.
func (s *Server) recordedDigest() string {
	models := s.recording("tags").Response.Body.(map[string]any)["models"].([]any)
	return models[0].(map[string]any)["digest"].(string)
}

// replyRecorded answers exactly as recorded.
func (s *Server) replyRecorded(w http.ResponseWriter, name string) {
	t := s.recording(name)
	s.reply(w, t.Response.Status, t.Response.Body)
}

// failRecorded answers a recorded error about the unknown model "nope", which
// becomes one about model.
func (s *Server) failRecorded(w http.ResponseWriter, name, model string) {
	t := s.recording(name)
	message := t.Response.Body.(map[string]any)["error"].(string)
	s.fail(w, t.Response.Status, strings.ReplaceAll(message, "nope", model))
}
