package search

import (
	"slices"
	"strings"

	"coderag/internal/lexeme"
	"coderag/internal/rank"
)

// A ranking always has a best file, whatever was asked. Whether it is an answer
// is decided before, by two ratios inside the query. Each word of it counts 1,
// less where many files have it: toward half where all do.
//
//   - Coverage is the share of the words that the index has at all.
//   - Concentration is the share that one file has where it counts: the mean of
//     what its best declaration has and of what its names, comments and commits
//     have, for the file that has the most.
//
// Both shares are of one word more than the query has: half of two words is
// less than half of six.
//
// Where the built-in embedder compared vectors, the bars lean: the nearer the
// nearest file is, the lower they are. Its vectors alone are no evidence, they
// only tip the balance.
//
// What is named exactly, and what has every word in one such place, is answered
// whatever they are.
//
// The bars are where .95 of the questions that nothing answers get no hit, and
// at most .02 of the others (docs/decisions.md). They are no thresholds on a
// score: nothing in them depends on how the ranking adds up.
const (
	minCoverage      = 0.36
	minConcentration = 0.34

	unsaid = 1.0 // the word that the query does not have

	// smallCorpus is how many files have to be there for "in all of them" to say
	// half of what it says in a large corpus: in six files it says little.
	smallCorpus = 20
)

// reach is what one candidate has of the terms, by position.
type reach struct {
	path        string
	declaration uint64 // in its best chunk
	names       uint64 // in its path, declarations, comments and commits
}

// evidence says how far a query reaches into the index.
type evidence struct {
	coverage, concentration float64
	exact                   bool    // it is the name of something that exists, or one place has every word of it
	near                    float64 // what the bars are lower by, for how near the nearest file is; negative where it is far
}

// answers reports whether the candidates answer the query.
func (e evidence) answers() bool {
	return e.exact || e.coverage >= e.minCoverage() && e.concentration >= e.minConcentration()
}

// minCoverage is not raised where nothing is near: words that are there are.
func (e evidence) minCoverage() float64 { return minCoverage - max(0, e.near) }

func (e evidence) minConcentration() float64 { return minConcentration - e.near }

// The score in the dense leg that an answerable question's nearest file has at the
// least, as a rule, and how much the bars lean for the distance to it. Both are for
// the cosines of the built-in embedder; those of other models have other scales,
// and no say.
const (
	usuallyNear = 0.5
	leaning     = 0.2
)

// leaning returns what the bars of evidence are lower by.
func (r ranking) leaning() float64 {
	if len(r.candidates) == 0 || r.model.Provider != builtinProvider {
		return 0
	}
	return leaning * (r.candidates[0].score - usuallyNear)
}

// builtinProvider is how embed.Model names the provider of the built-in embedder.
const builtinProvider = "builtin"

// assess measures how far the query reaches.
func assess(a asked, found []reach) (e evidence) {
	weights := a.weigh()
	words := sum(weights, first(len(weights)))
	total := words + unsaid
	e.coverage = sum(weights, a.known) / total
	e.exact = a.names()
	for _, r := range found {
		declared, named := sum(weights, r.declaration&a.known), sum(weights, r.names&a.known)
		e.concentration = max(e.concentration, (declared+named)/2/total)
		e.exact = e.exact || words > 0 && max(declared, named) == words || pathNamed(a.text, r.path)
	}
	return e
}

// weigh returns what each term counts. A chain (read-only) is no word of its
// own beside its parts. Words in a script that the index does not use at all are
// one word, however many: who asks in Chinese for a name in English code means
// the name. Where it does use it, a pair of characters that no file has counts
// half: about every second pair of a sentence cuts across two words.
func (a asked) weigh() []float64 {
	weights := make([]float64, len(a.terms))
	foreign, one, asks := a.foreign(), true, a.onlyAsks()
	for i, t := range a.terms {
		switch {
		case chained(t) || askingWords[t.Word] && !asks:
		case foreign && !ascii(t.Word):
			if one {
				weights[i], one = 1, false
			}
		case a.files[i] == 0 && pair(t.Word):
			weights[i] = 0.5
		default:
			weights[i] = 1 - 0.5*float64(a.files[i])/float64(a.total+smallCorpus)
		}
	}
	return weights
}

// onlyAsks reports whether the query has nothing but words to ask with.
func (a asked) onlyAsks() bool {
	return !slices.ContainsFunc(a.terms, func(t lexeme.Term) bool { return !askingWords[t.Word] })
}

// foreign reports whether the index has none of the words that are not ASCII.
func (a asked) foreign() bool {
	for i, t := range a.terms {
		if !ascii(t.Word) && a.files[i] > 0 {
			return false
		}
	}
	return true
}

// names reports whether the query has the exact name of something that exists:
// an identifier of several parts, or one word alone.
func (a asked) names() bool {
	words, last := 0, false
	for i, t := range a.terms {
		if t.Part {
			continue
		}
		words, last = words+1, a.has(i)
		if last && t.Compound() && !chained(t) {
			return true
		}
	}
	return words == 1 && last
}

// pathNamed reports whether a word of the query is the path or the end of it,
// perhaps with a line: "./server/token.go:12".
func pathNamed(query, path string) bool {
	for word := range strings.FieldsSeq(query) {
		word = strings.TrimPrefix(strings.TrimRight(word, ":,;.?!0123456789"), "./")
		if !strings.ContainsAny(word, "./") {
			continue
		}
		tail := len(path) - len(word)
		if tail >= 0 && strings.EqualFold(path[tail:], word) && (tail == 0 || path[tail-1] == '/') {
			return true
		}
	}
	return false
}

// first returns the set of the first n positions.
func first(n int) uint64 { return 1<<n - 1 }

// sum adds up the weights of a set of positions.
func sum(weights []float64, set uint64) (s float64) {
	for i, w := range weights {
		if set&(1<<i) != 0 {
			s += w
		}
	}
	return s
}

// reaches returns what the candidates have where it counts.
func (m matches) reaches(files []rank.File) []reach {
	out := make([]reach, len(files))
	for i, f := range files {
		out[i] = reach{path: f.Path, declaration: f.InChunk}
		for t, n := range f.Terms {
			if max(n.Stem, n.Dirs, n.Symbol, n.Head, 4*n.History) >= strong {
				out[i].names |= 1 << t
			}
		}
		out[i].names &= m.best[i].mask
	}
	return out
}
