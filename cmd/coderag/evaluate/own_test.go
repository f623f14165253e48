package evaluate_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"coderag/internal/eval"
)

var update = flag.Bool("update", false, "rewrite the result file")

// testdata is where the question set over our own code is.
const testdata = "../../../internal/eval/testdata/"

// A change of the ranking shows as a diff of the goldens: run with -update, and
// argue about the diff. The ranking has weights of its own for a search with
// vectors, the default, and for one by words alone.
func TestOwnQuestions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	archive, err := txtar.ParseFile(testdata + "own.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		s.Write("own/"+f.Name, string(f.Data))
	}
	s.scan("own")
	s.wantRanks("own.golden")
	s.wantRanks("own_words.golden", "--embedder", "none")
}

// wantRanks asks the questions with the flags and compares what came of them with
// the golden.
func (s site) wantRanks(name string, flags ...string) {
	s.Helper()
	got := s.run(append([]string{"--questions", testdata + "own.jsonl", "--json"}, flags...)...)
	var r eval.Run
	if err := json.Unmarshal([]byte(got.Out), &r); err != nil || got.Code != 0 {
		s.Fatalf("exit code %d, %v: %s", got.Code, err, got.Err)
	}
	golden := filepath.Join(testdata, name)
	if *update {
		if err := os.WriteFile(golden, []byte(ranks(r)), 0o644); err != nil {
			s.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		s.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(ranks(r), "\n")); diff != "" {
		s.Errorf("the ranking changed; if for the better, run this test with -update (%s, -want +got)\n%s", name, diff)
	}
}

// ranks writes the figures, and for each question the rank of its first target,
// or whether an absent one has hits, and why a silent one has none.
func ranks(r eval.Run) string {
	var b bytes.Buffer
	for _, name := range []string{"hit@1", "hit@5", "mrr", "ndcg@10"} {
		fmt.Fprintf(&b, "%s %.3f\n", name, r.Summary.All.Figure(name).Value)
	}
	fmt.Fprintf(&b, "silent on absent %.3f\nanswerable silenced %.3f\n\n", r.Summary.Silence.Rightly, r.Summary.Silence.Silenced)
	for _, o := range r.Outcomes {
		result := fmt.Sprint(o.First())
		switch {
		case o.Silent():
			result = "silent"
		case o.Absent:
			result = "noise"
		case o.First() == 0:
			result = "-"
		}
		reason := ""
		if o.Reason != "" {
			reason = "  [" + o.Reason + "]"
		}
		fmt.Fprintf(&b, "%-6s %s%s\n", result, o.Query, reason)
	}
	return b.String()
}
