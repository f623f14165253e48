package builtin

import (
	"bytes"
	"hash/maphash"
)

// tokens calls emit for the tokens of a word: the word itself if it is one,
// else the longest there is at its start, and so on with what is left. Every
// byte is a token.
func (t *table) tokens(word []byte, emit func(id uint32)) {
	for len(word) > 0 {
		end := max(1, min(len(word), int(t.longest[start(word)])))
		id, ok := t.ids[string(word[:end])]
		for ; !ok; id, ok = t.ids[string(word[:end])] {
			end--
		}
		emit(id)
		word = word[end:]
	}
}

// start returns the first two bytes of a word or token as a number, or the only one.
func start(word []byte) int {
	switch len(word) {
	case 0:
		return 0
	case 1:
		return int(word[0])
	}
	return int(word[0])<<8 | int(word[1])
}

const (
	recentWords = 1 << 13 // most words of a text are one of a few thousand
	recentBytes = 22      // of a word that is remembered
	recentIDs   = 4       // tokens of a word that is remembered
)

// A tokenizer is tokens with a memory: the vocabulary is too large for the caches of
// a processor. It is not safe for concurrent use.
type tokenizer struct {
	table  *table
	seed   maphash.Seed
	recent []recentWord // by a hash of the word
	ids    []uint32     // of the word at hand
}

// A recentWord is a word with its tokens, in place: nothing is allocated for it. One
// of length 0 is none.
type recentWord struct {
	length, tokens uint8
	word           [recentBytes]byte
	ids            [recentIDs]uint32
}

func newTokenizer(t *table) *tokenizer {
	return &tokenizer{table: t, seed: maphash.MakeSeed(), recent: make([]recentWord, recentWords)}
}

// of returns the tokens of a word. They are valid until the next call.
func (t *tokenizer) of(word []byte) []uint32 {
	r := &t.recent[maphash.Bytes(t.seed, word)%recentWords]
	if len(word) > 0 && bytes.Equal(r.word[:r.length], word) {
		return r.ids[:r.tokens]
	}
	t.ids = t.ids[:0]
	t.table.tokens(word, func(id uint32) { t.ids = append(t.ids, id) })
	if len(word) <= len(r.word) && len(t.ids) <= len(r.ids) {
		r.length, r.tokens = uint8(copy(r.word[:], word)), uint8(copy(r.ids[:], t.ids)) //nolint:gosec // both are small
	}
	return t.ids
}
