package eval_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/eval"
	"coderag/internal/fault"
)

func TestRunIsReadBack(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 3} {
		want := eval.Run{Name: "default", Set: "s", K: 10, Seed: 1, Corpora: []eval.Corpus{{Repo: "a", Files: 2, Hash: "x"}},
			Settings: []eval.Setting{{Name: "search.rrf_k", Value: "60"}}, Outcomes: outcomes("a", n, 2)}
		want.Summary = eval.Summarize(want.Outcomes, eval.Bootstrap{Samples: 10})
		var file bytes.Buffer
		if err := want.Write(&file); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(file.String(), "\n  {\"id\""); got != n {
			t.Errorf("%d lines of outcomes, want %d", got, n)
		}
		got, err := eval.ReadRun(&file)
		if n == 0 {
			want.Outcomes = []eval.Outcome{}
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got)\n%s", err, diff)
		}
	}
	if _, err := eval.ReadRun(strings.NewReader("hello")); !fault.Is(err, fault.Invalid) {
		t.Errorf("no JSON: %v", err)
	}
}

func TestWithoutText(t *testing.T) {
	t.Parallel()
	r := eval.Run{Outcomes: []eval.Outcome{{ID: "a/0", Query: "secret question", Top: []string{"a.go"}, Ranks: []int{1}}}}
	var file bytes.Buffer
	if err := r.WithoutText().Write(&file); err != nil || strings.Contains(file.String(), "secret") || strings.Contains(file.String(), "a.go") {
		t.Errorf("%v: %s", err, file.String())
	}
	if r.Outcomes[0].Query == "" {
		t.Error("the run itself lost its text")
	}
}

// A fingerprint is another one when, and only when, what it is of is.
func TestFingerprints(t *testing.T) {
	t.Parallel()
	files := []eval.Indexed{{Repo: "r", Path: "a", SHA256: [32]byte{1}}, {Repo: "r", Path: "b", SHA256: [32]byte{2}}}
	same := []eval.Indexed{files[1], files[0]}
	other := []eval.Indexed{files[0], {Repo: "r", Path: "b", SHA256: [32]byte{3}}}
	one := eval.NewCorpus("r", "p", files)
	if one != eval.NewCorpus("r", "p", same) || one.Hash == eval.NewCorpus("r", "p", other).Hash || one.Hash == eval.NewCorpus("r", "p", files[:1]).Hash {
		t.Error("the fingerprint of a corpus depends on the order of its files, or not on their content")
	}
	a := eval.Run{Settings: []eval.Setting{{Name: "x", Value: "1"}}, Corpora: []eval.Corpus{one}}
	b := a
	b.Settings = []eval.Setting{{Name: "x", Value: "2"}}
	if a.Config() == b.Config() || a.Corpus() != b.Corpus() || !strings.Contains(a.Fingerprint(), a.Config()) || !strings.Contains(a.Fingerprint(), a.Corpus()) {
		t.Errorf("fingerprints %q and %q", a.Fingerprint(), b.Fingerprint())
	}
}

func TestAblation(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a       eval.Ablation
		name    string
		allowed bool
	}{
		{eval.Ablation{}, "default", true},
		{eval.Ablation{Without: []string{"dense"}, Granularity: "chunk", Expand: "none"}, "without dense, granularity chunk, expand none", true},
		{eval.Ablation{Without: []string{"magic"}}, "without magic", false},
		{eval.Ablation{Granularity: "line"}, "granularity line", false},
		{eval.Ablation{Expand: "all"}, "expand all", false},
		{eval.Ablation{Embedder: "none"}, "embedder none", true},
	}
	for _, test := range tests {
		err := test.a.Check([]string{"dense", "lexical"})
		if test.a.String() != test.name || (err == nil) != test.allowed {
			t.Errorf("%+v: %q, %v; want %q, allowed %v", test.a, test.a.String(), err, test.name, test.allowed)
		}
		if err != nil && len(fault.FixesOf(err)) == 0 {
			t.Errorf("%v has no fix", err)
		}
	}
}
