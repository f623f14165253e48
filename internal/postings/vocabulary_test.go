package postings

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// vocabularyOf returns the vocabulary of a segment with the words.
func vocabularyOf(t interface{ Fatal(...any) }, words ...string) *Vocabulary {
	v, err := DecodeVocabulary(encodeVocabulary(slices.Sorted(slices.Values(words))))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A vocabulary has the forms of the words it was made of, each once and in byte
// order, and none besides.
func TestVocabularyHasTheForms(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfDistinct(rapid.StringMatching(`[a-e]{1,6}|[a-z]{18,23}|[a-z0-9é]{2,5}`), rapid.ID[string]).Draw(t, "words")
		prefix := rapid.StringMatching(`[a-e]{0,3}`).Draw(t, "prefix")
		v := vocabularyOf(t, words...)
		var want, got []string
		for _, w := range slices.Sorted(slices.Values(words)) {
			if IsForm(w) && strings.HasPrefix(w, prefix) {
				want = append(want, w)
			}
			if v.Has(w) != IsForm(w) {
				t.Fatalf("Has(%q) is %v", w, v.Has(w))
			}
		}
		v.Each(prefix, func(w string) { got = append(got, w) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("words with prefix %q (-want +got):\n%s", prefix, diff)
		}
		if v.Has(prefix+"zz") || v.Has("") {
			t.Fatal("a word that was not given is there")
		}
	})
}

// A segment without a form has an empty vocabulary, not none: the column is not
// null.
func TestEmptyVocabulary(t *testing.T) {
	t.Parallel()
	var b Builder
	b.Add(1, Document{Words: []ChunkWord{{Word: "検索", Counts: Counts{Body: 1}}}, Chunks: []FieldLength{{Body: 1}}})
	if s := b.Finish(); s.Vocabulary == nil || len(s.Vocabulary) > 0 {
		t.Errorf("vocabulary %v, want an empty one", s.Vocabulary)
	}
	if v := (&Vocabulary{}); v.Has("retry") || v.Len() != 0 || v.Bytes() != 0 {
		t.Error("the zero vocabulary has a word")
	}
}

// What is no vocabulary is an error and brings nothing down.
func TestCorruptVocabulary(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{{0}, {1, 1, 'a'}, {0, 5, 'a'}, {0, 21}, {0, 1, 'a', 2, 1, 'b'}} {
		if _, err := DecodeVocabulary(data); err == nil {
			t.Errorf("%v is taken for a vocabulary", data)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		_, _ = DecodeVocabulary(rapid.SliceOf(rapid.Byte()).Draw(t, "data"))
	})
}
