package eval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"coderag/internal/code"
	"coderag/internal/eval"
)

// metric returns the metric of that name.
func metric(t testing.TB, name string) func(eval.Outcome) float64 {
	t.Helper()
	for _, m := range eval.Metrics() {
		if m.Name == name {
			return m.Of
		}
	}
	t.Fatalf("no metric %q", name)
	return nil
}

// The values were computed by hand from the definitions.
func TestMetrics(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		ranks []int
		want  float64
	}{
		{"hit@1", []int{0, 2}, 0},
		{"hit@1", []int{3, 1}, 1},
		{"hit@3", []int{3}, 1},
		{"hit@5", []int{6, 0}, 0},
		{"recall@5", []int{1, 5, 6, 0}, 0.5},
		{"recall@10", []int{1, 5, 6, 0}, 0.75},
		{"mrr", []int{0, 4}, 0.25},
		{"mrr", []int{0}, 0},
		{"ndcg@10", []int{1}, 1},
		{"ndcg@10", []int{3}, 0.5},
		{"ndcg@10", []int{11}, 0},
		{"ndcg@5", []int{6}, 0},
		{"ndcg@10", []int{2, 0}, (1 / math.Log2(3)) / (1 + 1/math.Log2(3))},
		{"ndcg@10", []int{2, 1}, 1},
		{"ndcg@10", []int{1, 1}, 1}, // one hit covers both: not more than ideal
	}
	for _, test := range tests {
		got := metric(t, test.name)(eval.Outcome{Ranks: test.ranks})
		if math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s of ranks %v = %v, want %v", test.name, test.ranks, got, test.want)
		}
	}
}

func TestRecallWithinTokens(t *testing.T) {
	t.Parallel()
	o := eval.Outcome{Tokens: []int{500, 501, 0, 3999}}
	for name, want := range map[string]float64{"recall@500tok": 0.25, "recall@1000tok": 0.5, "recall@2000tok": 0.5, "recall@4000tok": 0.75} {
		if got := metric(t, name)(o); got != want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
}

// Moving a target up never lowers a metric, and all of them stay in 0 to 1.
func TestMetricsAreMonotonous(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ranks := rapid.SliceOfN(rapid.IntRange(0, 12), 1, 6).Draw(t, "ranks")
		at := rapid.IntRange(0, len(ranks)-1).Draw(t, "which")
		better := append([]int(nil), ranks...)
		better[at] = 1
		for _, m := range eval.Metrics() {
			low, high := m.Of(eval.Outcome{Ranks: ranks}), m.Of(eval.Outcome{Ranks: better})
			if low < 0 || high > 1 || high < low-1e-12 {
				t.Fatalf("%s: %v of %v, %v of %v", m.Name, low, ranks, high, better)
			}
		}
	})
}

// A searcher answers from a table.
type searcher map[string][]eval.Hit

func (s searcher) Search(_ context.Context, a eval.Ask) (eval.Answer, error) {
	hits, ok := s[a.Query]
	if !ok {
		return eval.Answer{}, errors.New("refused")
	}
	return eval.Answer{Hits: hits[:min(len(hits), a.K)]}, nil
}

func TestRun(t *testing.T) {
	t.Parallel()
	hits := []eval.Hit{
		{Repo: "r", Path: "a.go", Lines: code.Span{Start: 1, End: 9}, Symbols: []string{"Server.handle"}, Tokens: 100},
		{Repo: "other", Path: "b.go", Tokens: 10},
		{Repo: "r", Path: "a.go", Lines: code.Span{Start: 20, End: 29}, Symbols: []string{"listen"}, Tokens: 200},
		{Repo: "r", Path: "b.go", Tokens: 1},
	}
	tests := []struct {
		name   string
		target eval.Target
		rank   int
		tokens int
	}{
		{"the file", eval.Target{Path: "a.go"}, 1, 100},
		{"not of another repository", eval.Target{Path: "b.go"}, 4, 311},
		{"no suffix of a path", eval.Target{Path: "x/a.go"}, 0, 0},
		{"lines overlap", eval.Target{Path: "a.go", Lines: code.Span{Start: 29, End: 40}}, 3, 310},
		{"lines between", eval.Target{Path: "a.go", Lines: code.Span{Start: 10, End: 19}}, 0, 0},
		{"a hit without lines overlaps none", eval.Target{Path: "b.go", Lines: code.Span{Start: 1, End: 9}}, 0, 0},
		{"symbol", eval.Target{Path: "a.go", Symbol: "listen"}, 3, 310},
		{"qualified symbol", eval.Target{Path: "a.go", Symbol: "handle"}, 1, 100},
		{"part of a symbol", eval.Target{Path: "a.go", Symbol: "ndle"}, 0, 0},
	}
	for _, test := range tests {
		test.target.Repo = "r"
		q := eval.Question{ID: "1", Query: "q", Repo: "r", Expect: []eval.Target{test.target}}
		got, err := eval.Runner{Searcher: searcher{"q": hits}, K: 10}.Run(t.Context(), eval.Set{Questions: []eval.Question{q}})
		if err != nil {
			t.Fatal(err)
		}
		want := eval.Outcome{ID: "1", Query: "q", Repo: "r", Ranks: []int{test.rank}, Tokens: []int{test.tokens}, Hits: 4, Top: []string{"a.go", "b.go", "a.go", "b.go"}}
		if diff := cmp.Diff([]eval.Outcome{want}, got, cmpopts.IgnoreFields(eval.Outcome{}, "Millis")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
	}
}

// A question that is refused does not end the run; the end of the context does.
func TestRunGoesOn(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	r := eval.Runner{Searcher: searcher{"b": nil}, K: 10, Clock: func() time.Time {
		now = now.Add(3 * time.Millisecond)
		return now
	}}
	s := eval.Set{Questions: []eval.Question{{ID: "1", Query: "a", Repo: "r"}, {ID: "2", Query: "b", Repo: "r", Absent: true}}}
	got, err := r.Run(t.Context(), s)
	if err != nil || len(got) != 2 || got[0].Problem != "refused" || !got[1].Silent() || got[1].Millis != 3 {
		t.Errorf("Run = %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Run(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("Run with an ended context = %v", err)
	}
}

// outcomes returns n questions of a repository whose only target is at rank.
func outcomes(repo string, n, rank int) (all []eval.Outcome) {
	for i := range n {
		all = append(all, eval.Outcome{ID: fmt.Sprint(repo, i), Repo: repo, Category: "c", Language: "go", Ranks: []int{rank}, Tokens: []int{1}, Hits: 10, Millis: float64(i)})
	}
	return all
}

// A repository counts as one however many questions it has; a category is a
// mean over questions.
func TestSummarize(t *testing.T) {
	t.Parallel()
	all := append(outcomes("big", 9, 1), outcomes("small", 1, 0)...)
	all = append(all,
		eval.Outcome{ID: "x", Repo: "big", Absent: true}, eval.Outcome{ID: "y", Repo: "big", Absent: true, Hits: 3},
		eval.Outcome{ID: "z", Repo: "small", Ranks: []int{0}}, eval.Outcome{ID: "w", Repo: "small", Ranks: []int{0}, Problem: "refused"})
	s := eval.Summarize(all, eval.Bootstrap{})
	if got := s.All.Figure("hit@1").Value; got != 0.5 {
		t.Errorf("hit@1 of all = %v, want .5, the mean of two repositories", got)
	}
	if got := s.Categories[0].Figure("hit@1").Value; math.Abs(got-0.9) > 1e-12 {
		t.Errorf("hit@1 of the category = %v, want .9, the mean of ten questions", got)
	}
	wantSilence := eval.Silence{Absent: 2, Rightly: 0.5, Asked: 12, Silenced: 1.0 / 12}
	if diff := cmp.Diff(wantSilence, s.Silence); diff != "" {
		t.Errorf("silence (-want +got)\n%s", diff)
	}
	if s.Problems != 1 || s.All.Questions != 12 || s.All.Repos != 2 || s.Latency.P50 != 2 || s.Latency.P95 != 8 {
		t.Errorf("summary = %+v", s)
	}
}

// Silence is told by split and by tag, with the reasons that were given.
func TestSilenceBy(t *testing.T) {
	t.Parallel()
	s := eval.Summarize([]eval.Outcome{
		{ID: "1", Repo: "r", Absent: true, Split: "dev", Tags: []string{"software", "short"}, Reason: "none"},
		{ID: "2", Repo: "r", Absent: true, Split: "test", Tags: []string{"software"}, Hits: 3},
		{ID: "3", Repo: "r", Split: "dev", Tags: []string{"typo"}, Ranks: []int{0}, Tokens: []int{0}, Reason: "little"},
		{ID: "4", Repo: "r", Split: "dev", Tags: []string{"typo"}, Ranks: []int{0}, Tokens: []int{0}, Hits: 1},
	}, eval.Bootstrap{})
	none, little := eval.SilenceReason{Reason: "none", Absent: 1}, eval.SilenceReason{Reason: "little", Asked: 1}
	want := []eval.SilenceGroup{
		{Name: "dev", Silence: eval.Silence{Absent: 1, Rightly: 1, Asked: 2, Silenced: 0.5, Reasons: []eval.SilenceReason{little, none}}},
		{Name: "test", Silence: eval.Silence{Absent: 1}},
		{Name: "short", Silence: eval.Silence{Absent: 1, Rightly: 1, Reasons: []eval.SilenceReason{none}}},
		{Name: "software", Silence: eval.Silence{Absent: 2, Rightly: 0.5, Reasons: []eval.SilenceReason{none}}},
		{Name: "typo", Silence: eval.Silence{Asked: 2, Silenced: 0.5, Reasons: []eval.SilenceReason{little}}},
	}
	if diff := cmp.Diff(want, s.SilenceBy); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestBootstrap(t *testing.T) {
	t.Parallel()
	mixed := append(outcomes("a", 30, 1), outcomes("a", 30, 0)...)
	one := eval.Summarize(mixed, eval.Bootstrap{Seed: 1}).All.Figure("hit@1")
	again := eval.Summarize(mixed, eval.Bootstrap{Seed: 1}).All.Figure("hit@1")
	other := eval.Summarize(mixed, eval.Bootstrap{Seed: 2}).All.Figure("hit@1")
	if one != again || one == other {
		t.Errorf("seed 1: %v and %v, seed 2: %v", one, again, other)
	}
	// The normal approximation for n = 60, p = .5 is .5 +- .127.
	if math.Abs(one.Low-0.373) > 0.035 || math.Abs(one.High-0.627) > 0.035 {
		t.Errorf("interval %v to %v, want about .373 to .627", one.Low, one.High)
	}
	if sure := eval.Summarize(outcomes("a", 5, 1), eval.Bootstrap{}).All.Figure("mrr"); sure.Low != 1 || sure.High != 1 {
		t.Errorf("interval of equal values: %+v", sure)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	from := eval.Run{Outcomes: append(outcomes("a", 40, 2), outcomes("b", 1, 1)...)}
	to := eval.Run{Outcomes: append(outcomes("a", 40, 1), outcomes("c", 1, 1)...), Corpora: []eval.Corpus{{Repo: "a"}}}
	to.Outcomes[7].Ranks = []int{0}
	c := eval.Compare(from, to, eval.Bootstrap{})
	if c.Common != 40 || c.SameCorpus || len(c.Moves) != 40 {
		t.Fatalf("%d in common, same corpus %v, %d moves; want 40, false, 40", c.Common, c.SameCorpus, len(c.Moves))
	}
	if first := c.Moves[0]; first.ID != "a7" || first.From != 2 || first.To != 0 || first.Gain >= 0 {
		t.Errorf("first move %+v, want the loss of a7", first)
	}
	for _, d := range c.Deltas {
		if d.Name == "hit@1" && (d.From != 0 || d.To != 39.0/40 || !d.Significant()) {
			t.Errorf("hit@1: %+v, want a significant gain of .975", d)
		}
		if d.Name == "hit@5" && d.Significant() {
			t.Errorf("hit@5: %+v, want one lost question not to be significant", d)
		}
	}
}

func TestReadBenchmark(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"repos.json": {Data: []byte(`[
			{"name": "a", "language": "go", "benchmark_root": "src", "path_base": "repo_root", "revision": "x", "status": "pinned"},
			{"name": "b", "language": "zig", "benchmark_root": "lib", "path_base": "benchmark_root"},
			{"name": "c", "language": "c", "benchmark_root": null, "path_base": "repo_root"}]`)},
		"annotations/a.json": {Data: []byte(`[{"query": "q1", "category": "symbol", "relevant": ["src/x.go", {"path": "src/y.go", "start_line": 3, "end_line": 9}], "secondary": ["src/x.go", "src/z.go"]}]`)},
		"annotations/b.json": {Data: []byte(`[{"query": "q2", "category": "semantic", "relevant": ["x.zig"], "secondary": []}]`)},
		"annotations/c.json": {Data: []byte(`[]`)},
	}
	b, err := eval.ReadBenchmark(files)
	if err != nil {
		t.Fatal(err)
	}
	want := []eval.Question{
		{ID: "a/0", Query: "q1", Repo: "a", Category: "symbol", Language: "go", Expect: []eval.Target{
			{Repo: "a", Path: "src/x.go"}, {Repo: "a", Path: "src/y.go", Lines: code.Span{Start: 3, End: 9}}, {Repo: "a", Path: "src/z.go"}}},
		{ID: "b/0", Query: "q2", Repo: "b", Category: "semantic", Language: "zig", Expect: []eval.Target{{Repo: "b", Path: "lib/x.zig"}}},
	}
	if diff := cmp.Diff(want, b.Questions); diff != "" {
		t.Errorf("questions (-want +got)\n%s", diff)
	}
	delete(files, "annotations/c.json")
	if _, err := eval.ReadBenchmark(files); err == nil || !strings.Contains(err.Error(), "annotations/c.json") {
		t.Errorf("without a file of annotations: %v", err)
	}
}

func TestReadJSONL(t *testing.T) {
	t.Parallel()
	s, err := eval.ReadJSONL("own", strings.NewReader(`# comment

{"q": " where ", "expect": [{"repo": "r", "path": "a.go", "lines": [3, 9]}, {"repo": "r", "path": "b.go", "symbol": "B"}], "tags": ["symbol", "hard"], "split": "dev"}
{"q": "nothing", "absent": true}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := eval.Set{Name: "own", Questions: []eval.Question{
		{ID: "own/3", Query: "where", Repo: "r", Category: "symbol", Tags: []string{"symbol", "hard"}, Split: "dev", Expect: []eval.Target{
			{Repo: "r", Path: "a.go", Lines: code.Span{Start: 3, End: 9}}, {Repo: "r", Path: "b.go", Symbol: "B"}}},
		{ID: "own/4", Query: "nothing", Absent: true},
	}}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("set (-want +got)\n%s", diff)
	}
	everywhere := s.AskEverywhere([]string{"r", "s"})
	if len(everywhere.Questions) != 3 || everywhere.Questions[2].ID != "own/4@s" || everywhere.Questions[2].Repo != "s" {
		t.Errorf("asked everywhere: %+v", everywhere.Questions)
	}
	if dev := s.Only(func(q eval.Question) bool { return q.Split == "dev" }); len(dev.Questions) != 1 {
		t.Errorf("%d questions of the split, want 1", len(dev.Questions))
	}
}

func TestReadJSONLRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ line, want string }{
		{`{"q": "a", "expected": []}`, "line 1"},
		{`{"q": "a"`, "line 1"},
		{`{"q": "", "absent": true}`, "no text"},
		{`{"q": "a"}`, "expects nothing"},
		{`{"q": "a", "absent": true, "expect": [{"path": "x"}]}`, "absent and expects"},
		{`{"q": "a", "expect": [{"path": "x", "lines": [3]}]}`, "the first and the last"},
		{`{"q": "a", "expect": [{"path": "x", "lines": [9, 3]}]}`, "no place"},
		{`{"q": "a", "expect": [{"path": ""}]}`, "no place"},
		{`{"q": "a", "expect": [{"path": "x"}]}`, "of repo \"\""},
		{`{"q": "a", "expect": [{"repo": "r", "path": "x"}, {"repo": "s", "path": "y"}]}`, "of repo \"s\""},
		{`{"q": "` + strings.Repeat("a", 2<<20) + `", "absent": true}`, "too long"},
	}
	for _, test := range tests {
		_, err := eval.ReadJSONL("x", strings.NewReader(test.line))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: %v, want %q", test.line, err, test.want)
		}
	}
}
