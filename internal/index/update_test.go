package index_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

// update returns what became of the paths, a line for each.
func (w *world) update(paths ...string) []string {
	w.Helper()
	updates, err := w.indexer.Update(context.Background(), w.store, w.project, paths)
	w.must(err)
	var lines []string
	for _, u := range updates {
		lines = append(lines, strings.TrimSpace(u.String()+" "+string(u.Result)+" "+u.Detail))
	}
	return lines
}

// Each step changes the disk, updates what it names, and is found, or not.
func TestUpdate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("A", "first"), "lib/b.go": goFunc("B", "second"), ".gitignore": "ignored/\n"})
	w.sweep()
	abs := func(path string) string { return filepath.Join(w.root, path) }
	for _, step := range []struct {
		name   string
		change func()
		paths  []string
		want   []string
		query  string
		hits   string
	}{
		{"new file", func() { w.write("new.go", goFunc("N", "third")) }, []string{"new.go"}, []string{"api:new.go indexed"}, "third", "new.go"},
		{"changed file", func() { w.write("a.go", goFunc("A", "fourth")) }, []string{abs("a.go")}, []string{"api:a.go indexed"}, "fourth", "a.go"},
		{"old words are gone", func() {}, []string{"./a.go"}, []string{"api:a.go unchanged"}, "first", ""},
		{"touched file", func() { w.write("a.go", goFunc("A", "fourth")) }, []string{"a.go"}, []string{"api:a.go unchanged"}, "fourth", "a.go"},
		{"removed file", func() { w.remove("lib/b.go") }, []string{"lib/b.go"}, []string{"api:lib/b.go removed"}, "second", ""},
		{"ignored file", func() { w.write("ignored/x.go", goFunc("X", "fifth")) }, []string{"ignored/x.go"}, []string{"api:ignored/ skipped ignored: .gitignore:1: ignored/"}, "fifth", ""},
		{"binary file", func() { w.write("data.txt", "a\x00b fifth") }, []string{"data.txt"}, []string{"api:data.txt skipped binary: NUL at byte 1"}, "fifth", ""},
		{"secret file", func() { w.write(".env", "KEY=fifth\n") }, []string{".env"}, []string{"api:.env skipped secret: .env"}, "fifth", ""},
		{"file becomes ignored", func() { w.write(".gitignore", "ignored/\nnew.go\n") }, []string{"new.go"}, []string{"api:new.go skipped ignored: .gitignore:2: new.go"}, "third", ""},
		{
			"several, one twice", func() { w.write("c.go", goFunc("C", "sixth")) },
			[]string{"c.go", abs("c.go"), "a.go", "lib/../c.go"}, []string{"api:c.go indexed", "api:a.go unchanged"}, "sixth", "c.go",
		},
		{"odd name", func() { w.write("odd'\"\t%_.go", goFunc("O", "seventh")) }, []string{"odd'\"\t%_.go"}, []string{"api:odd'\"\t%_.go indexed"}, "seventh", "odd'\"\t%_.go"},
		{"none", func() {}, nil, nil, "sixth", "c.go"},
	} {
		step.change()
		if diff := cmp.Diff(step.want, w.update(step.paths...)); diff != "" {
			t.Errorf("%s: update of %q (-want +got):\n%s", step.name, step.paths, diff)
		}
		if got := w.find(step.query); got != step.hits {
			t.Errorf("%s: search %q finds %q, want %q", step.name, step.query, got, step.hits)
		}
	}
	r := w.sweep()
	if r.Added+r.Changed+r.Removed != 1 { // .gitignore, which no update named
		t.Errorf("sweep after the updates: %+v, want .gitignore alone changed", r)
	}
	fresh := newWorld(t, nil)
	fresh.root, fresh.project = w.root, w.project
	fresh.sweep()
	if diff := cmp.Diff(fresh.digest(), w.digest()); diff != "" {
		t.Errorf("index (-fresh +updated):\n%s", diff)
	}
}

// A path that is refused is an error that says why and what to do, and nothing
// of the call is done.
func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"a.go": goFunc("A", "first"), "lib/b.go": goFunc("B", "second")})
	other, outside := filepath.Join(w.root+"-web"), filepath.Join(w.root+"-evil", "x.go")
	for path, text := range map[string]string{filepath.Join(other, "w.go"): "package w\n", outside: "package evil\n"} {
		w.must(os.MkdirAll(filepath.Dir(path), 0o755))
		w.must(os.WriteFile(path, []byte(text), 0o644))
	}
	w.must(os.Symlink(outside, filepath.Join(w.root, "link.go")))
	w.project.Roots = append([]code.Root{{Path: other, Repo: "web"}}, w.project.Roots...)
	w.sweep()
	w.write("a.go", goFunc("A", "unseen"))
	for name, tc := range map[string]struct {
		path string
		kind fault.Kind
		want string
	}{
		"outside":                  {outside, fault.Invalid, "not in the root"},
		"climbs out":               {"../" + filepath.Base(w.root) + "-evil/x.go", fault.Invalid, "not in the root"},
		"a link out":               {"link.go", fault.Invalid, "symbolic link"},
		"a folder":                 {"lib", fault.Invalid, "a folder"},
		"a folder, absolute":       {filepath.Join(w.root, "lib"), fault.Invalid, "a folder"},
		"the root itself":          {w.root, fault.Invalid, "a folder"},
		"NUL":                      {"a\x00.go", fault.Invalid, "NUL"},
		"never there":              {"none.go", fault.NotFound, "none.go"},
		"never there, absolute":    {filepath.Join(w.root, "none.go"), fault.NotFound, "none.go"},
		"in a folder that is none": {"a.go/x.go", fault.NotFound, "a.go/x.go"},
	} {
		updates, err := w.indexer.Update(t.Context(), w.store, w.project, []string{"a.go", tc.path})
		if !fault.Is(err, tc.kind) || !strings.Contains(err.Error(), tc.want) || len(fault.FixesOf(err)) == 0 {
			t.Errorf("%s: update of %q: %v, want kind %d, %q, and a fix", name, tc.path, err, tc.kind, tc.want)
		}
		if len(updates) > 0 {
			t.Errorf("%s: updates %v next to an error", name, updates)
		}
	}
	w.wantFind("unseen", "")
}

// A relative path means the root that has the file, before one that had it.
func TestUpdateFindsTheRoot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]string{"both.go": goFunc("A", "first"), "moved.go": goFunc("M", "second")})
	web := t.TempDir()
	write := func(path, text string) { w.must(os.WriteFile(filepath.Join(web, path), []byte(text), 0o644)) }
	write("both.go", goFunc("B", "other"))
	write("web.go", goFunc("C", "only"))
	w.project.Roots = append(w.project.Roots, code.Root{Path: web, Repo: "web"})
	w.sweep()
	w.remove("moved.go")
	write("moved.go", goFunc("M", "third"))
	write("web.go", goFunc("C", "changed"))
	write("both.go", goFunc("B", "changed as well"))
	want := []string{"web:moved.go indexed", "web:web.go indexed", "api:both.go unchanged", "web:both.go indexed", "api:moved.go removed"}
	got := w.update("moved.go", "web.go", "both.go", filepath.Join(web, "both.go"), filepath.Join(w.root, "moved.go"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
}

// An update while the model is away is one of words, and the sweep makes the
// vectors good.
func TestUpdateWithoutItsModel(t *testing.T) {
	t.Parallel()
	model := ollamatest.Start(t, ollamatest.Options{})
	w := newWorld(t, map[string]string{"a.go": goFunc("A", "first")}).withModel(model)
	w.sweep()
	model.Stop()
	w.write("a.go", goFunc("A", "second"))
	if diff := cmp.Diff([]string{"api:a.go indexed"}, w.update("a.go")); diff != "" {
		t.Errorf("update (-want +got):\n%s", diff)
	}
	w.wantFind("second", "a.go")
	model.Restart()
	if r := w.sweep(); r.Vectors != 1 || r.Pending != 0 {
		t.Errorf("sweep: %+v, want the one vector that was missing", r)
	}
}
