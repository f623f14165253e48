package eval_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/eval"
)

func TestFromHistoryRules(t *testing.T) {
	t.Parallel()
	many := make([]string, 11)
	for i := range many {
		many[i] = "a.go"
	}
	tests := []struct {
		name   string
		commit eval.Commit
		query  string // "" if it makes no question
	}{
		{"plain", eval.Commit{Subject: "Retry uploads after timeouts", Paths: []string{"a.go", "gone.go"}}, "Retry uploads after timeouts"},
		{"number of an issue", eval.Commit{Subject: "Retry uploads after timeouts (#123) (GH-4)", Paths: []string{"a.go"}}, "Retry uploads after timeouts"},
		{"only files that are gone", eval.Commit{Subject: "Retry uploads after timeouts", Paths: []string{"gone.go"}}, ""},
		{"few words", eval.Commit{Subject: "fix typo", Paths: []string{"a.go"}}, ""},
		{"many files", eval.Commit{Subject: "Retry uploads after timeouts", Paths: many}, ""},
		{"many files that were not listed", eval.Commit{Subject: "Retry uploads after timeouts", Paths: []string{"a.go"}, Files: 500}, ""},
		{"bot", eval.Commit{Author: "dependabot[bot]", Subject: "Retry uploads after timeouts", Paths: []string{"a.go"}}, ""},
		{"person with bot in the name", eval.Commit{Author: "Abbott", Subject: "Retry uploads after timeouts", Paths: []string{"a.go"}}, "Retry uploads after timeouts"},
		{"version bump", eval.Commit{Subject: "Bump the parser library version", Paths: []string{"a.go"}}, ""},
		{"release", eval.Commit{Subject: "chore(release): new version published today", Paths: []string{"a.go"}}, ""},
		{"dependencies", eval.Commit{Subject: "build(deps): update parser library again", Paths: []string{"a.go"}}, ""},
		{"revert", eval.Commit{Subject: `Revert "Retry uploads after timeouts"`, Paths: []string{"a.go"}}, ""},
		{"version alone", eval.Commit{Subject: "v1.2.3 with new features", Paths: []string{"a.go"}}, ""},
	}
	for _, test := range tests {
		test.commit.Revision = "0123456789abcdef"
		s := eval.FromHistory("r", []eval.Commit{test.commit}, map[string]string{"a.go": "go"}, eval.HistoryRules{})
		var want []eval.Question
		if test.query != "" {
			want = []eval.Question{{
				ID: "r/0123456789ab", Query: test.query, Repo: "r", Category: "commit", Language: "go",
				Revision: "0123456789abcdef", Expect: []eval.Target{{Repo: "r", Path: "a.go"}},
			}}
		}
		if diff := cmp.Diff(want, s.Questions); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
	}
}

// Of equal subjects the newest counts; a sample is the same every time, in the
// order of the commits, and hardly another when a commit is added.
func TestFromHistorySample(t *testing.T) {
	t.Parallel()
	var commits []eval.Commit
	for i := range 100 {
		commits = append(commits, eval.Commit{
			Revision: fmt.Sprintf("%040d", i), Subject: fmt.Sprintf("Retry uploads number%d after timeouts", i%60), Paths: []string{"a.go"},
		})
	}
	ids := func(commits []eval.Commit, seed uint64) (ids []string) {
		for _, q := range eval.FromHistory("r", commits, map[string]string{"a.go": "go"}, eval.HistoryRules{Questions: 20, Seed: seed}).Questions {
			ids = append(ids, q.Revision)
		}
		return ids
	}
	one := ids(commits, 1)
	if diff := cmp.Diff(one, ids(commits, 1)); diff != "" || len(one) != 20 {
		t.Errorf("%d questions; again (-first +second)\n%s", len(one), diff)
	}
	for i := range one[1:] {
		if one[i] >= one[i+1] || one[i+1] >= fmt.Sprintf("%040d", 60) {
			t.Errorf("%s before %s: want the order of the commits, and the first of equal subjects", one[i], one[i+1])
		}
	}
	if cmp.Equal(one, ids(commits, 2)) {
		t.Error("another seed gives the same sample")
	}
	more := ids(append([]eval.Commit{{Revision: fmt.Sprintf("%040d", 999), Subject: "Retry one more after timeouts", Paths: []string{"a.go"}}}, commits...), 1)
	kept := 0
	for _, id := range more {
		for _, old := range one {
			if id == old {
				kept++
			}
		}
	}
	if kept < 19 {
		t.Errorf("one more commit left %d of 20 questions, want at least 19", kept)
	}
}
