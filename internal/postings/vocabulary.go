package postings

import (
	"encoding/binary"
	"sort"
	"strings"
)

// Lengths of the words of a vocabulary, in bytes.
const (
	minForm = 3
	maxForm = 20
)

// A Vocabulary is the words of a segment that can be a form of another word:
// those of 3 to 20 letters a to z. It is what finds "retries" for "retry" without
// a look into the lists. It is immutable and safe for concurrent use; the zero
// Vocabulary has no word.
type Vocabulary struct {
	text string  // the words in byte order, one after the other
	ends []int32 // of each word in text
}

// IsForm reports whether a vocabulary would hold the word.
func IsForm(word string) bool {
	if len(word) < minForm || len(word) > maxForm {
		return false
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// encodeVocabulary returns the forms among the sorted words: of each, how many
// bytes it shares with the one before, how many follow, and these.
func encodeVocabulary(words []string) []byte {
	data, before := []byte{}, ""
	for _, word := range words {
		if !IsForm(word) {
			continue
		}
		shared := sharedPrefix(before, word)
		data = append(data, byte(shared), byte(len(word)-shared))
		data = append(data, word[shared:]...)
		before = word
	}
	return data
}

func sharedPrefix(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// DecodeVocabulary reads what a Builder wrote as Segment.Vocabulary.
func DecodeVocabulary(data []byte) (*Vocabulary, error) {
	v := &Vocabulary{}
	var text strings.Builder
	word := make([]byte, 0, maxForm)
	for len(data) > 0 {
		if len(data) < 2 {
			return nil, ErrCorrupt
		}
		shared, more := int(data[0]), int(data[1])
		if shared > len(word) || shared+more > maxForm || 2+more > len(data) {
			return nil, ErrCorrupt
		}
		word = append(word[:shared], data[2:2+more]...)
		data = data[2+more:]
		text.Write(word)
		v.ends = append(v.ends, int32(text.Len()))
	}
	v.text = text.String()
	return v, nil
}

// Len returns the number of words.
func (v *Vocabulary) Len() int { return len(v.ends) }

// Bytes returns how much memory the vocabulary takes.
func (v *Vocabulary) Bytes() int { return len(v.text) + binary.Size(v.ends) }

func (v *Vocabulary) word(i int) string {
	from := int32(0)
	if i > 0 {
		from = v.ends[i-1]
	}
	return v.text[from:v.ends[i]]
}

// from returns the index of the first word that is not before the one given.
func (v *Vocabulary) from(word string) int {
	return sort.Search(len(v.ends), func(i int) bool { return v.word(i) >= word })
}

// Has reports whether the word is in the vocabulary.
func (v *Vocabulary) Has(word string) bool {
	i := v.from(word)
	return i < len(v.ends) && v.word(i) == word
}

// Each calls see for every word that starts with the prefix, in byte order.
func (v *Vocabulary) Each(prefix string, see func(word string)) {
	for i := v.from(prefix); i < len(v.ends) && strings.HasPrefix(v.word(i), prefix); i++ {
		see(v.word(i))
	}
}
