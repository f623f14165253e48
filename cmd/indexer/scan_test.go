package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"coderag/internal/cli/clitest"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A site is a clitest.Site that runs the indexer.
type site struct{ *clitest.Site }

// newSite has project api with two files and project web with one.
func newSite(t *testing.T) site {
	t.Helper()
	s := site{clitest.New(t)}
	s.Write("api/main.py", "def main():\n    return 1\n")
	s.Write("api/logo.png", "\x89PNG\x00")
	s.Write("web/page.py", "def page():\n    return 1\n")
	s.List(clitest.Entry("api", "api"), clitest.Entry("web", "web"))
	return s
}

func (s site) run(args ...string) clitest.Result {
	return s.Do(clitest.Command{Run: run, Args: args})
}

// want runs the command and compares what it leaves.
func (s site) want(step string, got clitest.Result, code int, out, err string) {
	s.Helper()
	if diff := cmp.Diff(clitest.Result{Code: code, Out: out, Err: err}, got); diff != "" {
		s.Errorf("%s (-want +got)\n%s", step, diff)
	}
}

func TestScan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want("first", s.run("scan", "all"), 0,
		"rag-projects.json and the database differ:\n  create   api\n  create   web\n"+
			"api: 1 added, 0 changed, 0 removed, 0 unchanged, 1 skipped, 1 chunk, 1 vector\n"+
			"web: 1 added, 0 changed, 0 removed, 0 unchanged, 0 skipped, 1 chunk, 1 vector\n"+
			"2 projects: 2 added, 0 changed, 0 removed, 0 unchanged; 2 chunks, 2 vectors; TOOK\n", "")
	s.want("again", s.run("scan"), 0, "2 projects: 0 added, 0 changed, 0 removed, 2 unchanged; 0 chunks, 0 vectors; TOOK\n", "")
	s.Write("api/main.py", "def main():\n    return run()\n")
	s.Write("web/more.py", "x = 1\n")
	s.want("one project", s.run("scan", "api"), 0,
		"api: 0 added, 1 changed, 0 removed, 0 unchanged, 1 skipped, 1 chunk, 1 vector\n"+
			"1 project: 0 added, 1 changed, 0 removed, 0 unchanged; 1 chunk, 1 vector; TOOK\n", "")
	s.Remove("web/page.py")
	s.want("the other", s.run("scan", "web"), 0,
		"web: 1 added, 0 changed, 1 removed, 0 unchanged, 0 skipped, 1 chunk, 1 vector\n"+
			"1 project: 1 added, 0 changed, 1 removed, 0 unchanged; 1 chunk, 1 vector; TOOK\n", "")
}

// A file whose content changed behind an equal time and size is found by --full.
func TestScanFull(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.run("scan", "web")
	abs := filepath.Join(s.Dir, "web/page.py")
	info, err := os.Stat(abs)
	if err != nil {
		t.Fatal(err)
	}
	s.Write("web/page.py", "def page():\n    return 2\n")
	if err := os.Chtimes(abs, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	nothing := "1 project: 0 added, 0 changed, 0 removed, 1 unchanged; 0 chunks, 0 vectors; TOOK\n"
	s.want("by its stat", s.run("scan", "web"), 0, nothing, "")
	s.want("by its hash", s.run("scan", "web", "--full"), 0,
		"web: 0 added, 1 changed, 0 removed, 0 unchanged, 0 skipped, 1 chunk, 1 vector\n"+
			"1 project: 0 added, 1 changed, 0 removed, 0 unchanged; 1 chunk, 1 vector; TOOK\n", "")
}

func TestScanJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("api", "api"), clitest.Entry("gone", "nowhere"))
	got := s.run("scan", "--json")
	type line struct {
		Project string
		Report  struct{ Added, Chunks int }
		Error   string
	}
	var lines []line
	for text := range strings.Lines(got.Out) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		l.Error = l.Error[:min(len(l.Error), len(`project "gone"`))]
		lines = append(lines, l)
	}
	want := []line{{Project: "api"}, {Project: "gone", Error: `project "gone"`}}
	want[0].Report.Added, want[0].Report.Chunks = 1, 1
	if diff := cmp.Diff(want, lines); diff != "" || got.Code != fault.ExitUnavailable {
		t.Errorf("exit code %d, want %d; (-want +got)\n%s", got.Code, fault.ExitUnavailable, diff)
	}
}

// What cannot be scanned is refused before anything is done.
func TestScanRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args []string
		code int
		err  string // part of what is told
	}{
		{"unknown project", []string{"scan", "nope"}, 3, "use one of: api, web"},
		{"two projects", []string{"scan", "api", "web"}, 2, "2 arguments, want [project|all]"},
		{"unknown flag", []string{"scan", "--fast"}, 2, "run: indexer scan --help"},
		{"a drop of what is configured", []string{"scan", "--drop", "api"}, 2, "--drop api: the database has no such project, or it is still configured"},
		{"a drop of nothing", []string{"scan", "--drop", "nope"}, 2, "reconcile --dry-run"},
		{"unknown command", []string{"scna"}, 2, "did you mean: indexer scan"},
	}
	s := newSite(t)
	for _, test := range tests {
		got := s.run(test.args...)
		if got.Code != test.code || !strings.Contains(got.Err, test.err) || got.Out != "" {
			t.Errorf("%s: %+v, want exit code %d and %q", test.name, got, test.code, test.err)
		}
	}
	s.want("nothing was done", s.run("reconcile", "--dry-run"), 0,
		"rag-projects.json and the database differ:\n  create   api\n  create   web\n", "")
}

// An entry that is wrong does not keep the others from being scanned, and not
// at all one that is named.
func TestScanBadEntry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("api", "api"), clitest.Entry("web", "nowhere"), `{"name": "x", "roots": []}`)
	got := s.run("scan", "all")
	for _, want := range []string{"api: 1 added", "1 added, 0 changed", "  invalid  project \"web\""} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("the output lacks %q:\n%s", want, got.Out)
		}
	}
	if n := strings.Count(got.Err, `project "web"`); n != 1 || !strings.Contains(got.Err, `project "x"`) || got.Code != fault.ExitUsage {
		t.Errorf("exit code %d, web told of %d times, want %d and once:\n%s", got.Code, n, fault.ExitUsage, got.Err)
	}
	if got := s.run("scan", "api"); got.Code != 0 || got.Err != "" {
		t.Errorf("a project that is sound: %+v", got)
	}
	if got := s.run("scan", "web"); got.Code != fault.ExitUnavailable {
		t.Errorf("a project without its root: %+v", got)
	}
}

// Whoever comes second leaves the project to the first: for all, as cron does,
// that is well; who named it is told by the exit code.
func TestScanWhileAnotherRuns(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.run("scan", "all")
	lock, held, err := pgtest.Open(t, s.URL).Lock(t.Context(), "coderag api")
	if err != nil || !held {
		t.Fatal(held, err)
	}
	s.want("all", s.run("scan", "all"), 0,
		"api: already running in another process, left to it\n"+
			"1 project: 0 added, 0 changed, 0 removed, 1 unchanged; 0 chunks, 0 vectors; TOOK\n", "")
	s.want("named", s.run("scan", "api"), fault.ExitBusy,
		"0 projects: 0 added, 0 changed, 0 removed, 0 unchanged; 0 chunks, 0 vectors; TOOK\n",
		"indexer: project \"api\": a sweep is already running\n  fix: wait for it; bin/indexer status shows when it began\n")
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if got := s.run("scan", "api"); got.Code != 0 {
		t.Errorf("after the other ended: %+v", got)
	}
}
