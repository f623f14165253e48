package search

import (
	"path"
	"strings"
)

// pathPrior returns what the score of a file is multiplied with for what its
// path says it is. Who asks a question of code wants the implementation before
// the test, the example and the vendored copy of something; the factors are weak
// enough that a clearly better match of any kind still comes first.
func pathPrior(p, language string) float64 {
	switch {
	case isTest(p):
		return 0.75
	case hasSegment(p, "vendor", "third_party", "node_modules", "testdata", "fixtures"):
		return 0.7
	case hasSegment(p, "examples", "example", "demo", "benchmarks", "bench"):
		return 0.8
	case isProse(language):
		return 0.85
	}
	return 1
}

func isTest(p string) bool {
	if hasSegment(p, "test", "tests", "spec", "specs", "__tests__", "testing") {
		return true
	}
	name := strings.ToLower(path.Base(p))
	stem := strings.TrimSuffix(name, path.Ext(name))
	for _, mark := range []string{"_test", ".test", "-test", "_spec", ".spec", "_tests"} {
		if strings.HasSuffix(stem, mark) {
			return true
		}
	}
	return strings.HasPrefix(stem, "test_") || strings.HasSuffix(path.Base(p[:len(p)-len(path.Ext(p))]), "Test")
}

// hasSegment reports whether a directory of the path has one of the names.
func hasSegment(p string, names ...string) bool {
	dir := path.Dir(p)
	for segment := range strings.SplitSeq(dir, "/") {
		for _, name := range names {
			if segment == name {
				return true
			}
		}
	}
	return false
}

func isProse(language string) bool {
	switch language {
	case "markdown", "restructuredtext", "asciidoc", "text":
		return true
	}
	return false
}
