package rank

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// file returns a candidate of one chunk that has each of the counts.
func file(path string, score float64, terms ...Counts) File {
	return File{Path: path, Language: "go", Score: score, Chunk: score, InChunk: 1<<len(terms) - 1, Terms: terms,
		Stem: 1, Dirs: 1, Body: 100, Chunks: 2, Matching: 1}
}

func feature(t *testing.T, f [NumFeatures]float64, name string) float64 {
	t.Helper()
	i := slices.Index(Names[:], name)
	if i < 0 {
		t.Fatalf("no feature is called %q", name)
	}
	return f[i]
}

// The features of a file against their meaning, by hand: two terms, of which the
// rarer has three quarters of the rarity.
func TestFeatures(t *testing.T) {
	t.Parallel()
	q := Query{Terms: []Term{{Weight: 3, Whole: true}, {Weight: 1}}, Pairs: []float64{2, 2}, Files: 2}
	f := File{
		Path: "a/b/retry_test.go", Language: "go", Score: 5, Chunk: 2, InChunk: 1,
		Terms: []Counts{{Stem: 1, Symbol: 3, Body: 8, History: 2, Named: 0.5}, {Dirs: 1, Head: 4}},
		Pairs: []Counts{{Body: 3}, {}}, Declares: 0.5, Mentions: 3,
		Stem: 2, Dirs: 3, Symbols: 30, Body: 255, History: 8, Chunks: 4, Matching: 3,
	}
	got := Features(q, []File{f, {Score: 10, Chunk: 8, Terms: make([]Counts, 2), Pairs: make([]Counts, 2)}})[0]
	for name, want := range map[string]float64{
		"words": 0.5, "best chunk": 0.25, "coverage": 1, "chunk coverage": 0.75,
		"stem share": 0.5, "stem coverage": 0.75, "directory coverage": 0.25, "symbol coverage": 0.75, "head coverage": 0.25,
		"body saturation": 0.375, "head saturation": 0.125, "symbol saturation": 0.375,
		"history coverage": 0.75, "history saturation": 0.375,
		"symbol density": 0.6, "body density": 6 / 255.0 / (6/255.0 + 0.05), "history density": 1.5 / 8 / (1.5/8 + 0.05),
		"declares": 0.5, "named": 0.5, "pair coverage": 0.5, "pair names": 0, "mentions": 0.5,
		"header": 0, "older version": 0, "other platform": 0,
		"whole stem": 0, "stem and symbol": 0.75, "test": 1, "prose": 0, "example": 0, "entry point": 0, "hidden or data": 0,
		"length": 0.5, "depth": 0.25, "matching chunks": 0.75,
	} {
		if value := feature(t, got, name); math.Abs(value-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, value, want)
		}
	}
}

// Whatever the index says, features are numbers, and ranking loses no file.
func TestFeaturesAreNumbers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 3).Draw(t, "terms")
		q := Query{Symbol: rapid.Bool().Draw(t, "symbol")}
		for range n {
			q.Terms = append(q.Terms, Term{Weight: rapid.Float64Range(0, 9).Draw(t, "weight")})
		}
		var files []File
		for range rapid.IntRange(0, 4).Draw(t, "files") {
			f := File{Path: rapid.String().Draw(t, "path"), Score: rapid.Float64Range(0, 99).Draw(t, "score")}
			f.Stem, f.Body = rapid.IntRange(0, 3).Draw(t, "stem"), rapid.IntRange(0, 9999).Draw(t, "body")
			for range n {
				f.Terms = append(f.Terms, Counts{Stem: float64(rapid.IntRange(0, 3).Draw(t, "in stem")), Body: float64(rapid.IntRange(0, 99).Draw(t, "in body"))})
			}
			files = append(files, f)
		}
		for _, features := range Features(q, files) {
			for i, v := range features {
				if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
					t.Fatalf("feature %q is %v", Names[i], v)
				}
			}
		}
		var order []int
		for _, r := range Default.Rank(q, files) {
			order = append(order, r.Index)
		}
		slices.Sort(order)
		for i, index := range order {
			if i != index {
				t.Fatalf("ranked files are %v, want each once", order)
			}
		}
		if len(order) != len(files) {
			t.Fatalf("%d of %d files are ranked", len(order), len(files))
		}
	})
}

// The score of a file is what its contributions add up to.
func TestContributionsAddUp(t *testing.T) {
	t.Parallel()
	q := Query{Symbol: true, Terms: []Term{{Weight: 1}}}
	for _, r := range Default.Rank(q, []File{file("a.go", 3, Counts{Body: 1}), file("b_test.go", 2, Counts{Symbol: 1})}) {
		sum := 0.0
		for _, c := range r.Terms {
			sum += c.Value * c.Weight
		}
		if math.Abs(sum-r.Score) > 1e-9 {
			t.Errorf("contributions of file %d add up to %v, its score is %v", r.Index, sum, r.Score)
		}
	}
}

func TestPriors(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"retry.go": "", "retry_test.go": "test", "src/test/java/RetryTest.java": "test", "tests/helper.py": "test",
		"RetryTests.swift": "test", "retry.spec.ts": "test", "a.test.tsx": "test", "test_a.py": "test", "spec/a_spec.rb": "test",
		"contest.go": "", "latest.py": "", "latest/x.go": "", "attestation/a.go": "", "protest.rs": "", "specs.go": "",
		"examples/a.go": "example", "third_party/x/a.c": "example", "src/index.js": "entry point", "pkg/__init__.py": "entry point",
	} {
		got := Features(Query{}, []File{{Path: path}})[0]
		for _, name := range []string{"test", "example", "entry point"} {
			if (feature(t, got, name) == 1) != (name == want) {
				t.Errorf("%s: %q is %v, want only %q", path, name, feature(t, got, name), want)
			}
		}
	}
}

// Fitting finds the one feature that tells the relevant file, and the same
// examples give the same model.
func TestFit(t *testing.T) {
	t.Parallel()
	var examples []Example
	for i := range 20 {
		e := Example{Weight: 1, Relevant: []bool{false, true, false}, Features: make([][NumFeatures]float64, 3)}
		for j := range e.Features {
			e.Features[j][2] = float64((i+j)%3) / 2 // says nothing
		}
		e.Features[1][5] = 1
		examples = append(examples, e)
	}
	examples = append(examples, Example{Weight: 1, Relevant: []bool{false}, Features: make([][NumFeatures]float64, 1)})
	m := Fit(examples, FitOptions{})
	if m.Weights[5] < 2 || math.Abs(m.Weights[2]) > 0.5 {
		t.Errorf("weights of what tells and what does not: %v and %v", m.Weights[5], m.Weights[2])
	}
	if diff := cmp.Diff(m, Fit(examples, FitOptions{})); diff != "" {
		t.Errorf("a second fit differs:\n%s", diff)
	}
}
