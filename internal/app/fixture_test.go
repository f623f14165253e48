package app_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"coderag/internal/app"
	"coderag/internal/cli/clitest"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A site is a clitest.Site with an App on it.
type site struct {
	*clitest.Site
	*app.App
}

// newSite has project shop of repos api and web, with a file each.
func newSite(t *testing.T) site {
	t.Helper()
	s := site{Site: clitest.New(t)}
	s.Write("api/refund.py", "def handle_refund(order):\n    return order\n")
	s.Write("web/page.py", "def render_page():\n    return 1\n")
	s.List(clitest.Entry("shop", "api", "web"))
	s.App = s.open(nil)
	return s
}

// words is the configuration of a search by words alone: a word is in the files
// that have it and in no others, which vectors know nothing of.
const words = "[embedding]\nprovider = none\n"

// newWordSite is newSite, searched by words alone.
func newWordSite(t *testing.T) site {
	t.Helper()
	s := newSite(t)
	s.Config(words)
	s.App = s.open(nil)
	return s
}

// open opens an App on the site, until the test ends.
func (s site) open(changed func([]error)) *app.App {
	s.Helper()
	c, err := config.Load(filepath.Join(s.Dir, "config.ini"), nil)
	if err != nil {
		s.Fatal(err)
	}
	a, err := app.Open(s.Context(), app.Options{Config: c, Projects: filepath.Join(s.Dir, "rag-projects.json"), Name: s.Name(), Changed: changed})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(a.Close)
	return a
}

func (s site) sweep(project string) {
	s.Helper()
	if _, err := s.Sweep(s.Context(), app.SweepRequest{Project: project, Cause: "command"}); err != nil {
		s.Fatal(err)
	}
}

// find returns the paths of the hits, as project/repo/path, and the notes but
// that of the dense leg.
func (s site) find(project, query string) (hits, notes string) {
	s.Helper()
	reply, err := s.Search(s.Context(), project, search.Request{Query: query})
	if err != nil {
		s.Fatal(err)
	}
	var paths, said []string
	for _, h := range reply.Hits {
		paths = append(paths, h.Project+"/"+h.Repo+"/"+h.Path)
	}
	for _, note := range reply.Notes {
		if !strings.Contains(note, "dense leg") {
			said = append(said, note)
		}
	}
	return strings.Join(paths, " "), strings.Join(said, "\n")
}

func (s site) wantFind(step, project, query, hits, note string) {
	s.Helper()
	got, said := s.find(project, query)
	if got != hits || !strings.Contains(said, note) || note == "" && said != "" {
		s.Errorf("%s: %q finds %q with the note %q; want %q with %q", step, query, got, said, hits, note)
	}
}

func wantKind(t testing.TB, what string, err error, kind fault.Kind) {
	t.Helper()
	if err == nil || fault.KindOf(err) != kind {
		t.Errorf("%s: error %v is of kind %d, want %d", what, err, fault.KindOf(err), kind)
	}
}

// lock takes the lock of a project as another process would.
func (s site) lock(project string) (unlock func()) {
	s.Helper()
	lock, held, err := s.database().Lock(context.Background(), "coderag "+project)
	if err != nil || !held {
		s.Fatal(held, err)
	}
	return func() {
		if err := lock.Unlock(); err != nil {
			s.Error(err)
		}
	}
}
