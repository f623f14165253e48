package ollamatest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
)

// serve records and answers one request.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left
	}
	s.mu.Lock()
	s.requests = append(s.requests, Request{r.Method, r.URL.Path, string(body)})
	s.mu.Unlock()
	switch r.Method + " " + r.URL.Path {
	case "GET /api/version":
		s.replyRecorded(w, "version")
	case "GET /api/tags":
		s.list(w, "tags")
	case "GET /api/ps":
		s.list(w, "ps")
	case "POST /api/show":
		s.show(w, body)
	case "POST /api/embed":
		s.embed(w, r, body)
	case "POST /api/generate":
		s.fail(w, http.StatusBadRequest, `"`+s.options.Model+`" does not support generate`)
	default:
		http.NotFound(w, r)
	}
}

// list answers with the recorded list of models, in which ours takes the place
// of the recorded one.
func (s *Server) list(w http.ResponseWriter, name string) {
	s.mu.Lock()
	digest, missing := s.digest, s.missing
	s.mu.Unlock()
	answer := maps.Clone(s.recording(name).Response.Body.(map[string]any))
	model := maps.Clone(answer["models"].([]any)[0].(map[string]any))
	model["name"], model["model"], model["digest"] = tagged(s.options.Model), tagged(s.options.Model), digest
	answer["models"] = []any{model}
	if missing {
		answer["models"] = []any{}
	}
	s.reply(w, http.StatusOK, answer)
}

// show answers with the recorded description of the model.
func (s *Server) show(w http.ResponseWriter, body []byte) {
	var request struct {
		Model string `json:"model"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		s.replyRecorded(w, "embed-bad-json")
		return
	}
	if !s.has(request.Model) {
		s.failRecorded(w, "show-unknown", request.Model)
		return
	}
	answer := maps.Clone(s.recording("show").Response.Body.(map[string]any))
	info := maps.Clone(answer["model_info"].(map[string]any))
	info["bert.embedding_length"] = s.options.Dimension
	answer["model_info"] = info
	s.reply(w, http.StatusOK, answer)
}

// has reports whether the server has a model of this name.
func (s *Server) has(model string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.missing && strings.EqualFold(tagged(model), tagged(s.options.Model))
}

func tagged(model string) string {
	if strings.Contains(model, ":") {
		return model
	}
	return model + ":latest"
}

type embedRequest struct {
	Model      string `json:"model"`
	Input      any    `json:"input"`
	Truncate   *bool  `json:"truncate"`
	Dimensions int    `json:"dimensions"`
}

func (s *Server) embed(w http.ResponseWriter, r *http.Request, body []byte) {
	var request embedRequest
	if err := json.Unmarshal(body, &request); err != nil {
		s.replyRecorded(w, "embed-bad-json")
		return
	}
	texts, ok := inputs(request.Input)
	if !ok {
		s.replyRecorded(w, "embed-wrong-type")
		return
	}
	fault := s.take(texts)
	switch {
	case !s.has(request.Model):
		s.failRecorded(w, "embed-unknown-model", request.Model)
	case fault != nil:
		fault(s, w, r, s.vectors(texts, request.Dimensions))
	case s.tooLong(texts) && request.Truncate != nil && !*request.Truncate:
		s.replyRecorded(w, "embed-over-context-no-truncate")
	default:
		s.answer(w, texts, request.Dimensions)
	}
}

// inputs returns the texts of a request; the empty string counts as none, as
// Ollama has it.
func inputs(input any) ([]string, bool) {
	switch input := input.(type) {
	case string:
		if input == "" {
			return nil, true
		}
		return []string{input}, true
	case []any:
		texts := make([]string, len(input))
		for i, text := range input {
			var ok bool
			if texts[i], ok = text.(string); !ok {
				return nil, false
			}
		}
		return texts, true
	}
	return nil, false
}

// take counts the call and returns what shall go wrong with it.
func (s *Server) take(texts []string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	s.texts = append(s.texts, texts...)
	if len(s.next) > 0 {
		fault := s.next[0]
		s.next = s.next[1:]
		return fault
	}
	for _, on := range s.onText {
		if strings.Contains(strings.Join(texts, "\x00"), on.part) {
			return on.fault
		}
	}
	return s.always
}

func (s *Server) tooLong(texts []string) bool {
	for _, text := range texts {
		if s.options.ContextBytes > 0 && len(text) > s.options.ContextBytes {
			return true
		}
	}
	return false
}

// vectors returns the right vectors of texts, cut to the context as Ollama does.
func (s *Server) vectors(texts []string, dimensions int) [][]float32 {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if limit := s.options.ContextBytes; limit > 0 && len(text) > limit {
			text = text[:limit]
		}
		vectors[i] = Vector(text, s.options.Dimension)
		if dimensions > 0 && dimensions < len(vectors[i]) {
			vectors[i] = unit(vectors[i][:dimensions])
		}
	}
	return vectors
}

func (s *Server) answer(w http.ResponseWriter, texts []string, dimensions int) {
	answer := map[string]any{"model": s.options.Model, "embeddings": s.vectors(texts, dimensions)}
	if len(texts) > 0 {
		answer["total_duration"], answer["load_duration"] = 23449967, 14602997
		answer["prompt_eval_count"] = len(strings.Fields(strings.Join(texts, " ")))
	}
	s.reply(w, http.StatusOK, answer)
}
