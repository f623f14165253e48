package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/eval"
	"coderag/internal/fault"
)

// What is written is read by the commands: each repository a project of its
// own, below its checkout, with the folder of the benchmark alone.
func TestConfigure(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, repo := range []string{"flask", "telescope.nvim"} {
		if err := os.Mkdir(filepath.Join(dir, repo), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s := &stage{options: options{corpora: dir}, dir: dir, address: "127.0.0.1:1234", database: &scratch{url: "postgres://u:p@127.0.0.1/d?host=%2Ftmp"}}
	b := eval.Benchmark{Repositories: []eval.Repository{{Name: "flask", Root: "src/flask"}, {Name: "telescope.nvim"}}}
	if err := configure(s, b); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(s.path("config.ini"), func(string) string { return "" })
	if err != nil || c.Database.URL != s.database.url || c.Server.Address != s.address || c.RequireToken() != nil || c.Sweep.On {
		t.Errorf("config.ini: %v, %+v", err, c)
	}
	projects, err := config.LoadProjects(s.path("rag-projects.json"))
	want := []code.Project{
		{Name: "b_flask", Roots: []code.Root{{Path: filepath.Join(dir, "flask"), Repo: "flask"}}, IncludeGlobs: []string{"/src/flask/**"}},
		{Name: "b_telescope_nvim", Roots: []code.Root{{Path: filepath.Join(dir, "telescope.nvim"), Repo: "telescope.nvim"}}},
	}
	if diff := cmp.Diff(want, projects.OK); diff != "" || err != nil || len(projects.Bad) > 0 {
		t.Errorf("%v, bad %v (-want +got)\n%s", err, projects.Bad, diff)
	}
	b.Repositories = append(b.Repositories, eval.Repository{Name: "gone", Repository: "example/gone", Revision: "abc"})
	if err := configure(s, b); !fault.Is(err, fault.NotFound) || !strings.Contains(strings.Join(fault.FixesOf(err), " "), "check out example/gone there, at revision abc") {
		t.Errorf("a repository without a checkout: %v", err)
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args []string
		want string
	}{
		{nil, "make bench-quality CORPORA=DIR BENCH=DIR"},
		{[]string{"-corpora", "x", "-bench", t.TempDir()}, "repos.json"},
		{[]string{"-fast"}, "not defined"},
	}
	for _, test := range tests {
		var out, messages bytes.Buffer
		if code := run(test.args, &out, &messages); code == 0 || !strings.Contains(messages.String(), test.want) || out.Len() > 0 {
			t.Errorf("%v: exit code %d, %q %q; want %q", test.args, code, out.String(), messages.String(), test.want)
		}
	}
}
