package rank

import (
	"math"
	"path"
	"strings"
)

// NumFeatures is the number of features of a file.
const NumFeatures = 24

// Names of the features, in their order. A coverage is the share of the query's
// rarity that occurs in a field; a share is a ratio within the file.
var Names = [NumFeatures]string{
	"words", "best chunk", "coverage", "chunk coverage",
	"stem share", "stem coverage", "directory coverage",
	"symbol coverage", "head coverage", "body saturation", "head saturation", "symbol saturation",
	"history coverage", "history saturation",
	"whole stem", "stem and symbol",
	"test", "prose", "example", "entry point", "hidden or data",
	"length", "depth", "matching chunks",
}

// Features returns the features of each file, in the order of Names. Scores are
// relative to the best of the files; everything lies within 0 to 1 or little
// above.
func Features(q Query, files []File) [][NumFeatures]float64 {
	total := 0.0
	for _, t := range q.Terms {
		total += t.Weight
	}
	bestScore, bestChunk := tiny, tiny
	for _, f := range files {
		bestScore, bestChunk = max(bestScore, f.Score), max(bestChunk, f.Chunk)
	}
	all := make([][NumFeatures]float64, len(files))
	for i := range files {
		f := &files[i]
		c := coverages(q, f, max(total, tiny))
		stemShare := ratio(c.stemWords, f.Stem)
		all[i] = [NumFeatures]float64{
			f.Score / bestScore, f.Chunk / bestChunk, c.any, c.chunk,
			stemShare, c.stem, c.dirs,
			c.symbol, c.head, c.bodyTF, c.headTF, c.symbolTF,
			c.history, c.historyTF,
			flag(stemShare >= 1), math.Sqrt(c.stem * c.symbol),
			flag(IsTest(f.Path)), flag(isProse(f.Language)), flag(isExample(f.Path)), flag(isEntryPoint(f.Path)), flag(isData(f)),
			math.Log2(1+float64(f.Body)) / 16, float64(strings.Count(f.Path, "/")) / 8, ratio(f.Matching, f.Chunks),
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
	stemWords                                     int     // words of the file name that the query has
}

func coverages(q Query, f *File, total float64) (c coverage) {
	for i, n := range f.Terms {
		w := q.Terms[i].Weight / total
		c.any += w * flag(n.any())
		c.chunk += w * flag(f.InChunk&(1<<i) != 0)
		c.stem += w * flag(n.Stem > 0)
		c.dirs += w * flag(n.Dirs > 0)
		c.symbol += w * flag(n.Symbol > 0)
		c.head += w * flag(n.Head > 0)
		c.history += w * flag(n.History > 0)
		c.bodyTF += w * saturate(float64(n.Body), 8)
		c.headTF += w * saturate(float64(n.Head), 4)
		c.symbolTF += w * saturate(float64(n.Symbol), 3)
		c.historyTF += w * saturate(n.History, 2)
		c.stemWords += n.Stem
	}
	return c
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

// IsTest reports whether the path says that the file tests something.
func IsTest(p string) bool {
	if hasFolder(p, "test", "tests", "spec", "specs", "__tests__", "testing", "testdata", "fixtures") {
		return true
	}
	stem := strings.TrimSuffix(path.Base(p), path.Ext(p))
	lower := strings.ToLower(stem)
	for _, mark := range []string{"_test", ".test", "-test", "_spec", ".spec", "_tests"} {
		if strings.HasSuffix(lower, mark) {
			return true
		}
	}
	return strings.HasPrefix(lower, "test_") || strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests")
}

func isExample(p string) bool {
	return hasFolder(p, "examples", "example", "_examples", "demo", "demos", "samples", "benchmarks", "benchmark", "bench",
		"vendor", "third_party", "node_modules", "v1", "compat", "legacy", "deprecated")
}

// isEntryPoint reports whether the file gathers or starts what others do.
func isEntryPoint(p string) bool {
	switch strings.ToLower(strings.TrimSuffix(path.Base(p), path.Ext(p))) {
	case "index", "__init__", "init", "mod", "lib", "main", "package", "doc", "all", "exports":
		return true
	}
	return false
}

// isData reports whether the file configures or holds data.
func isData(f *File) bool {
	switch f.Language {
	case "json", "yaml", "toml", "ini", "xml", "csv", "ignore-list", "git-attributes", "makefile", "dockerfile", "text":
		return true
	}
	return strings.HasPrefix(path.Base(f.Path), ".")
}

func isProse(language string) bool {
	switch language {
	case "markdown", "restructuredtext", "asciidoc", "text":
		return true
	}
	return false
}

// hasFolder reports whether a folder of the path has one of the names.
func hasFolder(p string, names ...string) bool {
	for folder := range strings.SplitSeq(strings.ToLower(path.Dir(p)), "/") {
		for _, name := range names {
			if folder == name {
				return true
			}
		}
	}
	return false
}
