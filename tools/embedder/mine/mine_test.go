package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlainComment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ raw, want string }{
		{"// Open opens the file.\n// It never blocks.\n//\n// Deprecated: use Read.\n", "Open opens the file. It never blocks."},
		{"/**\n * Returns the user.\n * @param id who\n */\n", "Returns the user."},
		{"    \"\"\"Parse a header.\n\n    Args:\n        x: y\n    \"\"\"\n", "Parse a header."},
		{"# frozen_string_literal: true\n# Retries a block.\n", "frozen_string_literal: true Retries a block."},
		{"#[inline]\n/// Counts the words.\n", "Counts the words."},
		{"-- | Folds a tree.\n", "Folds a tree."},
		{"  @doc \"\"\"\n  Fetches a page.\n\n  ## Examples\n  \"\"\"\n", "Fetches a page."},
		{"// Copyright 2020 The Authors. All rights reserved.\n// Use of this source code is governed by a BSD-style license\n", ""},
		{"// see https://example.org/x for <b>more</b> {@link Foo}\n", "see for more Foo"},
		{"//go:generate stringer\n", "go:generate stringer"},
		{"", ""},
	} {
		if got := plainComment(tt.raw); got != tt.want {
			t.Errorf("plainComment(%q) = %q, want %q", tt.raw, got, tt.want)
		}
	}
}

func TestSpoken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"wait for the worker to end":           true,
		"the user's name, if there is one":     true,
		"if (x == 3) { return foo(bar); }":     false,
		"i++":                                  false,
		"a = b; c = d; the last of these five": false,
		"":                                     false,
	} {
		if got := spoken(text, 4); got != want {
			t.Errorf("spoken(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestFirstSentences(t *testing.T) {
	t.Parallel()
	const text = "One is here. Two is there. Three is far away."
	for limit, want := range map[int]string{3: "One is here.", 13: "One is here. Two is there.", 40: text, 100: text} {
		if got := firstSentences(text, limit); got != want {
			t.Errorf("firstSentences at %d = %q, want %q", limit, got, want)
		}
	}
}

func TestStemAndTest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, stem string
		test       bool
	}{
		{"a/retry.go", "retry", false},
		{"a/retry_test.go", "retry", true},
		{"tests/test_retry.py", "retry", true},
		{"src/test/java/RetryTest.java", "retry", true},
		{"spec/retry_spec.rb", "retry", true},
		{"src/retry.test.ts", "retry", true},
		{"src/contest.c", "con", false},
	} {
		if got := stem(tt.path); got != tt.stem || isTest(tt.path) != tt.test {
			t.Errorf("%s: stem %q, test %v; want %q, %v", tt.path, got, isTest(tt.path), tt.stem, tt.test)
		}
	}
}

// The repository of the test has a pair of every kind but one: a title of a
// test, a heading, and so on.
var sources = map[string]string{
	"retry.go": `// Package retry repeats what failed until it works or time is up.
package retry

// Attempt calls f until it returns no error, with growing pauses.
func Attempt(f func() error) error {
	pause := first
	for {
		// stop once the deadline has passed, whatever happened
		if late() {
			return fail("the deadline has passed before it worked")
		}
		if f() == nil {
			return nil
		}
		sleep(pause)
		pause *= 2
	}
}

func late() bool { return now() > end }
`,
	"retry_test.go": "package retry\n\nimport \"testing\"\n\nfunc TestAttemptStopsAtDeadline(t *testing.T) {\n\tAttempt(nil)\n}\n",
	"README.md": "# Retrying calls to remote servers\n\nUse `Attempt` where a remote call fails now and then, and give it a function that can be " +
		"repeated without harm, because it will be called several times in a row.\n",
	"vendor/copy.go": "package copy\n\n// Copy is of somebody else and is not to be mined.\nfunc Copy() {\n\ta()\n\tb()\n\tc()\n\td()\n}\n",
}

func TestMine(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "owner+retry")
	for name, text := range sources {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "retry.go", "retry_test.go", "README.md")
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "Double the pause after each failure")
	sets := newSymbols()
	t.Cleanup(func() { _ = sets.Close() })
	r, err := readRepository(t.Context(), sets, dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.mine(t.Context(), newSieve(json.NewEncoder(&out))); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for d := json.NewDecoder(&out); d.More(); {
		var p Pair
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Path == "retry.go" {
			got[p.Kind] = p.Text
		}
	}
	want := map[string]string{
		kindDoc:     "Attempt calls f until it returns no error, with growing pauses.",
		kindName:    "Attempt",
		kindInline:  "stop once the deadline has passed, whatever happened",
		kindMessage: "the deadline has passed before it worked",
		kindFile:    "Package retry repeats what failed until it works or time is up.",
		kindTest:    "AttemptStopsAtDeadline",
		kindCommit:  "Double the pause after each failure",
		kindProse:   "Use  where a remote call fails now and then, and give it a function that can be repeated without harm, because it will be called several times in a row.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pairs of retry.go (-want +got):\n%s", diff)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}
