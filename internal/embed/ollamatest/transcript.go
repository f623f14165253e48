package ollamatest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
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
func Transcripts() []Transcript {
	var all []Transcript
	if err := json.Unmarshal(transcriptsJSON, &all); err != nil {
		panic(fmt.Sprintf("ollamatest: testdata/transcripts.json: %v", err)) // built in
	}
	return all
}

// recording returns a fresh copy of the transcript of that name.
func recording(name string) Transcript {
	for _, t := range Transcripts() {
		if t.Name == name {
			return t
		}
	}
	panic(fmt.Sprintf("ollamatest: no transcript %q", name))
}

// recordedDigest returns the digest of the recorded model.
func recordedDigest() string {
	models := recording("tags").Response.Body.(map[string]any)["models"].([]any)
	return models[0].(map[string]any)["digest"].(string)
}

// replyRecorded answers exactly as recorded.
func replyRecorded(w http.ResponseWriter, name string) {
	t := recording(name)
	reply(w, t.Response.Status, t.Response.Body)
}

// failRecorded answers a recorded error about the unknown model "nope", which
// becomes one about model.
func failRecorded(w http.ResponseWriter, name, model string) {
	t := recording(name)
	message := t.Response.Body.(map[string]any)["error"].(string)
	fail(w, t.Response.Status, strings.ReplaceAll(message, "nope", model))
}
