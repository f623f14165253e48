package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/eval"
	"coderag/internal/eval/report"
)

// newRun has a question in each of two repositories, with targets at these ranks.
func newRun(name string, a, b int) eval.Run {
	r := eval.Run{Name: name, Set: "test", Way: "http", K: 10, Seed: 1, Samples: 20, Outcomes: []eval.Outcome{
		{ID: "a/0", Repo: "a", Category: "symbol", Language: "go", Ranks: []int{a}, Tokens: []int{100 * a}, Hits: 10, Millis: 2},
		{ID: "b/0", Repo: "b", Category: "semantic", Language: "zig", Ranks: []int{b}, Tokens: []int{100 * b}, Hits: 10, Millis: 4},
		{ID: "x/0", Repo: "b", Absent: true, Hits: 3, Millis: 6},
	}}
	r.Summary = eval.Summarize(r.Outcomes, eval.Bootstrap{Samples: r.Samples})
	return r
}

// Every table has the fingerprint below it.
func TestText(t *testing.T) {
	t.Parallel()
	r := newRun("default", 1, 3)
	var out bytes.Buffer
	if err := report.Text(&out, r); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		"test: default, 2 questions in 2 repositories", "hit@1 .500 .500-.500", "ndcg@10 .750", "silent on absent .000 of 1",
		"latency p50 4.0 ms", " a 1 1.000 1.000 1.000 1.000 1.000", " zig 1 .000 1.000 .333 .500 .500",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it lacks %q:\n%s", want, out.String())
		}
	}
	if got := strings.Count(out.String(), r.Fingerprint()); got != 4 {
		t.Errorf("%d fingerprints below 4 tables", got)
	}
}

func TestQuality(t *testing.T) {
	t.Parallel()
	peers, err := report.ReadPeers(strings.NewReader("repo,language,chunks,other,best\na,go,10,0.5,0.7\nb,zig,10,0.6,0.2\nc,c,10,1,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	q := report.Quality{Runs: []eval.Run{newRun("default", 1, 3), newRun("grep", 0, 1)}, Peers: peers}
	if err := q.Write(&out); err != nil {
		t.Fatal(err)
	}
	_, byRepo, _ := strings.Cut(out.String(), "## nDCG@10 by repository\n\n")
	byRepo, _, _ = strings.Cut(byRepo, "\n\n")
	want := `|  | questions | default | grep | best peer | other | best |
|---|---:|---:|---:|---:|---:|---:|
| a | 1 | 1.000 | .000 | .700 | .500 | .700 |
| b | 1 | .500 | 1.000 | .600 | .600 | .200 |
| **mean** | 2 | **.750** | **.500** |  | .550 | .450 |`
	if diff := cmp.Diff(want, byRepo); diff != "" {
		t.Errorf("by repository (-want +got)\n%s", diff)
	}
	silent := newRun("silence", 1, 1)
	silent.Summary.Silence = eval.Silence{Absent: 20, Rightly: 0.95, Reasons: []eval.SilenceReason{{Reason: "scattered", Absent: 19}}}
	silent.Summary.SilenceBy = []eval.SilenceGroup{{Name: "dev", Silence: eval.Silence{Asked: 50, Silenced: 0.02}}}
	q.Silence = &silent
	out.Reset()
	if err := q.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"| ndcg@10 | **.750**", "- grep: corpus ", "20 resamples",
		"| test | 1 | .000 | 2 | .000 |\n| **silence** | 20 | .950 | 0 |  |\n| dev | 0 |  | 50 | .020 |", "| scattered | 19 | 0 |"} {
		if !strings.Contains(out.String(), w) {
			t.Errorf("it lacks %q:\n%s", w, out.String())
		}
	}
}

// What parts are worth: the largest loss first, what may be chance not in bold.
// With two questions a repository has one, so nothing is drawn and every interval
// is the difference itself.
func TestQualityAblations(t *testing.T) {
	t.Parallel()
	q := report.Quality{Runs: []eval.Run{newRun("default", 1, 3)}, Ablations: []eval.Run{
		newRun("without coverage", 1, 3), newRun("without priors", 1, 1), newRun("without names", 0, 3),
	}}
	var out bytes.Buffer
	if err := q.Write(&out); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(out.String(), "## Ablations\n\n")
	got, _, _ = strings.Cut(got, "\n\n")
	want := `| without | ndcg@10 | difference | 95 % interval |
|---|---:|---:|---:|
| names | .250 | **-.500** | -.500 to -.500 |
| coverage | .750 | .000 | .000 to .000 |
| priors | 1.000 | **+.250** | +.250 to +.250 |`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ablations (-want +got)\n%s", diff)
	}
	q.Ablations, out = nil, bytes.Buffer{}
	if err := q.Write(&out); err != nil || strings.Contains(out.String(), "Ablations") {
		t.Errorf("without any, %v: %s", err, out.String())
	}
}

func TestReadPeersRefuses(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                            "empty",
		"name,score\na,1\n":           `no column "repo"`,
		"repo,other\na,high\n":        "other of a",
		"repo,other\na,1,2\n":         "wrong number of fields",
		"repo,language,chunks\na,b\n": "wrong number of fields",
	} {
		if _, err := report.ReadPeers(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}
