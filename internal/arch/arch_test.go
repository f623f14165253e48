// Package arch holds the architecture of docs/design.md: which package may
// import which, and what a package must have. It has tests only.
package arch_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.." // of the module

// look reads every folder below dir. go test takes a result from its cache as
// long as what the test itself looked at is the same, and go list looks with
// other eyes.
func look(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && p != dir && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// packages returns the packages of this module.
func packages(t *testing.T) (all []pkg) {
	t.Helper()
	look(t, root)
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Module,Doc,GoFiles,CgoFiles,Imports", "./...")
	list.Dir = root
	out, err := list.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("go list: %v\n%s", err, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Doc            string
			Module                     struct{ Path string }
			GoFiles, CgoFiles, Imports []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		short := func(s string) string {
			own, ok := strings.CutPrefix(s, p.Module.Path+"/")
			switch first, _, _ := strings.Cut(s, "/"); {
			case ok:
				return strings.TrimPrefix(own, "internal/")
			case strings.Contains(first, "."):
				return s
			}
			return "std./" + s // of the standard library; the dot tells it from ours
		}
		own := pkg{Path: short(p.ImportPath), Doc: p.Doc, Tests: len(p.GoFiles)+len(p.CgoFiles) == 0}
		for _, i := range p.Imports {
			own.Imports = append(own.Imports, short(i))
		}
		all = append(all, own)
	}
}

func TestArchitecture(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for _, must := range []string{"code", "fault", "index", "search", "postgres", "app", "cmd/server", "migrations"} {
		if !slices.ContainsFunc(all, func(p pkg) bool { return p.Path == must }) {
			t.Fatalf("no package %s among %d: the rules would hold of nothing", must, len(all))
		}
	}
	for _, p := range all {
		for _, r := range rules {
			if breach := r.breach(p); breach != "" {
				t.Errorf("%s %s\n\trule: %s\n\twhy:  %s", p.Path, breach, r.name, r.reason)
			}
		}
	}
}

// breaches are packages that break a rule, next to packages that do not.
var breaches = []struct {
	rule string
	pkg  pkg
	want string // "" where all is in order
}{
	{"arrows point down", pkg{Path: "code", Imports: []string{"fault"}}, "of layer 0 imports fault of layer 0"},
	{"arrows point down", pkg{Path: "fault", Imports: []string{"code"}}, "of layer 0 imports code of layer 0"},
	{"arrows point down", pkg{Path: "chunk", Imports: []string{"code", "lexeme"}}, "of layer 1 imports lexeme of layer 1"},
	{"arrows point down", pkg{Path: "anew", Imports: []string{"search"}}, "of layer 1 imports search of layer 2"},
	{"arrows point down", pkg{Path: "index", Imports: []string{"search"}}, "of layer 2 imports search of layer 2"},
	{"arrows point down", pkg{Path: "search", Imports: []string{"index"}}, "of layer 2 imports index of layer 2"},
	{"arrows point down", pkg{Path: "search", Imports: []string{"postgres", "lexeme"}}, "of layer 2 imports postgres of layer 3"},
	{"arrows point down", pkg{Path: "mcpserver", Imports: []string{"postgres"}}, "of layer 3 imports postgres of layer 3"},
	{"arrows point down", pkg{Path: "symbols/rules", Imports: []string{"embed/ollama"}}, "of layer 1 imports embed/ollama of layer 1"},
	{"arrows point down", pkg{Path: "app", Imports: []string{"cli"}}, "of layer 4 imports cli of layer 5"},
	{"arrows point down", pkg{Path: "cli", Imports: []string{"cmd/server"}}, "of layer 5 imports cmd/server of layer 6"},
	{"arrows point down", pkg{Path: "git", Imports: []string{"walk"}}, "of layer 1 imports walk of layer 1"},
	{"arrows point down", pkg{Path: "walk", Imports: []string{"git", "code"}}, ""},
	{"arrows point down", pkg{Path: "embed/ollama", Imports: []string{"embed", "embed/modelserver", "std./net/http"}}, ""},
	{"arrows point down", pkg{Path: "postgres", Imports: []string{"index", "search", "database", "migrations"}}, ""},
	{"few know the storage", pkg{Path: "progress", Imports: []string{"postgres"}}, "imports postgres"},
	{"few know the storage", pkg{Path: "cli", Imports: []string{"postgres"}}, "imports postgres"},
	{"few know the storage", pkg{Path: "app", Imports: []string{"postgres"}}, ""},
	{"only programs are put together", pkg{Path: "mcpserver", Imports: []string{"app"}}, "imports app"},
	{"only programs are put together", pkg{Path: "cmd/server", Imports: []string{"app"}}, ""},
	{"a library has one home", pkg{Path: "search", Imports: []string{"github.com/jackc/pgx/v5"}}, "imports github.com/jackc/pgx/v5, which is at home in database, postgres, pgtest"},
	{"a library has one home", pkg{Path: "cmd/server", Imports: []string{"github.com/jackc/pgx/v5"}}, "imports github.com/jackc/pgx/v5, which is at home in database, postgres, pgtest"},
	{"a library has one home", pkg{Path: "symbols", Imports: []string{"github.com/tree-sitter/go-tree-sitter"}}, "imports github.com/tree-sitter/go-tree-sitter, which is at home in symbols/treesitter"},
	{"a library has one home", pkg{Path: "postgres", Imports: []string{"github.com/jackc/pgx/v5"}}, ""},
	{"test helpers stay in tests", pkg{Path: "app", Imports: []string{"pgtest"}}, "imports pgtest"},
	{"test helpers stay in tests", pkg{Path: "cmd/server", Imports: []string{"embed/ollamatest"}}, "imports embed/ollamatest"},
	{"test helpers stay in tests", pkg{Path: "cli/clitest", Imports: []string{"pgtest", "std./net/http/httptest"}}, ""},
	{"a name says what is inside", pkg{Path: "symbols/util"}, "is named util"},
	{"a name says what is inside", pkg{Path: "helpers"}, "is named helpers"},
	{"a name says what is inside", pkg{Path: "status"}, ""},
	{"a package says what it does", pkg{Path: "status"}, "has no package comment"},
	{"a package says what it does", pkg{Path: "e2e", Tests: true}, ""},
}

// A rule that cannot fail is no rule.
func TestRulesCanFail(t *testing.T) {
	t.Parallel()
	failed := map[string]bool{}
	for _, b := range breaches {
		i := slices.IndexFunc(rules, func(r rule) bool { return r.name == b.rule })
		if i < 0 {
			t.Errorf("no rule %q", b.rule)
			continue
		}
		if got := rules[i].breach(b.pkg); got != b.want {
			t.Errorf("rule %q says of %+v: %q, want %q", b.rule, b.pkg, got, b.want)
		}
		failed[b.rule] = failed[b.rule] || b.want != ""
	}
	for _, r := range rules {
		if !failed[r.name] {
			t.Errorf("no package is shown to break the rule %q", r.name)
		}
	}
}

// What the rules make an exception for must be there: an exception nobody needs
// is a hole.
func TestExceptionsAreNeeded(t *testing.T) {
	t.Parallel()
	all := packages(t)
	imports := func(from, prefix string) bool {
		return slices.ContainsFunc(all, func(p pkg) bool {
			return p.Path == from && slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, prefix) })
		})
	}
	for arrow, reason := range sideways {
		if !imports(arrow[0], arrow[1]) || reason == "" {
			t.Errorf("the exception %s -> %s is not needed, or has no reason", arrow[0], arrow[1])
		}
	}
	for name := range layers {
		if !slices.ContainsFunc(all, func(p pkg) bool { return p.Path == name }) {
			t.Errorf("there is no package %s to have a layer", name)
		}
	}
	for _, l := range libraries {
		for _, home := range l.homes {
			if !imports(home, l.prefix) {
				t.Errorf("%s is said to be at home in %s, which does not import it", l.prefix, home)
			}
		}
	}
}
