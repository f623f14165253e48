package eval_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/eval"
)

func TestGrep(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x\n", 3000)
	g := eval.NewGrep(map[string][]eval.Document{"r": {
		{Path: "c.go", Lines: 1, Text: "the Retry backoff"},
		{Path: "b.go", Lines: 1, Text: "retry"},
		{Path: "a.go", Lines: 1, Text: "backoffs, retries"},
		{Path: "d.go", Lines: 3000, Text: long + "jitter"},
		{Path: "e.go", Lines: 1, Text: "nothing"},
	}})
	tests := []struct {
		query string
		want  string
	}{
		{"how is the retry with backoff done?", "c.go a.go b.go"}, // two words, then one each, by path
		{"jitter", "d.go"},
		{"Retry RETRY retry", "b.go c.go"},
		{"the how of it", ""},        // no content word
		{"o", ""},                    // too short to search for
		{"zzz", ""},                  // nowhere
		{"zzz backoff", "a.go c.go"}, // substring of backoffs
	}
	for _, test := range tests {
		answer, err := g.Search(t.Context(), eval.Ask{Repo: "r", Query: test.query, K: 10})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range answer.Hits {
			got = append(got, h.Path)
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.query, diff)
		}
	}
	answer, _ := g.Search(t.Context(), eval.Ask{Repo: "r", Query: "jitter", K: 10})
	if first := answer.Hits[0]; first.Tokens != 1000 || first.Lines.End != 2000 {
		t.Errorf("a long file is %d tokens, to line %d; want the first 2000 lines: 1000 tokens", first.Tokens, first.Lines.End)
	}
}

// A word that most files have is dropped, unless there is no other.
func TestGrepCommonWords(t *testing.T) {
	t.Parallel()
	g := eval.NewGrep(map[string][]eval.Document{"r": {
		{Path: "a", Text: "import"}, {Path: "b", Text: "import rare"}, {Path: "c", Text: "import"}, {Path: "d", Text: "rare"},
	}})
	for query, want := range map[string]int{"import": 3, "import rare": 2} {
		answer, _ := g.Search(t.Context(), eval.Ask{Repo: "r", Query: query, K: 10})
		if got := len(answer.Hits); got != want {
			t.Errorf("%q has %d hits, want %d", query, got, want)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "日本語文字": 2} {
		if got := eval.Tokens(text); got != want {
			t.Errorf("Tokens(%q) = %d, want %d", text, got, want)
		}
	}
	if got := (eval.Printed{Path: "a.go", Excerpt: strings.Repeat("x", 400)}).Tokens(); got < 110 || got > 130 {
		t.Errorf("a hit with 400 characters of code is %d tokens, want 100 and some for its place", got)
	}
}
