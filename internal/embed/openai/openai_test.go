package openai_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"coderag/internal/embed"
	"coderag/internal/embed/embedtest"
	"coderag/internal/embed/openai"
	"coderag/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newEmbedder(t *testing.T, o openai.Options) *openai.Embedder {
	t.Helper()
	if o.Model == "" {
		o.Model = "tiny"
	}
	e, err := openai.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestConformance(t *testing.T) {
	t.Parallel()
	variants := map[string]struct {
		server *server
		client openai.Options
	}{
		"without a list of models": {server: &server{}},
		"with a list of models":    {server: &server{models: `{"data":[{"id":"tiny","root":"org/tiny"}]}`}},
		"backwards":                {server: &server{backwards: true}},
		"with prefixes":            {server: &server{}, client: openai.Options{Model: "nomic-embed-text-v1.5"}},
		"fewer floats":             {server: &server{}, client: openai.Options{Dimensions: 64}},
		"with a key":               {&server{key: "k-1"}, openai.Options{Key: "k-1"}},
	}
	for name, v := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			embedtest.Run(t, func(t *testing.T) embed.Embedder {
				client := v.client
				client.URL = v.server.start(t)
				return newEmbedder(t, client)
			})
		})
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	s := server{}
	e := newEmbedder(t, openai.Options{URL: s.start(t), Prefixes: &embed.Prefixes{Query: "q: ", Document: "d: "}, Dimensions: 8})
	if _, err := e.Documents(t.Context(), []string{"x", "y"}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Query(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"model":"tiny","input":["d: x","d: y"],"encoding_format":"float","dimensions":8}`,
		`{"model":"tiny","input":["q: x"],"encoding_format":"float","dimensions":8}`,
	}
	if diff := cmp.Diff(want, s.bodies()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestModelTellsWeightsApart: what llama.cpp tells of the loaded file changes
// with the file, what changes from call to call does not count.
func TestModelTellsWeightsApart(t *testing.T) {
	t.Parallel()
	list := `{"data":[{"id":"/models/%s.gguf","created":%d,"meta":{"n_vocab":30522,"n_embd":16,"n_params":22565376,"size":%d}}]}`
	s := server{models: fmt.Sprintf(list, "a", 1, 45)}
	e := newEmbedder(t, openai.Options{URL: s.start(t)})
	first := model(t, e)
	s.setModels(fmt.Sprintf(list, "a", 2, 45))
	if again := model(t, e); again != first {
		t.Errorf("Model = %v, then %v of the same weights", first, again)
	}
	s.setModels(fmt.Sprintf(list, "b", 2, 46))
	if other := model(t, e); other.Digest == first.Digest || first.Digest == "" {
		t.Errorf("digest %q, then %q of other weights, want another", first.Digest, other.Digest)
	}
}

func model(t *testing.T, e embed.Embedder) embed.Model {
	t.Helper()
	m, err := e.Model(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRefusals: how servers of this kind word what they refuse.
func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		body   string
		kind   fault.Kind
		is     error
	}{
		{"llama.cpp too long", 500, `{"error":{"code":500,"message":"input (992 tokens) is too large to process. increase the physical batch size (current batch size: 512)","type":"server_error"}}`, fault.TooLarge, embed.ErrTooLong},
		{"llama.cpp loading", 503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, fault.Busy, nil},
		{"vLLM too long", 400, `{"object":"error","message":"This model's maximum context length is 512 tokens. However, you requested 1451 tokens in the input for embedding generation."}`, fault.TooLarge, embed.ErrTooLong},
		{"vLLM model", 404, `{"object":"error","message":"The model ` + "`x`" + ` does not exist."}`, fault.Invalid, nil},
		{"TEI too long", 413, `{"error":"Input validation error: inputs must have less than 512 tokens. Given: 600","error_type":"Validation"}`, fault.TooLarge, embed.ErrTooLong},
		{"TEI overloaded", 429, `{"error":"Model is overloaded","error_type":"Overloaded"}`, fault.Busy, nil},
		{"OpenAI key", 401, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error"}}`, fault.Invalid, nil},
		{"OpenAI quota", 429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, fault.Invalid, nil},
		{"plain text", 500, `oops`, fault.Unavailable, embed.ErrCrashed},
		{"no such path", 404, `404 page not found`, fault.Invalid, nil},
		{"index twice", 200, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, fault.Unavailable, embed.ErrBadAnswer},
		{"index beyond", 200, `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, fault.Unavailable, embed.ErrBadAnswer},
		{"too few", 200, `{"data":[{"index":0,"embedding":[1]}]}`, fault.Unavailable, embed.ErrBadAnswer},
		{"NaN", 200, `{"data":[{"index":0,"embedding":[NaN]},{"index":1,"embedding":[1]}]}`, fault.Unavailable, embed.ErrBadAnswer},
		{"null", 200, `{"data":[{"index":0,"embedding":null},{"index":1,"embedding":[1]}]}`, fault.Unavailable, embed.ErrBadAnswer},
		{"two dimensions", 200, `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, fault.Invalid, embed.ErrBadAnswer},
		{"base64", 200, `{"data":[{"index":0,"embedding":"AACAPw=="},{"index":1,"embedding":"AACAPw=="}]}`, fault.Unavailable, embed.ErrBadAnswer},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tt.status)
				_, _ = fmt.Fprint(w, tt.body)
			}))
			t.Cleanup(server.Close)
			vectors, err := newEmbedder(t, openai.Options{URL: server.URL}).Documents(t.Context(), []string{"a", "b"})
			if fault.KindOf(err) != tt.kind || vectors != nil || (tt.is != nil && !errors.Is(err, tt.is)) {
				t.Errorf("Documents = %d vectors, %v (kind %d), want none, %v of kind %d",
					len(vectors), err, fault.KindOf(err), tt.is, tt.kind)
			}
		})
	}
}

// TestKeyStaysOnThisMachine: a key goes to loopback or over https, nowhere else.
func TestKeyStaysOnThisMachine(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"http://127.0.0.1:8080":        true,
		"http://localhost:8080/v1":     true,
		"http://[::1]:8080":            true,
		"https://api.example.com/v1":   true,
		"http://api.example.com/v1":    false,
		"http://192.168.1.5:8080":      false,
		"http://localhost.example.com": false,
		"http://127.0.0.1.example.com": false,
	}
	for address, allowed := range tests {
		_, err := openai.New(openai.Options{URL: address, Model: "m", Key: "secret"})
		if (err == nil) != allowed || (err != nil && (!fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "secret"))) {
			t.Errorf("New(%s) with a key = %v, want allowed %t", address, err, allowed)
		}
		if _, err := openai.New(openai.Options{URL: address, Model: "m"}); err != nil {
			t.Errorf("New(%s) without a key = %v", address, err)
		}
	}
}

// TestKeyDoesNotFollowRedirects: the server a redirect names never sees the key.
func TestKeyDoesNotFollowRedirects(t *testing.T) {
	t.Parallel()
	other := server{}
	target := other.start(t)
	server := httptest.NewServer(http.RedirectHandler(target+"/v1/embeddings", http.StatusTemporaryRedirect))
	t.Cleanup(server.Close)
	e := newEmbedder(t, openai.Options{URL: server.URL, Key: "secret"})
	if _, err := e.Query(t.Context(), "x"); !fault.Is(err, fault.Invalid) {
		t.Errorf("Query = %v, want fault.Invalid", err)
	}
	if bodies := other.bodies(); len(bodies) > 0 {
		t.Errorf("the other server received %q", bodies)
	}
}

func TestAway(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	_, err := newEmbedder(t, openai.Options{URL: address, Timeout: time.Minute}).Model(t.Context())
	if !fault.Is(err, fault.Unavailable) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("Model = %v, want fault.Unavailable with a fix", err)
	}
}

func TestNeedsAModel(t *testing.T) {
	t.Parallel()
	if _, err := openai.New(openai.Options{URL: "http://127.0.0.1:1"}); !fault.Is(err, fault.Invalid) {
		t.Errorf("New without a model = %v, want fault.Invalid", err)
	}
}
