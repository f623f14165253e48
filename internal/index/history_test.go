package index_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"coderag/internal/git"
	"coderag/internal/index"
)

// git runs git in the root, which becomes a repository with the first call, and
// returns what it prints.
func (w *world) git(args ...string) string {
	w.Helper()
	if _, ok := git.Open(w.root); !ok {
		w.Skip("git is not installed")
	}
	cmd := exec.CommandContext(w.Context(), "git", args...)
	cmd.Dir = w.root
	cmd.Env = append(git.Env(os.Environ()), "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (w *world) commit(message string) {
	w.Helper()
	w.git("add", "--all")
	w.git("commit", "--quiet", "--message", message)
}

// What is said of a file is found as if it stood in it, from the commit on.
func TestSubjectsAreWordsOfTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "x"), "b.go": goFunc("Close", "x")})
	w.git("init", "--quiet")
	w.commit("Initial import")
	w.sweep()
	w.wantFind("authentication", "")

	w.write("a.go", goFunc("Open", "y"))
	w.sweep() // before the commit: the text is there, the subject is not
	w.commit("Fix the authentication handshake")
	if r := w.sweep(); r.Told != 1 || r.Changed != 0 || r.Commits != 1 {
		t.Errorf("sweep after a commit: %+v, want one file told and one commit", r)
	}
	w.wantFind("authentication", "a.go")
	if r := w.sweep(); r.Changes() || r.Commits != 0 {
		t.Errorf("sweep after it: %+v, want no change", r)
	}
}

// A branch whose history was rewritten is taken in afresh: what was said on the
// old one is forgotten.
func TestRewrittenHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "x")})
	w.git("init", "--quiet")
	w.commit("Initial import")
	w.write("a.go", goFunc("Open", "y"))
	w.commit("Mention zebras")
	w.sweep()
	w.wantFind("zebras", "a.go")
	w.git("commit", "--quiet", "--amend", "--message", "Mention giraffes")
	w.sweep()
	w.wantFind("zebras", "")
	w.wantFind("giraffes", "a.go")
}

// A commit that touches many files says little about each of them.
func TestLargeCommitsSayNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.git("init", "--quiet")
	for i := range 16 {
		w.write(fmt.Sprintf("f%02d.go", i), goFunc("F", "x"))
	}
	w.commit("Reformat everything")
	w.sweep()
	w.wantFind("reformat", "")
}

// A sweep killed between the commits and the files they touched is made good.
func TestHistoryIsNotedLast(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "x")})
	w.git("init", "--quiet")
	w.commit("Initial import")
	w.sweep()
	w.write("a.go", goFunc("Open", "y"))
	w.sweep()
	w.commit("Mention zebras")
	store := w.store
	ctx, cancel := contextThatEndsAtFiles(t)
	_, err := w.indexer.Sweep(ctx, store, index.Request{Project: w.project, Progress: cancel})
	if err == nil {
		t.Fatal("the sweep was not cut off")
	}
	w.wantFind("zebras", "")
	w.sweep()
	w.wantFind("zebras", "a.go")
}
