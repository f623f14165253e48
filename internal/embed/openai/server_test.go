package openai_test

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"coderag/internal/embed/ollamatest"
)

// server is a small OpenAI-compatible server.
type server struct {
	models    string // answer to /v1/models, "" for 404
	key       string // asked for, "" for none
	backwards bool   // answers in reverse order

	mu       sync.Mutex
	received []string
}

// start serves until the test ends and returns the address.
func (s *server) start(t *testing.T) string {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", s.list)
	mux.HandleFunc("POST /v1/embeddings", s.embed)
	started := httptest.NewServer(mux)
	t.Cleanup(started.Close)
	return started.URL
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.models == "" {
		http.NotFound(w, r)
		return
	}
	_, _ = io.WriteString(w, s.models)
}

func (s *server) setModels(models string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = models
}

// bodies returns the embedding requests received.
func (s *server) bodies() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.received)
}

func (s *server) embed(w http.ResponseWriter, r *http.Request) {
	if s.key != "" && r.Header.Get("Authorization") != "Bearer "+s.key {
		http.Error(w, `{"error":{"message":"no key"}}`, http.StatusUnauthorized)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.received = append(s.received, string(body))
	s.mu.Unlock()
	var request struct {
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var data []map[string]any
	for i, text := range request.Input {
		vector := ollamatest.Vector(text, cmp.Or(request.Dimensions, 96))
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": vector})
	}
	if s.backwards {
		slices.Reverse(data)
	}
	answer, err := json.Marshal(map[string]any{"object": "list", "data": data, "model": "tiny"})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(answer)
}
