package builtin_test

import (
	"strings"
	"testing"

	"coderag/internal/embed"
	"coderag/internal/embed/builtin"
	"coderag/internal/embed/embedtest"
	"coderag/internal/fault"
)

func start(t testing.TB) *builtin.Embedder {
	t.Helper()
	e, err := builtin.New()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestConformance(t *testing.T) {
	t.Parallel()
	embedtest.Run(t, func(t *testing.T) embed.Embedder { return start(t) })
}

func TestBlankTextIsRefused(t *testing.T) {
	t.Parallel()
	e := start(t)
	for _, text := range []string{"", " ", "\t\r\n", "\u00a0\u2003"} {
		if v, err := e.Query(t.Context(), text); !fault.Is(err, fault.Invalid) || v != nil {
			t.Errorf("Query(%q) = %d floats, %v, want none and Invalid", text, len(v), err)
		}
		if v, err := e.Documents(t.Context(), []string{"x", text}); !fault.Is(err, fault.Invalid) || v != nil {
			t.Errorf("Documents(x, %q) = %d vectors, %v, want none and Invalid", text, len(v), err)
		}
	}
}

// A name counts the same however it is written, and a chunk whose path or name
// says what is asked for is nearer than one that says something else.
func TestWhatIsNear(t *testing.T) {
	t.Parallel()
	const body = "x = 1\n"
	for _, tt := range []struct{ query, near, far string }{
		{"parse http header", "parseHTTPHeader", "writeJSONBody"},
		{"parseHttpHeader", "parse_http_header", "write_json_body"},
		{"read the configuration", "api: config/reader.go (go)\nLoad\n\n" + body, "api: draw/circle.go (go)\nLoad\n\n" + body},
		{"draw a circle", "api: x.go (go)\nCircle.draw\n\n" + body, "api: x.go (go)\nConfig.read\n\n" + body},
		{"delete a file", "os.Remove(path)", "math.Sqrt(x)"},
		{"retries", "retry", "colour"},
	} {
		e := start(t)
		vectors, err := e.Documents(t.Context(), []string{tt.near, tt.far})
		if err != nil {
			t.Fatal(err)
		}
		query, err := e.Query(t.Context(), tt.query)
		if err != nil {
			t.Fatal(err)
		}
		if near, far := dot(query, vectors[0]), dot(query, vectors[1]); near <= far+0.05 {
			t.Errorf("%q: %.3f to %q, %.3f to %q", tt.query, near, tt.near, far, tt.far)
		}
	}
}

// A text much longer than any chunk overflows nothing: its vector is near that
// of a part.
func TestLongTextIsLikeItsParts(t *testing.T) {
	t.Parallel()
	e := start(t)
	const part = "func parseHeader(line string) (key, value string, err error) { return strings.Cut(line, colon) }\n"
	vectors, err := e.Documents(t.Context(), []string{part, strings.Repeat(part, 100_000)})
	if err != nil {
		t.Fatal(err)
	}
	if c := dot(vectors[0], vectors[1]); c < 0.9 {
		t.Errorf("cosine %.3f between a text and many of it", c)
	}
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
