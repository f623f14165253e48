package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"coderag/internal/cli/clitest"
	"coderag/internal/fault"
	"coderag/internal/status"
)

// volatile matches the times and sizes of a status.
var volatile = regexp.MustCompile(`\d+\.\d MB|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)

func TestStatus(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.run("scan", "api")
	got := s.run("status")
	got.Out = volatile.ReplaceAllString(got.Out, "N")
	s.want("status", got, 0, `api
  repo api    $DIR/api, 1 file
  index       1 file, 1 chunk, 1 definition
  size        N of text, N in the database
  rung        builtin
  model       builtin coderag-static-1@ff5caf55033a (256 dimensions): vectors 1, pending 0
  languages   python 1
  skipped     base_exclude 1
  last sweep  N (command), took TOOK: 1 added, 0 changed, 0 removed, 0 unchanged, 1 skipped, 1 chunk, 1 vector
web
  repo web    $DIR/web, 0 files
  index       0 files, 0 chunks, 0 definitions
  size        N of text, N in the database
  rung        none
  languages   none
  skipped     none
  last sweep  never
  problem     never scanned; run: bin/indexer scan web
`, "")
}

// Status makes no schema, and says what is wrong with a project.
func TestStatusOfWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if got := s.run("status", "nope"); got.Code != fault.ExitNotFound || !strings.Contains(got.Err, "use one of: api, web") {
		t.Errorf("unknown project: %+v", got)
	}
	s.run("status")
	s.wantProjects("after a status", "")
	s.run("scan")
	s.Remove("web")
	s.List(clitest.Entry("api", "api"), clitest.Entry("web", "web"), `{"name": "bad", "roots": []}`)
	got := s.run("status")
	for _, want := range []string{"$DIR/web, 1 file, not there now", `problem     project "web"`} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("the output lacks %q:\n%s", want, got.Out)
		}
	}
	if got.Code != fault.ExitUsage || !strings.Contains(got.Err, `project "bad"`) {
		t.Errorf("the invalid entry: exit code %d, want %d: %s", got.Code, fault.ExitUsage, got.Err)
	}
}

func TestStatusJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.run("scan", "api")
	got := s.run("status", "--json")
	var all []status.Project
	if err := json.Unmarshal([]byte(got.Out), &all); err != nil {
		t.Fatalf("%v: %s", err, got.Out)
	}
	if len(all) != 2 || all[0].Name != "api" || all[0].Files != 1 || all[0].LastSweep == nil || all[1].LastSweep != nil {
		t.Errorf("status %+v", all)
	}
	if strings.Contains(got.Out, "null") {
		t.Errorf("null in %s", got.Out)
	}
}

func TestSkipped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Write("api/.env", "TOKEN=1\n")
	s.Write("api/z\nz.py", "x = 1\x00\n")
	s.Write("api/data.bin", "a\x00b")
	s.run("scan", "api")
	s.want("all", s.run("skipped", "api"), 0, `secret        api:.env       .env
base_exclude  api:data.bin   binary: *.bin
base_exclude  api:logo.png   image: *.png
binary        "api:z\nz.py"  NUL at byte 5
skipped: base_exclude 2, binary 1, secret 1
`, "")
	s.want("a reason", s.run("skipped", "api", "--reason", "secret"), 0,
		"secret  api:.env  .env\nskipped: base_exclude 2, binary 1, secret 1\n", "")
	s.want("JSON", s.run("skipped", "api", "--reason", "secret", "--json"), 0,
		`{"repo":"api","path":".env","reason":"secret","detail":".env"}`+"\n", "")
	s.want("never scanned", s.run("skipped", "web"), fault.ExitNotFound, "",
		"indexer: project \"web\" was never scanned\n  fix: run: bin/indexer scan web\n")
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 2 {
		s.want("migrate", s.run("migrate"), 0, "up to date: the registry and 2 projects\n", "")
	}
	s.wantProjects("migrate", "api web")
	s.Config("[nonsense]\n")
	if got := s.run("migrate"); got.Code != fault.ExitUsage || !strings.Contains(got.Err, "nonsense") {
		t.Errorf("unknown section: %+v", got)
	}
}

func TestWithoutDatabase(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Write("config.ini", "[database]\nurl = postgres://u:secret@127.0.0.1:1/x\n")
	got := s.run("status")
	if got.Code != fault.ExitUnavailable || !strings.Contains(got.Err, "fix: run: make up") || strings.Contains(got.Err, "secret") {
		t.Errorf("nobody at the address: %+v", got)
	}
	s.Write("config.ini", "")
	if got := s.run("status"); got.Code != fault.ExitUsage || !strings.Contains(got.Err, "fix: ") {
		t.Errorf("no address: %+v", got)
	}
}

// Every command says how it is used and what its exit codes mean.
func TestHelp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, command := range []string{"", "scan", "reconcile", "status", "skipped", "migrate"} {
		got := s.run(append(strings.Fields(command), "--help")...)
		for _, want := range []string{"Exit codes", "Usage:\n  indexer " + command, "--config"} {
			if got.Code != 0 || !strings.Contains(got.Out, want) {
				t.Errorf("help of %q: exit code %d, lacks %q", command, got.Code, want)
			}
		}
	}
}
