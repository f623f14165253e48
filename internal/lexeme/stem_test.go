package lexeme

import "testing"

func TestStem(t *testing.T) {
	t.Parallel()
	for _, family := range [][]string{
		{"retry", "retries", "retried"},
		{"parse", "parses", "parsed", "parsing"},
		{"authenticate", "authentication", "authenticates"},
		{"x", "x"},
		{"", ""},
		{"检索", "检索"},
	} {
		for _, word := range family[1:] {
			if got, want := Stem(word), Stem(family[0]); got != want {
				t.Errorf("stem of %q is %q, of %q %q: want the same", word, got, family[0], want)
			}
		}
	}
	if Stem("server") == Stem("service") {
		t.Error("server and service have one stem")
	}
}
