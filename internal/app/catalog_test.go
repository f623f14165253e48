package app_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/app"
	"coderag/internal/cli/clitest"
	"coderag/internal/code"
	"coderag/internal/fault"
)

// The list is followed without a restart; one that is broken leaves the last
// good one, and what is wrong is told once.
func TestCatalogFollowsTheList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var told []string
	s.App = s.open(func(problems []error) {
		var texts []string
		for _, p := range problems {
			texts = append(texts, p.Error())
		}
		told = append(told, strings.Join(texts, "; "))
	})
	want := func(step string, ready bool, names ...string) {
		t.Helper()
		for range 2 {
			if diff := cmp.Diff(names, s.Names()); diff != "" {
				t.Errorf("%s (-want +got)\n%s", step, diff)
			}
		}
		if err := s.Ready(t.Context())["projects"]; (err == nil) != ready {
			t.Errorf("%s: ready %v, want %v", step, err, ready)
		}
	}
	want("at first", true, "shop")
	s.List(clitest.Entry("shop", "api"), clitest.Entry("a_new", "web"))
	want("one more", true, "a_new", "shop")
	s.Write("rag-projects.json", "{")
	want("broken", true, "a_new", "shop")
	s.Remove("rag-projects.json")
	want("gone", true, "a_new", "shop")
	s.List(clitest.Entry("a_new", "web"), `{"name": "shop"}`)
	want("a bad entry", true, "a_new")
	s.List(clitest.Entry("a_new", "web"))
	want("well", true, "a_new")
	for i, part := range []string{"rag-projects.json", "no such file", `project "shop"`, ""} {
		if i >= len(told) || !strings.Contains(told[i], part) {
			t.Fatalf("told %q, want %q as number %d", told, part, i)
		}
	}
	if len(told) != 4 || told[3] != "" {
		t.Errorf("told %q, want four times", told)
	}
}

// Without a list that was ever good there is nothing to serve.
func TestCatalogWithoutAList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Write("rag-projects.json", "{")
	s.App = s.open(nil)
	if names := s.Names(); len(names) > 0 || s.Has("shop") || s.Roots("shop") != nil {
		t.Errorf("names %q", names)
	}
	if s.Ready(t.Context())["projects"] == nil {
		t.Error("ready without a list")
	}
	_, err := s.Sweep(t.Context(), app.SweepRequest{Project: "shop"})
	wantKind(t, "sweep", err, fault.Invalid)
	_, err = s.Status(t.Context(), "shop")
	wantKind(t, "status", err, fault.Invalid)
	wantKind(t, "migrate", s.Migrate(t.Context()), fault.Invalid)
}

func TestRootsAreSorted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("shop", "web", "api"))
	want := []code.Root{{Path: s.Dir + "/api", Repo: "api"}, {Path: s.Dir + "/web", Repo: "web"}}
	if diff := cmp.Diff(want, s.Roots("shop")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A drop is refused for what is configured, for what never was a project, and
// while a sweep runs.
func TestDropRefuses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	wantKind(t, "configured", s.Drop(t.Context(), "shop"), fault.Invalid)
	s.List(clitest.Entry("other", "web"))
	wantKind(t, "the registry itself", s.Drop(t.Context(), code.RegistrySchema), fault.NotFound)
	wantKind(t, "no project", s.Drop(t.Context(), "public"), fault.NotFound)
	unlock := s.lock("shop")
	wantKind(t, "while a sweep runs", s.Drop(t.Context(), "shop"), fault.Busy)
	unlock()
	if err := s.Drop(t.Context(), "shop"); err != nil {
		t.Error(err)
	}
	wantKind(t, "a second time", s.Drop(t.Context(), "shop"), fault.NotFound)
}

// A registered project whose schema was never made has no files to count.
func TestReconcileWithoutSchema(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	if _, err := s.database().Pool().Exec(t.Context(), "DROP SCHEMA shop CASCADE"); err != nil {
		t.Fatal(err)
	}
	s.List(clitest.Entry("other", "web"))
	plan, err := s.Reconcile(t.Context())
	if diff := cmp.Diff([]app.DropPlan{{Project: "shop"}}, plan.Drop); diff != "" || err != nil {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
}
