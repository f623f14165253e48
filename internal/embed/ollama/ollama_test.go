package ollama_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/embed"
	"coderag/internal/embed/embedtest"
	"coderag/internal/embed/ollama"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	variants := map[string]struct {
		server ollamatest.Options
		client ollama.Options
	}{
		"plain":          {},
		"with a context": {server: ollamatest.Options{ContextBytes: 2000}},
		"with prefixes":  {ollamatest.Options{Model: "nomic-embed-text"}, ollama.Options{Model: "nomic-embed-text"}},
		"fewer floats":   {client: ollama.Options{Dimensions: 64}},
	}
	for name, v := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			embedtest.Run(t, func(t *testing.T) embed.Embedder {
				return newEmbedder(t, ollamatest.Start(t, v.server), v.client)
			})
		})
	}
}

func TestModel(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{Model: "nomic-embed-text", Digest: "abc"})
	e := newEmbedder(t, s, ollama.Options{Model: "Nomic-Embed-Text:latest", Dimensions: 256})
	got, err := e.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := ollama.Info{
		Model: embed.Model{
			Provider: "ollama", Name: "Nomic-Embed-Text:latest", Digest: "abc", Dimension: 256,
			Prefixes: embed.Known("nomic-embed-text").Version(),
		},
		ContextLength: 512,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Info (-want +got):\n%s", diff)
	}
	s.SetDigest("def")
	if m, err := e.Model(t.Context()); err != nil || m.Digest != "def" {
		t.Errorf("Model = %v, %v after the weights changed, want digest def", m, err)
	}
	if v, err := e.Version(t.Context()); err != nil || v != "0.0.0" {
		t.Errorf("Version = %q, %v, want 0.0.0 as recorded", v, err)
	}
}

// TestRequest pins what is sent, down to the keys: truncate must be there and
// false, and nothing may be sent that Ollama does not know.
func TestRequest(t *testing.T) {
	t.Parallel()
	prefixes := embed.Prefixes{Document: "d: ", Query: "q: "}
	tests := []struct {
		name    string
		options ollama.Options
		want    string
	}{
		{"least", ollama.Options{Prefixes: &embed.Prefixes{}}, `{"model":"tiny-bert","input":["x"],"truncate":false}`},
		{"prefix", ollama.Options{Prefixes: &prefixes}, `{"model":"tiny-bert","input":["q: x"],"truncate":false}`},
		{"dimensions", ollama.Options{Dimensions: 8}, `{"model":"tiny-bert","input":["x"],"truncate":false,"dimensions":8}`},
		{"kept for minutes", ollama.Options{KeepAlive: "30m"}, `{"model":"tiny-bert","input":["x"],"truncate":false,"keep_alive":"30m"}`},
		{"kept for ever", ollama.Options{KeepAlive: "-1"}, `{"model":"tiny-bert","input":["x"],"truncate":false,"keep_alive":-1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ollamatest.Start(t, ollamatest.Options{})
			if _, err := newEmbedder(t, s, tt.options).Query(t.Context(), "x"); err != nil {
				t.Fatal(err)
			}
			requests := s.Requests()
			last := requests[len(requests)-1]
			if diff := cmp.Diff(ollamatest.Request{Method: "POST", Path: "/api/embed", Body: tt.want}, last); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDocumentPrefix(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	e := newEmbedder(t, s, ollama.Options{Prefixes: &embed.Prefixes{Document: "d: ", Query: "q: "}})
	if _, err := e.Documents(t.Context(), []string{"x", "y"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"d: x", "d: y"}, s.Texts()); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

// TestRecordedAnswers gives the client each answer a real server was recorded
// to give to an embedding call, byte for byte.
func TestRecordedAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		texts int
		kind  fault.Kind // Internal: it succeeds
		is    error
		fix   string
	}{
		"embed-one":                      {texts: 1},
		"embed-two":                      {texts: 2},
		"embed-list-with-empty":          {texts: 3},
		"embed-empty-string":             {texts: 1, kind: fault.Unavailable, is: embed.ErrBadAnswer},
		"embed-empty-list":               {texts: 2, kind: fault.Unavailable, is: embed.ErrBadAnswer},
		"embed-unknown-model":            {texts: 1, kind: fault.Invalid, fix: "run: ollama pull tiny-bert"},
		"show-unknown":                   {texts: 1, kind: fault.Invalid, fix: "run: ollama pull tiny-bert"},
		"embed-bad-json":                 {texts: 1, kind: fault.Invalid, fix: "check `url`, `model` and `dimensions` in [embedding]"},
		"embed-wrong-type":               {texts: 1, kind: fault.Invalid, fix: "check `url`, `model` and `dimensions` in [embedding]"},
		"embed-over-context-default":     {texts: 1},
		"embed-over-context-no-truncate": {texts: 1, kind: fault.TooLarge, is: embed.ErrTooLong},
		"embed-batch-one-over-context":   {texts: 2, kind: fault.TooLarge, is: embed.ErrTooLong},
		"generate-on-embedding-model": {texts: 1, kind: fault.Invalid,
			fix: "set `model` in [embedding] to an embedding model this server can run"},
	}
	for _, transcript := range ollamatest.Transcripts(t) {
		want, ok := tests[transcript.Name]
		if !ok {
			continue
		}
		delete(tests, transcript.Name)
		t.Run(transcript.Name, func(t *testing.T) {
			t.Parallel()
			e, err := ollama.New(ollama.Options{URL: replaying(t, transcript), Model: "tiny-bert", Dimensions: 8})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			vectors, err := e.Documents(t.Context(), make([]string, want.texts))
			if fault.KindOf(err) != want.kind || (err == nil) != (len(vectors) == want.texts) {
				t.Fatalf("Documents = %d vectors, %v, want kind %d", len(vectors), err, want.kind)
			}
			if want.is != nil && !errors.Is(err, want.is) {
				t.Errorf("Documents = %v, want %v", err, want.is)
			}
			if got := strings.Join(fault.FixesOf(err), "; "); got != want.fix {
				t.Errorf("fixes %q, want %q", got, want.fix)
			}
		})
	}
	for name := range tests {
		t.Errorf("no transcript %q", name)
	}
}

// replaying serves the recorded answer to every embedding call, and the
// recorded model, and returns its address.
func replaying(t *testing.T, embedding ollamatest.Transcript) string {
	byPath := map[string]ollamatest.Transcript{}
	for _, transcript := range ollamatest.Transcripts(t) {
		if transcript.Name == "tags" || transcript.Name == "show" {
			byPath[transcript.Request.Path] = transcript
		}
	}
	byPath["/api/embed"] = embedding
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := byPath[r.URL.Path].Response
		w.Header().Set("Content-Type", response.ContentType)
		w.WriteHeader(response.Status)
		_ = json.NewEncoder(w).Encode(response.Body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestOptions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		options ollama.Options
		want    string // part of the error, "" for none
	}{
		{"default address", ollama.Options{Model: "m"}, ""},
		{"with a path and a slash", ollama.Options{Model: "m", URL: "https://models.example/ollama/"}, ""},
		{"no model", ollama.Options{}, "no model is named"},
		{"no scheme", ollama.Options{Model: "m", URL: "127.0.0.1:11434"}, "no plain http or https URL"},
		{"other scheme", ollama.Options{Model: "m", URL: "file:///etc/passwd"}, "no plain http or https URL"},
		{"with a password", ollama.Options{Model: "m", URL: "http://me:secret@127.0.0.1"}, "no plain http or https URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := ollama.New(tt.options)
			if tt.want == "" && err == nil {
				return
			}
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want) || len(fault.FixesOf(err)) == 0 {
				t.Errorf("New = %v, want %q with a fix", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("New = %v, which gives the password away", err)
			}
		})
	}
}

func TestDimensionsBeyondTheModel(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{Dimension: 16})
	_, err := newEmbedder(t, s, ollama.Options{Dimensions: 32}).Query(t.Context(), "x")
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "have 16 dimensions, not 32") {
		t.Errorf("Query = %v, want fault.Invalid about 16 dimensions", err)
	}
}

func BenchmarkDocuments(b *testing.B) {
	s := ollamatest.Start(b, ollamatest.Options{Dimension: 768})
	e, err := ollama.New(ollama.Options{URL: s.URL, Model: "tiny-bert", Timeout: time.Minute})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	texts := make([]string, 32)
	for i := range texts {
		texts[i] = strings.Repeat("word ", 38)
	}
	for b.Loop() {
		if _, err := e.Documents(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
}
