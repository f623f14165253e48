package builtin_test

import (
	"testing"

	"coderag/internal/lexeme"
)

// A paraphrase is a question and code that answers it; they share no word.
type paraphrase struct {
	Query    string `json:"query"`
	Language string `json:"language"`
	Code     string `json:"code"`
}

func TestParaphrasesShareNoWord(t *testing.T) {
	t.Parallel()
	for _, p := range readLines[paraphrase](t, "testdata/paraphrases.jsonl") {
		var s lexeme.Scanner
		inCode := map[string]bool{}
		s.Each(p.Code, func(word []byte) { inCode[string(word)] = true })
		s.Each(p.Query, func(word []byte) {
			if inCode[string(word)] {
				t.Errorf("%q shares %q with its code", p.Query, word)
			}
		})
	}
}

// Meaning alone puts the right code above unrelated code. The bars are what the
// model reaches: a new one must not be worse.
func TestParaphrases(t *testing.T) {
	t.Parallel()
	const first, reciprocal = 0.8, 0.85
	pairs := readLines[paraphrase](t, "testdata/paraphrases.jsonl")
	texts := make([]string, len(pairs))
	for i, p := range pairs {
		texts[i] = p.Code
	}
	e := start(t)
	documents, err := e.Documents(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	hits, sum := 0.0, 0.0
	for i, p := range pairs {
		query, err := e.Query(t.Context(), p.Query)
		if err != nil {
			t.Fatal(err)
		}
		rank := 1
		for j := range documents {
			if j != i && dot(query, documents[j]) >= dot(query, documents[i]) {
				rank++
			}
		}
		if rank == 1 {
			hits++
		}
		sum += 1 / float64(rank)
		t.Logf("rank %d: %s", rank, p.Query)
	}
	n := float64(len(pairs))
	t.Logf("first of %d: %.2f, mean reciprocal rank: %.3f", len(pairs), hits/n, sum/n)
	if hits/n < first || sum/n < reciprocal || len(pairs) != 20 {
		t.Errorf("of %d paraphrases %.2f first, want %.2f; mean reciprocal rank %.3f, want %.3f", len(pairs), hits/n, first, sum/n, reciprocal)
	}
}
