package main

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/cli/clitest"
	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
)

// projects returns the names the registry has.
func (s site) projects() string {
	s.Helper()
	rows, err := pgtest.Open(s.TB, s.URL).Pool().Query(s.Context(), "SELECT name FROM "+code.RegistrySchema+".project ORDER BY name")
	if err != nil {
		s.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			s.Fatal(err)
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func (s site) wantProjects(step, want string) {
	s.Helper()
	if got := s.projects(); got != want {
		s.Errorf("%s: the database has %q, want %q", step, got, want)
	}
}

// scannedSite has both projects scanned, and web taken out of the list since.
func scannedSite(t *testing.T) site {
	t.Helper()
	s := newSite(t)
	if got := s.run("scan"); got.Code != 0 {
		t.Fatal(got)
	}
	s.List(clitest.Entry("api", "api"))
	return s
}

const (
	keptWeb  = "indexer: project \"web\" is no longer configured and keeps its schema\n  fix: run: bin/indexer reconcile --drop web\n"
	dropsWeb = "rag-projects.json and the database differ:\n  DROP     web: the schema with its 1 file\n"
	sweptAPI = "1 project: 0 added, 0 changed, 0 removed, 1 unchanged; 0 chunks, 0 vectors; TOOK\n"
	asksWeb  = "Drop schema web with its 1 file. Proceed? [y/N] "
	goneWeb  = "dropped schema web with 1 file\n"
)

// A schema is dropped for nothing less than its name or a person's yes.
func TestDrop(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		command  clitest.Command
		code     int
		out, err string
		dropped  bool
	}{
		{"no terminal", clitest.Command{Args: []string{"scan", "all"}, In: "y\n"}, 6, dropsWeb + sweptAPI, keptWeb, false},
		{"another project is named", clitest.Command{Args: []string{"scan", "api"}}, 6, dropsWeb + sweptAPI, keptWeb, false},
		{"--yes", clitest.Command{Args: []string{"scan", "--yes"}, Terminal: true, In: "y\n"}, 6, dropsWeb + sweptAPI, keptWeb, false},
		{"no at a terminal", clitest.Command{Args: []string{"scan"}, Terminal: true, In: "n\n"}, 6, dropsWeb + sweptAPI, asksWeb + keptWeb, false},
		{"return at a terminal", clitest.Command{Args: []string{"scan"}, Terminal: true, In: "\n"}, 6, dropsWeb + sweptAPI, asksWeb + keptWeb, false},
		{"no answer at a terminal", clitest.Command{Args: []string{"scan"}, Terminal: true}, 6, dropsWeb + sweptAPI, asksWeb + keptWeb, false},
		{"yes at a terminal", clitest.Command{Args: []string{"scan"}, Terminal: true, In: "y\n"}, 0, dropsWeb + sweptAPI, asksWeb + goneWeb, true},
		{"by its name", clitest.Command{Args: []string{"scan", "--drop", "web"}}, 0, dropsWeb + sweptAPI, goneWeb, true},
		{"reconcile, no terminal", clitest.Command{Args: []string{"reconcile"}}, 6, dropsWeb, keptWeb, false},
		{"reconcile --dry-run", clitest.Command{Args: []string{"reconcile", "--dry-run", "--drop", "web"}}, 0, dropsWeb, "", false},
		{"reconcile, by its name", clitest.Command{Args: []string{"reconcile", "--drop", "web"}}, 0, dropsWeb, goneWeb, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := scannedSite(t)
			test.command.Run = run
			s.want("command", s.Do(test.command), test.code, test.out, test.err)
			want := "api web"
			if test.dropped {
				want = "api"
			}
			s.wantProjects("afterwards", want)
		})
	}
}

// Two questions get two answers, also when they were typed at once.
func TestDropAsksForEach(t *testing.T) {
	t.Parallel()
	s := scannedSite(t)
	s.List(clitest.Entry("new", "api"))
	got := s.Do(clitest.Command{Run: run, Args: []string{"reconcile"}, Terminal: true, In: "n\ny\n"})
	if got.Code != fault.ExitUnconfirmed {
		t.Errorf("exit code %d, want %d: %s", got.Code, fault.ExitUnconfirmed, got.Err)
	}
	s.wantProjects("afterwards", "api")
}

// An interrupt at the question ends the command; nothing is dropped.
func TestDropInterrupted(t *testing.T) {
	t.Parallel()
	s := scannedSite(t)
	ctx, interrupt := context.WithCancel(t.Context())
	silent, typed := io.Pipe()
	defer typed.Close() // frees the goroutine that waits for an answer
	env := &cli.Env{
		In: silent, Out: io.Discard, Err: endOn{"Proceed?", interrupt}, Context: ctx,
		Width: func(any) int { return 80 },
	}
	if code := run(env, []string{"scan", "--config", s.Dir + "/config.ini"}); code != fault.ExitInternal {
		t.Errorf("exit code %d, want %d", code, fault.ExitInternal)
	}
	s.wantProjects("afterwards", "api web")
}

// endOn calls a function once a text is written to it.
type endOn struct {
	text string
	call func()
}

func (e endOn) Write(p []byte) (int, error) {
	if strings.Contains(string(p), e.text) {
		e.call()
	}
	return len(p), nil
}

// What may be a misspelling of a project's name or a list that cannot be read
// drops nothing, whoever confirms it.
func TestTyposDropNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, list string
		code       int
	}{
		{"an entry with an ill-formed name", `{"projects": [` + clitest.Entry("Web", "web") + `]}`, 2},
		{"an entry without a name", `{"projects": [{"roots": ["web"]}]}`, 2},
		{"no JSON", `{"projects": [`, 2},
		{"another key", `{"project": []}`, 2},
		{"empty", "", 2},
	}
	s := newSite(t)
	s.run("scan")
	for _, test := range tests {
		s.Write("rag-projects.json", test.list)
		for _, args := range [][]string{{"scan"}, {"scan", "--drop", "web"}, {"reconcile", "--drop", "web"}} {
			got := s.Do(clitest.Command{Run: run, Args: args, Terminal: true, In: "y\ny\n"})
			if got.Code != test.code || strings.Contains(got.Err, "Proceed?") {
				t.Errorf("%s: %q: %+v, want exit code %d and no question", test.name, args, got, test.code)
			}
		}
		s.wantProjects(test.name, "api web")
	}
	s.Remove("rag-projects.json")
	if got := s.run("reconcile", "--drop", "web"); got.Code != fault.ExitNotFound {
		t.Errorf("no list: %+v", got)
	}
	s.wantProjects("no list", "api web")
}

// A schema of the same database that is none of a project is not ours to drop.
func TestForeignSchemaStays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	db := pgtest.Open(t, s.URL)
	if _, err := db.Pool().Exec(t.Context(), "CREATE SCHEMA accounting"); err != nil {
		t.Fatal(err)
	}
	got := s.run("reconcile", "--drop", "accounting")
	var there bool
	err := db.Pool().QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'accounting')").Scan(&there)
	if err != nil || !there || got.Code != fault.ExitUsage {
		t.Errorf("schema there %v, %v; %+v", there, err, got)
	}
}

// Roots that join and leave are announced, and done by the next scan.
func TestRootsJoinAndLeave(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("api", "api", "web"))
	s.run("scan")
	s.Write("docs/guide.md", "# Guide\n\nRead me.\n")
	s.List(clitest.Entry("api", "api", "docs"))
	plan := "rag-projects.json and the database differ:\n" +
		"  join     api: repo \"docs\" ($DIR/docs)\n" +
		"  remove   api: the 1 file of repo \"web\" ($DIR/web)\n"
	s.want("plan", s.run("reconcile", "--dry-run"), 0, plan, "")
	s.want("scan", s.run("scan"), 0, plan+
		"api: 1 added, 0 changed, 1 removed, 1 unchanged, 1 skipped, 1 chunk, 1 vector\n"+
		"1 project: 1 added, 0 changed, 1 removed, 1 unchanged; 1 chunk, 1 vector; TOOK\n", "")
	s.want("afterwards", s.run("reconcile", "--dry-run"), 0, "rag-projects.json and the database agree\n", "")
}

// What was skipped in a root leaves with it.
func TestSkipsLeaveWithTheirRoot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("all_of_it", "web", "api"))
	s.run("scan")
	s.want("before", s.run("skipped", "all_of_it"), 0, "base_exclude  api:logo.png  image: *.png\nskipped: base_exclude 1\n", "")
	s.List(clitest.Entry("all_of_it", "web"))
	s.run("scan")
	s.want("after", s.run("skipped", "all_of_it"), 0, "skipped: none\n", "")
}

func TestReconcileJSON(t *testing.T) {
	t.Parallel()
	s := scannedSite(t)
	s.List(clitest.Entry("api", "api"), clitest.Entry("new", "web"), clitest.Entry("away", "nowhere"))
	got := s.run("reconcile", "--json")
	var plan app.Reconciliation
	if err := json.Unmarshal([]byte(got.Out), &plan); err != nil {
		t.Fatalf("%v: %s", err, got.Out)
	}
	for i := range plan.Bad {
		plan.Bad[i].Problem = plan.Bad[i].Problem[:len(`project "away"`)]
	}
	want := app.Reconciliation{
		Create: []string{"away", "new"}, Join: []app.RootChange{}, Leave: []app.RootChange{},
		Drop: []app.DropPlan{{Project: "web", Files: 1}},
		Bad:  []app.BadEntry{{Project: "away", Problem: `project "away"`}},
	}
	if diff := cmp.Diff(want, plan); diff != "" || got.Code != fault.ExitUnconfirmed {
		t.Errorf("exit code %d; (-want +got)\n%s", got.Code, diff)
	}
}
