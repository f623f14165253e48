package history

import "math"

// A Subject is what a commit says of the files it touched.
type Subject struct {
	Text  string
	Files int // the commit touched, under the root
}

const (
	// MaxTold is how many files a commit may touch for its subject to say something
	// of each of them; beyond are imports, renames and reformats.
	MaxTold = 15
	// MaxCommits is how many commits of a file are words of it, the newest first.
	MaxCommits = 200
)

// A Field is what commits say of one file, as counts of words. A subject counts
// 1/sqrt(files it touched), and a word once a subject. W is a word or its number.
// The zero Field is of a file of which nothing is said.
type Field[W comparable] struct {
	sums  map[W]int
	total int
}

// unit is one subject of a commit that touched the file alone. Fractions are
// summed as integers, so that no order of the commits matters.
const unit = 64

// Add adds a subject with its distinct words, and how many it has in all.
func (f *Field[W]) Add(files int, words []W, n int) {
	if f.sums == nil {
		f.sums = map[W]int{}
	}
	weight := int(math.Round(unit / math.Sqrt(float64(max(files, 1)))))
	for _, w := range words {
		f.sums[w] += weight
	}
	f.total += weight * n
}

// Count returns how much the word counts, in quarters: 0 only where no subject
// has it.
func (f *Field[W]) Count(word W) uint8 {
	sum, ok := f.sums[word]
	if !ok {
		return 0
	}
	return uint8(min(max(sum*4/unit, 1), math.MaxUint8))
}

// Length returns how much all words together count, in quarters.
func (f *Field[W]) Length() int { return f.total * 4 / unit }
