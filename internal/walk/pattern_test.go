package walk

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, path string // a path that ends in a slash is a folder
		want          bool
	}{
		{"a", "a", true}, {"a", "x/a", true}, {"a", "a/", true}, {"a", "ab", false},
		{"a/", "a", false}, {"a/", "x/a/", true}, {"/a", "a", true}, {"/a", "x/a", false},
		{"x/a", "x/a", true}, {"x/a", "y/x/a", false}, {"*.go", "x/y.go", true}, {"*.go", "go", false}, {"*", ".x", true},
		{"a*c", "abc", true}, {"a*c", "ac", true}, {"x/*.go", "x/y/a.go", false}, {"x/*/a", "x/y/a", true},
		{"**/a", "a", true}, {"**/a", "x/y/a", true}, {"x/**", "x/y/z", true}, {"x/**", "x/", false}, {"x/**/a", "x/a", true}, {"x/**/a", "x/y/z/a", true},
		{"x**y", "xzzy", true}, {"x/a**", "x/ab/c", true}, {"b?", "bé", false}, {"b??", "bé", true}, {"é", "é", true}, {"[é]", "é", false}, {"?", "/", false},
		{"[a-c]", "b", true}, {"[!a-c]", "b", false}, {"[^a-c]", "d", true}, {"[]a]", "]", true}, {"[a-]", "-", true}, {"[--0]", ".", true}, {"[c-a]", "b", false},
		{`[\]]`, "]", true}, {"[[:upper:]]x", "Ax", true}, {"[[:upper:]]x", "ax", false}, {"[[:upper:]0]", "0", true}, {"[[:a]", ":", true}, {"x/[/]", "x//", false},
		{`\*`, "*", true}, {`\*`, "a", false}, {`\#a`, "#a", true}, {`\!a`, "!a", true}, {"a  ", "a", true}, {`a\ `, "a ", true}, {"(a+)", "(a+)", true}, {"a.b", "axb", false},
	} {
		p, ok, err := parsePattern(tc.pattern)
		check(t, err)
		if got := ok && p.match(strings.TrimSuffix(tc.path, "/"), strings.HasSuffix(tc.path, "/")); got != tc.want {
			t.Errorf("%q matches %q: %v, want %v", tc.pattern, tc.path, got, tc.want)
		}
	}
}

// TestIgnoreAsGit holds our reading of ignore files, which .ragignore and the
// globs of a project get, against git's: with the same random .gitignore files
// the walk with git and the walk without find the same files.
func TestIgnoreAsGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("git is not installed: ", err)
	}
	names := []string{"a", "b", "ab", "a.b", "-", "]", "!a", "#", "*", "a b", "a ", `\`, "é", "[a]", ".x", ":"}
	files := map[string]string{}
	for _, dir := range []string{"", "d/", "d/e/", "ad/", "ad/d/b/"} {
		for _, name := range names {
			files[dir+name+".f"], files[dir+name] = "", ""
		}
	}
	delete(files, "ad/d/b")
	elements := rapid.SampledFrom([]string{
		"a", "b", "d", "e", "f", ".", "*", "**", "***", "?", "/", "/**/", "**/", "/*", "[a-c]", "[!a]", "[^a", "]", "[]-a]", "[[:alpha:]]", "[[:x:]]", "[:", "-", "!", "#", `\`, " ", "é", "\xc3", ":",
	})
	lines := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"", "", "!", "/"}).Draw(t, "start") +
			strings.Join(rapid.SliceOfN(elements, 1, 5).Draw(t, "elements"), "") + rapid.SampledFrom([]string{"", "", "/", " ", "\r"}).Draw(t, "end")
	})
	ignores := rapid.SliceOfN(lines, 0, 4)
	root := newRoot(t, files)
	rapid.Check(t, func(rt *rapid.T) {
		for _, dir := range []string{"", "d", "ad/d"} {
			content := strings.Join(ignores.Draw(rt, "ignore file in "+dir), "\n")
			write(t, filepath.Join(root.Path, dir, ".gitignore"), content, false)
		}
		want, err := Root(t.Context(), root, Rules{})
		check(t, err)
		got, err := withoutGit(t.Context(), root, Rules{}, disk{})
		check(t, err)
		if diff := cmp.Diff(paths(want.Files), paths(got.Files)); diff != "" {
			rt.Fatalf("git and our own matcher disagree (-git +own):\n%s", diff)
		}
	})
}

// FuzzPattern: no pattern may panic, and none that was refused may match.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"*.go", "[a-z]**/", `\`, "[[:alpha:]-\xff]", "a/**/b?", "[", "!"} {
		f.Add(seed, "a/b.go")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		p, ok, err := parsePattern(line)
		if ok && err == nil && p.match(path, true) && p.match(path, false) && p.dirOnly {
			t.Errorf("%q is for folders and matches the file %q", line, path)
		}
	})
}

func ExampleRules_Validate() {
	fmt.Println(Rules{Exclude: []string{"docs/[a-z"}}.Validate())
	// Output: excludeGlobs: pattern "docs/[a-z": a [ without its ]
}
