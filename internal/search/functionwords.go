package search

// functionWords are the words English asks its questions with. In prose their
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
		"i", "you", "we", "they", "me", "my", "your", "our", "their",
	} {
		functionWords[word] = true
	}
}

// functionWordWeight is what a function word counts beside other words: enough
// to break ties.
const functionWordWeight = 0.1

// discountFunctionWords lowers the weights of function words, unless the query
// has no other word: whoever searches for "where" alone means it.
func discountFunctionWords(weights []float64, words []string) {
	others := 0
	for _, word := range words {
		if !functionWords[word] {
			others++
		}
	}
	if others == 0 {
		return
	}
	for i, word := range words {
		if functionWords[word] {
			weights[i] *= functionWordWeight
		}
	}
}
