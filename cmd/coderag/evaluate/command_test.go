package evaluate_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coderag/internal/cli/clitest"
	"coderag/internal/eval"
	"coderag/internal/git"
	"coderag/internal/rank"
)

// newSmall has the project "api" with two files and a question about each.
func newSmall(t *testing.T) site {
	t.Helper()
	s := newSite(t)
	s.Write("api/retry.py", "def retry_upload():\n    '''Retry an upload with backoff.'''\n    return backoff()\n")
	s.Write("api/token.py", "def check_token(token):\n    '''Compare the token.'''\n    return token\n")
	s.Write("q.jsonl", `{"q": "retry upload with backoff", "expect": [{"repo": "api", "path": "retry.py"}], "tags": ["behaviour"], "split": "dev"}
{"q": "check_token", "expect": [{"repo": "api", "path": "token.py", "symbol": "check_token"}], "tags": ["symbol"], "split": "test"}
{"q": "xylophone orchestra", "absent": true}
`)
	s.scan("api")
	return s
}

func (s site) path(name string) string { return filepath.Join(s.Dir, name) }

// readRun reads what --json printed.
func readRun(t *testing.T, r clitest.Result) eval.Run {
	t.Helper()
	if r.Code != 0 {
		t.Fatalf("exit code %d: %s", r.Code, r.Err)
	}
	run, err := eval.ReadRun(strings.NewReader(r.Out))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestEval(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	r := readRun(t, s.run("--questions", s.path("q.jsonl"), "--json"))
	if got := r.Summary.All.Figure("hit@1").Value; got != 1 || r.Summary.Silence.Rightly != 1 || r.Summary.Silence.Absent != 1 {
		t.Errorf("hit@1 %v, silence %+v; want 1 and silence on what no file has", got, r.Summary.Silence)
	}
	if len(r.Corpora) != 1 || r.Corpora[0].Files != 2 || r.Way != "in process" || r.Name != "default" || len(r.Settings) < 10 {
		t.Errorf("run %+v", r)
	}
	for _, setting := range r.Settings {
		if strings.Contains(setting.Value, clitest.Token) || strings.Contains(setting.Value, "postgres") {
			t.Errorf("the settings tell a secret: %+v", setting)
		}
	}
	test := readRun(t, s.run("api", "--questions", s.path("q.jsonl"), "--json", "--split", "test", "--text=false"))
	if len(test.Outcomes) != 1 || test.Outcomes[0].Query != "" || test.Outcomes[0].ID != "q/2" {
		t.Errorf("the split has %+v", test.Outcomes)
	}
}

// The same questions and files give the same fingerprints; another setting or
// file gives others.
func TestEvalFingerprints(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	first := readRun(t, s.run("--questions", s.path("q.jsonl"), "--json"))
	again := readRun(t, s.run("--questions", s.path("q.jsonl"), "--json"))
	if first.Fingerprint() != again.Fingerprint() {
		t.Errorf("%q, then %q", first.Fingerprint(), again.Fingerprint())
	}
	s.Config("[search]\nrrf_k = 30\n")
	set := readRun(t, s.run("--questions", s.path("q.jsonl"), "--json"))
	if set.Config() == first.Config() || set.Corpus() != first.Corpus() {
		t.Errorf("with another setting: %q, then %q", first.Fingerprint(), set.Fingerprint())
	}
	s.Write("api/more.py", "x = 1\n")
	s.scan("api")
	more := readRun(t, s.run("--questions", s.path("q.jsonl"), "--json"))
	if more.Corpus() == first.Corpus() || more.Config() != set.Config() {
		t.Errorf("with another file: %q, then %q", set.Fingerprint(), more.Fingerprint())
	}
}

func TestEvalPrintsAndCompares(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	ours := s.run("--questions", s.path("q.jsonl"), "--save", s.path("ours.json"))
	grep := s.run("--questions", s.path("q.jsonl"), "--baseline", "grep", "--save", s.path("grep.json"), "--markdown")
	for _, want := range []string{"ndcg@10", "silent on absent", "by category", "corpus ", "configuration "} {
		if !strings.Contains(ours.Out, want) {
			t.Errorf("the table lacks %q:\n%s", want, ours.Out)
		}
	}
	if !strings.Contains(grep.Out, "| ndcg@10 | 1.000 |") || !strings.Contains(grep.Out, ", grep, program ") {
		t.Errorf("Markdown: %s %s", grep.Out, grep.Err)
	}
	page := s.run("--compare", s.path("grep.json")+","+s.path("ours.json"), "--html", s.path("page.html"))
	if page.Code != 0 || page.Out != "" || !strings.Contains(s.Read("page.html"), "From “grep” to “default”") {
		t.Errorf("compare: %+v", page)
	}
}

func TestEvalBenchmark(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	s.Write("bench/repos.json", `[{"name": "api", "language": "python", "benchmark_root": "src/api", "path_base": "repo_root"}]`)
	s.Write("bench/annotations/api.json", `[
		{"query": "retry upload", "relevant": ["src/api/retry.py"], "secondary": [], "category": "semantic"},
		{"query": "check token", "relevant": ["src/api/gone.py"], "secondary": [], "category": "symbol"}]`)
	got := s.run("--bench", s.path("bench"), "--json")
	r := readRun(t, got)
	if first := r.Outcomes[0]; first.First() != 1 || first.Top[0] != "src/api/retry.py" || first.Language != "python" {
		t.Errorf("an index of the folder alone: %+v", first)
	}
	if !strings.Contains(got.Err, "1 targets are not in the index, and cannot be found: api/src/api/gone.py") {
		t.Errorf("of a target that is not indexed it says %q", got.Err)
	}
}

func TestEvalFromHistory(t *testing.T) {
	t.Parallel()
	if _, ok := git.Open("."); !ok {
		t.Skip("git is not installed")
	}
	s := newSite(t)
	commit := func(subject, path, text string) {
		s.Write("api/"+path, text)
		for _, args := range [][]string{{"init", "--quiet"}, {"add", "--all"}, {"commit", "--quiet", "--message", subject}} {
			cmd := exec.CommandContext(t.Context(), "git", args...)
			cmd.Dir, cmd.Env = s.path("api"), append(git.Env(os.Environ()),
				"GIT_AUTHOR_NAME=Author", "GIT_AUTHOR_EMAIL=author@example.org", "GIT_COMMITTER_NAME=Author", "GIT_COMMITTER_EMAIL=author@example.org")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
	}
	commit("Retry uploads with a backoff (#7)", "retry.py", "def retry_upload(): backoff()\n")
	commit("Compare tokens in constant time", "token.py", "def check_token(): pass\n")
	commit("Bump version to 2", "version.py", "version = 2\n")
	commit("Outlaw zebra stampedes", "token.py", "def check_token(): return\n")
	s.scan("api")
	got := s.run("api", "--from-history", "--json")
	if got.Err != "" {
		t.Errorf("where no search knows its answer it says %q", got.Err)
	}
	r := readRun(t, got)
	var asked []string
	for _, o := range r.Outcomes {
		asked = append(asked, o.Query)
	}
	if strings.Join(asked, "; ") != "Outlaw zebra stampedes; Compare tokens in constant time; Retry uploads with a backoff" {
		t.Errorf("asked %q", asked)
	}
	if first := r.Outcomes[0]; first.Hits != 0 {
		t.Errorf("only the commit that asks says zebra, and it is found: %+v", first)
	}
	if told := s.run("api", "--from-history", "--url", "http://127.0.0.1:1"); !strings.Contains(told.Err, "the subjects of 3 of 3 commits are in the index") {
		t.Errorf("of subjects that a server knows it says %q", told.Err)
	}
	if one := readRun(t, s.run("api", "--from-history", "--commits", "1", "--json")); len(one.Outcomes) != 1 {
		t.Errorf("--commits 1 asked %d questions", len(one.Outcomes))
	}
}

// A run is made without what is named, and called so.
func TestEvalWithout(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	r := readRun(t, s.run("--questions", s.path("q.jsonl"), "--without", "lexical", "--json"))
	if first := r.Outcomes[0]; r.Name != "without lexical" || first.First() != 1 {
		t.Errorf("run %q: %+v, want the target first by its vector", r.Name, first)
	}
	r = readRun(t, s.run("--questions", s.path("q.jsonl"), "--without", "lexical", "--embedder", "none", "--json"))
	if first := r.Outcomes[0]; r.Name != "without lexical, embedder none" || first.Hits != 0 {
		t.Errorf("run %q: %+v, want no hit where there is no other leg", r.Name, first)
	}
	r = readRun(t, s.run("--questions", s.path("q.jsonl"), "--without", "dense,stem-share", "--json"))
	if first := r.Outcomes[0]; r.Name != "without dense, without stem-share" || first.First() != 1 {
		t.Errorf("run %q: %+v", r.Name, first)
	}
}

// The figures reach a tracking server that the environment names.
// The signals of a run are what the ranking model can be fitted to: of each
// question that has an answer the hits, with which of them are right.
func TestEvalSignals(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	if r := s.run("--questions", s.path("q.jsonl"), "--signals", s.path("signals.json")); r.Code != 0 {
		t.Fatalf("exit code %d: %s", r.Code, r.Err)
	}
	file, err := os.ReadFile(s.path("signals.json"))
	if err != nil {
		t.Fatal(err)
	}
	corpora, err := rank.ReadCorpora(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(corpora) != 1 || corpora[0].Repo != "api" || len(corpora[0].Examples) != 2 {
		t.Fatalf("corpora %+v, want the two questions about api that have an answer", corpora)
	}
	for i, named := range []bool{false, true} {
		x := corpora[0].Examples[i]
		if x.Symbol != named || x.Targets != 1 || len(x.Relevant) == 0 || !x.Relevant[0] {
			t.Errorf("question %d: %+v, want its first hit to be right", i, x)
		}
		if x.Size <= -1 || x.Size >= 0 {
			t.Errorf("question %d: a corpus of a few files has the size %v", i, x.Size)
		}
		if m := rank.WithVectors; m.Score(x.Setting, x.Features[0]) < m.Score(x.Setting, x.Features[len(x.Features)-1]) {
			t.Errorf("question %d: hits are not in the order of what their features score", i)
		}
	}
}

func TestEvalLogsToMLflow(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, filepath.Base(r.URL.Path))
		_ = json.NewEncoder(w).Encode(map[string]any{
			"experiment": map[string]any{"experiment_id": "1"}, "run": map[string]any{"info": map[string]any{"run_id": "abc"}},
		})
	}))
	defer server.Close()
	got := s.with(map[string]string{"MLFLOW_TRACKING_URI": server.URL}, "--questions", s.path("q.jsonl"))
	if got.Code != 0 || !strings.Contains(got.Err, "as run abc") || asked[0] != "get-by-name" || asked[len(asked)-1] != "update" {
		t.Errorf("%+v, asked %v", got, asked)
	}
}

// What cannot be measured is refused before anything is asked.
func TestEvalRefuses(t *testing.T) {
	t.Parallel()
	s := newSmall(t)
	s.Write("elsewhere.jsonl", `{"q": "a question", "expect": [{"repo": "web", "path": "x"}]}`)
	q := s.path("q.jsonl")
	tests := []struct {
		args string
		code int
		err  string
	}{
		{"", 2, "no questions"},
		{"--compare " + q, 2, "no questions"},
		{"--questions " + q + " --from-history", 2, "use one of --bench"},
		{"--from-history", 2, "name the projects"},
		{"--questions " + q + " --without magic", 2, "use some of: lexical, dense, "},
		{"--questions " + q + " --without dense --url http://127.0.0.1:1", 2, "cannot be told"},
		{"--questions " + q + " --embedder gpt", 2, "--embedder none"},
		{"--questions " + q + " --baseline luck", 2, "--baseline grep"},
		{"--questions " + q + " --baseline grep --expand none", 2, "does not search"},
		{"--questions " + q + " --signals x --url http://127.0.0.1:1", 2, "tells its signals"},
		{"--questions " + q + " --url nonsense", 2, "is no address"},
		{"--questions " + q + " --split never", 3, "no question to ask"},
		{"--questions " + s.path("none.jsonl"), 3, "none.jsonl"},
		{"--questions " + s.path("elsewhere.jsonl"), 3, `no project has a repo "web"`},
		{"nope --questions " + q, 3, "use one of: api"},
		{"--bench " + s.Dir, 3, "repos.json"},
		{"api --from-history", 3, "has no commits"},
		{"--compare " + q + " --html " + s.path("x.html"), 2, "--save wrote"},
	}
	for _, test := range tests {
		got := s.run(strings.Fields(test.args)...)
		if got.Code != test.code || !strings.Contains(got.Err, test.err) || got.Out != "" {
			t.Errorf("%s: %+v, want exit code %d and %q", test.args, got, test.code, test.err)
		}
	}
}
