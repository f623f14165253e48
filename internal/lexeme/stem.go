package lexeme

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Stem returns what the inflected forms of an English word have in common, by
// the Porter2 algorithm: "retries", "retried" and "retry" all give "retri". What
// is no English word gives something too, often itself.
func Stem(word string) string {
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}
