package rank

import (
	"math"
	"strings"
)

// NumFeatures is the number of features of a file.
const NumFeatures = 36

// Names of the features, in their order. A coverage is the share of the query's
// rarity that occurs in a field; a share is a ratio within the file; a density is
// how much of a field the query makes up.
var Names = [NumFeatures]string{
	"words", "best chunk", "coverage", "chunk coverage",
	"stem share", "stem coverage", "directory coverage",
	"symbol coverage", "head coverage", "body saturation", "head saturation", "symbol saturation",
	"history coverage", "history saturation",
	"whole stem", "stem and symbol",
	"symbol density", "body density", "history density",
	"declares", "named", "pair coverage", "pair names",
	"test", "prose", "example", "entry point", "hidden or data", "header", "older version", "other platform",
	"mentions", "length", "depth", "matching chunks",
	"nearness",
}

// Features returns the features of each file, in the order of Names. Scores are
// relative to the best of the files; everything lies within 0 to 1 or little
// above.
func Features(q Query, files []File) [][NumFeatures]float64 {
	total := 0.0
	for _, t := range q.Terms {
		total += t.Weight
	}
	s := surveyOf(q, files)
	all := make([][NumFeatures]float64, len(files))
	for i := range files {
		f := &files[i]
		c := coverages(q, f, max(total, tiny))
		pair := pairsOf(q, f)
		stemShare := min(1, c.stemWords/max(float64(f.Stem), 1))
		all[i] = [NumFeatures]float64{
			f.Score / s.bestScore, f.Chunk / s.bestChunk, c.any, c.chunk,
			stemShare, c.stem, c.dirs,
			c.symbol, c.head, c.bodyTF, c.headTF, c.symbolTF,
			c.history, c.historyTF,
			flag(stemShare >= 1), math.Sqrt(c.stem * c.symbol),
			density(c.symbolSum, float64(f.Symbols)), density(c.bodySum, float64(f.Body)), density(c.historySum, f.History),
			f.Declares, c.named / max(c.whole, tiny), pair.any, pair.names,
			flag(IsTest(f.Path)), flag(isProse(f.Language)), flag(isExample(f.Path)), flag(isEntryPoint(f.Path)), flag(isData(f)),
			flag(s.isHeader(f.Path)), flag(s.isOlder(f.Path)), flag(s.isElsewhere(f.Path)),
			mentions(q, f), math.Log2(1+float64(f.Body)) / 16, float64(strings.Count(f.Path, "/")) / 8, ratio(f.Matching, f.Chunks),
			f.Near,
		}
	}
	return all
}

const tiny = 1e-9

// coverage sums what the terms of the query have in the fields of a file, as
// shares of the query's rarity.
type coverage struct {
	any, chunk, stem, dirs, symbol, head, history float64
	bodyTF, headTF, symbolTF, historyTF           float64 // saturated counts
	symbolSum, bodySum, historySum                float64 // counts
	named, whole                                  float64 // of whole words: as a name, at all
	stemWords                                     float64 // words of the file name that the query has
}

func coverages(q Query, f *File, total float64) (c coverage) {
	for i, n := range f.Terms {
		w := q.Terms[i].Weight / total
		c.any += w * n.any()
		c.chunk += w * flag(f.InChunk&(1<<i) != 0)
		c.stem += w * min(1, n.Stem)
		c.dirs += w * min(1, n.Dirs)
		c.symbol += w * min(1, n.Symbol)
		c.head += w * min(1, n.Head)
		c.history += w * min(1, n.History)
		c.bodyTF += w * saturate(n.Body, 8)
		c.headTF += w * saturate(n.Head, 4)
		c.symbolTF += w * saturate(n.Symbol, 3)
		c.historyTF += w * saturate(n.History, 2)
		c.symbolSum += w * n.Symbol
		c.bodySum += w * n.Body
		c.historySum += w * n.History
		c.stemWords += n.Stem
		if q.Terms[i].Whole {
			c.whole += w
			c.named += w * min(1, n.Named)
		}
	}
	return c
}

// A pair is what a file has of the words that neighbouring terms make together,
// as shares of their rarity: anywhere, and in names.
type pair struct{ any, names float64 }

func pairsOf(q Query, f *File) (p pair) {
	total := tiny
	for i, w := range q.Pairs {
		total += w
		p.any += w * f.Pairs[i].any()
		p.names += w * min(1, f.Pairs[i].Stem+f.Pairs[i].Symbol)
	}
	return pair{p.any / total, p.names / total}
}

// density maps the share of a field to 0 to 1; a twentieth of the field is one
// half.
func density(count, length float64) float64 { return saturate(count/max(length, 1), 0.05) }

// mentions is the logarithm of how often other files name what the file declares,
// relative to a corpus of which every file does so once for each file.
func mentions(q Query, f *File) float64 {
	return min(1, math.Log1p(float64(f.Mentions))/(2*math.Log(2+float64(q.Files))))
}

// saturate maps a count to 0 to 1; half counts one half.
func saturate(n, half float64) float64 { return n / (n + half) }

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return min(float64(n)/float64(of), 1)
}

func flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
