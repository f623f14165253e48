package ollamatest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"coderag/internal/embed/ollamatest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestAnswersAsRecorded sends every recorded request to the fake: the status,
// the content type, the errors and the shape of what comes back are those of
// the real server.
func TestAnswersAsRecorded(t *testing.T) {
	t.Parallel()
	for _, transcript := range ollamatest.Transcripts(t) {
		t.Run(transcript.Name, func(t *testing.T) {
			t.Parallel()
			s := ollamatest.Start(t, ollamatest.Options{ContextBytes: 2000})
			want := transcript.Response
			status, contentType, body := send(t, s, transcript.Request.Method, transcript.Request.Path, rebuilt(t, transcript.Request.Body))
			if status != want.Status || contentType != want.ContentType {
				t.Errorf("status %d, content type %q, want %d, %q", status, contentType, want.Status, want.ContentType)
			}
			var got any
			if err := json.Unmarshal([]byte(body), &got); err != nil {
				t.Fatalf("%v in %q", err, body)
			}
			if diff := cmp.Diff(shape(want.Body), shape(got)); diff != "" {
				t.Errorf("shape (-want +got):\n%s", diff)
			}
		})
	}
}

// rebuilt writes a recorded request as JSON, with the long texts that the
// recording only describes.
func rebuilt(t *testing.T, body any) string {
	t.Helper()
	switch body := body.(type) {
	case nil:
		return ""
	case string:
		return body // recorded as it was, for it is no JSON
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("some words ", 867) // 9,537 bytes
	return strings.NewReplacer(
		`\u003cone text of 9540 characters\u003e`, long,
		`\u003ctext of 9540 characters\u003e`, long,
	).Replace(string(text))
}

// shape reduces an answer to its keys and types, the number of vectors and the
// texts of errors.
func shape(value any) any {
	switch value := value.(type) {
	case map[string]any:
		shapes := map[string]any{}
		for key, inner := range value {
			shapes[key] = shape(inner)
			if key == "error" {
				shapes[key] = inner
			}
		}
		return shapes
	case []any:
		shapes := []any{}
		for _, inner := range value {
			shapes = append(shapes, shape(inner))
		}
		return shapes
	case float64:
		return "number"
	case string:
		return "string"
	}
	return value
}

func send(t *testing.T, s *ollamatest.Server, method, path, body string) (status int, contentType, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Content-Type"), string(content)
}

func TestVectorsOfSharedWordsAreNear(t *testing.T) {
	t.Parallel()
	const query = "retry with backoff"
	near := dot(vector(query), vector("func Retry(ctx) // backoff with jitter"))
	far := dot(vector(query), vector("render the page as HTML"))
	if near < 0.4 || far > 0.25 {
		t.Errorf("cosine %f to a text that shares words, %f to one that does not", near, far)
	}
	if !slices.Equal(vector("Retry With Backoff"), vector(query)) {
		t.Error("the case of letters changes the vector")
	}
	for _, text := range []string{"", "}", "{"} {
		if d := dot(vector(text), vector(text)); d < 0.999 || d > 1.001 {
			t.Errorf("vector of %q has length² %f, want 1", text, d)
		}
	}
}

func vector(text string) []float32 { return ollamatest.Vector(text, 384) }

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestRecordsAndCounts(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{Dimension: 8})
	s.Next(ollamatest.OK, ollamatest.Busy)
	var statuses []int
	for _, input := range []string{`"one"`, `["two","three"]`, `"four"`} {
		status, _, _ := send(t, s, "POST", "/api/embed", `{"model":"tiny-bert","input":`+input+`}`)
		statuses = append(statuses, status)
	}
	if diff := cmp.Diff([]int{200, 503, 200}, statuses); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"one", "two", "three", "four"}, s.Texts()); diff != "" || s.Calls() != 3 {
		t.Errorf("%d calls, want 3; texts (-want +got):\n%s", s.Calls(), diff)
	}
}
