package search

import (
	"slices"

	"coderag/internal/lexeme"
)

// functionWords are the words English asks its questions with, and the pairs of
// characters that Chinese does. In prose their
// rarity would tell that they say nothing; in code it misleads: "where" and
// "does" occur in fewer files of most repositories than "server" and "request"
// do, and only in those with long comments.
var functionWords = map[string]bool{}

func init() {
	for _, word := range []string{
		"a", "an", "the", "this", "that", "these", "those", "it", "its", "there",
		"how", "what", "when", "where", "which", "who", "why",
		"is", "are", "was", "were", "be", "been", "being", "am",
		"do", "does", "did", "done", "has", "have", "had",
		"can", "could", "should", "would", "will", "may", "might", "must",
		"of", "in", "on", "at", "to", "for", "from", "by", "with", "into", "between", "as", "about",
		"and", "or", "but", "not", "if", "then", "than", "so",
		"怎样", "怎么", "如何", "什么", "是什", "为什", "哪里", "在哪",
		"i", "you", "we", "they", "me", "my", "your", "our", "their",
	} {
		functionWords[word] = true
	}
}

// telling returns the terms that are no function words, or all where there is
// no other: whoever searches for "where" alone means it. Function words are not
// looked up at all: their lists are the longest of a corpus, and a file that has
// nothing else of a query does not answer it.
func telling(terms []lexeme.Term) []lexeme.Term {
	kept := slices.DeleteFunc(slices.Clone(terms), func(t lexeme.Term) bool { return functionWords[t.Word] })
	if len(kept) == 0 {
		return terms
	}
	return kept
}

// askingWords are what people ask about code with: where is it defined, how does
// it work. They are looked up, for where they are said they tell something, and
// are no evidence: without them the question is the same.
var askingWords = map[string]bool{}

func init() {
	for _, word := range []string{
		"work", "works", "working", "implement", "implements", "implemented", "implementation", "define", "defines", "defined", "definition",
		"declared", "handle", "handles", "handled", "happen", "happens", "find", "found", "located", "use", "uses", "used", "using", "usage",
		"call", "calls", "called", "callers", "explain", "show", "tell", "code",
	} {
		askingWords[word] = true
	}
}
