package symbolstest

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"coderag/internal/symbols"
)

// damage extracts from text that is cut off, garbled and spliced, always in the
// same ways.
func damage(t *testing.T, extractor symbols.Extractor, c Case) {
	const rounds = 60
	random := rand.New(rand.NewPCG(1, uint64(len(c.Text))))
	for range rounds {
		text := spoil(random, c.Text)
		got, err := extractor.Extract(t.Context(), c.Language, c.path(), text)
		if err != nil {
			t.Fatalf("%v in:\n%s", err, text)
		}
		Check(t, text, got)
		if t.Failed() {
			t.Fatalf("in:\n%s", text)
		}
	}
}

func spoil(random *rand.Rand, text string) string {
	at, to := random.IntN(len(text)), random.IntN(len(text))
	switch random.IntN(4) {
	case 0:
		text = text[:at]
	case 1:
		text = text[min(at, to):max(at, to)]
	case 2:
		text = text[:at] + text[to:]
	default:
		signs := "(){}[]<>\"'`\\#/*;:=,.@\x00\n\r \u00e4\u2603"
		i := random.IntN(len(signs))
		text = text[:at] + strings.Repeat(signs[i:min(i+3, len(signs))], 1+random.IntN(20)) + text[at:]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// Fuzz feeds language and text to the extractor, starting from cases, and fails
// on a panic or on definitions that Check reports. Errors are allowed.
func Fuzz(f *testing.F, extractor symbols.Extractor, cases []Case) {
	for _, c := range cases {
		f.Add(c.Language, c.Text)
	}
	f.Fuzz(func(t *testing.T, language, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		got, err := extractor.Extract(ctx, language, "file", text)
		if err == nil {
			Check(t, text, got)
		}
	})
}
