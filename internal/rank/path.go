package rank

import (
	"path"
	"strings"
)

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
		"vendor", "third_party", "node_modules", "compat", "legacy", "deprecated")
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
