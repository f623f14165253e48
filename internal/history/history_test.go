package history_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/git"
	"coderag/internal/history"
)

// A repo is a git repository of the test's own.
type repo struct {
	*testing.T
	dir string
	day int
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, ok := git.Open("."); !ok {
		t.Skip("git is not installed")
	}
	r := &repo{T: t, dir: t.TempDir()}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

func (r *repo) git(args ...string) string {
	r.Helper()
	cmd := exec.CommandContext(r.Context(), "git", args...)
	date := fmt.Sprintf("2024-01-%02dT00:00:00Z", r.day+1)
	cmd.Dir, cmd.Env = r.dir, append(git.Env(os.Environ()),
		"GIT_AUTHOR_NAME=Author", "GIT_AUTHOR_EMAIL=author@example.org", "GIT_AUTHOR_DATE="+date,
		"GIT_COMMITTER_NAME=Author", "GIT_COMMITTER_EMAIL=author@example.org", "GIT_COMMITTER_DATE="+date)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes the files, each with the message as its content, and commits.
func (r *repo) commit(message string, paths ...string) string {
	r.Helper()
	r.day++
	for _, path := range paths {
		abs := filepath.Join(r.dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(abs), 0o755), os.WriteFile(abs, []byte(message), 0o600)); err != nil {
			r.Fatal(err)
		}
	}
	r.git("add", "--all")
	r.git("commit", "--quiet", "--allow-empty", "--message", message)
	return r.git("rev-parse", "HEAD")
}

func (r *repo) read(sub, since string) []history.Commit {
	r.Helper()
	reader, _ := history.Open(code.Root{Path: filepath.Join(r.dir, sub)})
	head, err := reader.Head(r.Context())
	if err != nil {
		r.Fatal(err)
	}
	var all []history.Commit
	err = reader.Commits(r.Context(), head, since, func(c history.Commit) error {
		all = append(all, c)
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	return all
}

func TestCommits(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	first := r.commit("Add a\n\nBecause it\nwas missing.", "lib/a.go", "README")
	r.commit("Touch nothing below lib", "README")
	odd := r.commit("größer \x01commit", "lib/odd 'name\t\n.go", "lib/sub/b.go")
	r.git("checkout", "--quiet", "-b", "side", first)
	side := r.commit("On the side", "lib/c.go")
	r.git("checkout", "--quiet", "main")
	r.git("merge", "--quiet", "--no-edit", "side")

	day := func(n int) time.Time { return time.Date(2024, 1, n+1, 0, 0, 0, 0, time.UTC) }
	want := []history.Commit{
		{Revision: side, Author: "Author", Time: day(4), Subject: "On the side", Paths: []string{"c.go"}, Files: 1},
		{Revision: odd, Author: "Author", Time: day(3), Subject: "größer \x01commit", Paths: []string{"odd 'name\t\n.go", "sub/b.go"}, Files: 2},
		{Revision: first, Author: "Author", Time: day(1), Subject: "Add a", Body: "Because it\nwas missing.", Paths: []string{"a.go"}, Files: 1},
	}
	if diff := cmp.Diff(want, r.read("lib", "")); diff != "" {
		t.Errorf("commits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[:1], r.read("lib", odd)); diff != "" {
		t.Errorf("commits since %s (-want +got):\n%s", odd, diff)
	}
}

func TestLargeCommit(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	var paths []string
	for i := range history.MaxPaths + 5 {
		paths = append(paths, fmt.Sprintf("f%03d", i))
	}
	r.commit(strings.Repeat("long ", 1000), paths...)
	got := r.read("", "")
	if len(got) != 1 || len(got[0].Paths) != history.MaxPaths || got[0].Files != len(paths) || len(got[0].Subject) > history.MaxSubject {
		t.Errorf("commits = %d; want one with %d of %d paths and a cut subject", len(got), history.MaxPaths, len(paths))
	}
}

func TestHeadAndDescends(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	reader, _ := history.Open(code.Root{Path: r.dir})
	if head, err := reader.Head(t.Context()); head != "" || err != nil {
		t.Errorf("Head without a commit = %q, %v; want none", head, err)
	}
	outside, _ := history.Open(code.Root{Path: t.TempDir()})
	if head, err := outside.Head(t.Context()); head != "" || err != nil {
		t.Errorf("Head outside a repository = %q, %v; want none", head, err)
	}
	first := r.commit("first", "a")
	second := r.commit("second", "b")
	r.git("checkout", "--quiet", "--orphan", "other")
	orphan := r.commit("rewritten", "c")
	for _, tc := range []struct {
		head, old string
		want      bool
	}{
		{second, first, true}, {first, second, false}, {orphan, second, false}, {second, strings.Repeat("0", 40), false},
	} {
		if got, err := reader.Descends(t.Context(), tc.head, tc.old); got != tc.want || err != nil {
			t.Errorf("Descends(%.7s, %.7s) = %v, %v; want %v", tc.head, tc.old, got, err, tc.want)
		}
	}
}

func TestVisitorStops(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	head := r.commit("first", "a")
	stop := errors.New("enough")
	reader, _ := history.Open(code.Root{Path: r.dir})
	err := reader.Commits(t.Context(), head, "", func(history.Commit) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("Commits = %v, want the visitor's error", err)
	}
}
