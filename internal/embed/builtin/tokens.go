package builtin

// tokens calls emit for the tokens of a word: the word itself if it is one,
// else the longest there is at its start, and so on with what is left. Every
// byte is a token.
func (t *table) tokens(word []byte, emit func(id uint32)) {
	for len(word) > 0 {
		end := min(len(word), t.longest)
		id, ok := t.ids[string(word[:end])]
		for ; !ok; id, ok = t.ids[string(word[:end])] {
			end--
		}
		emit(id)
		word = word[end:]
	}
}
