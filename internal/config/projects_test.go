package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// resolved returns a path absolute and without symbolic links.
func resolved(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	if path, err = filepath.Abs(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// disk makes a folder with some folders, a file and links below it.
func disk(t *testing.T) string {
	t.Helper()
	dir := resolved(t, t.TempDir())
	for _, name := range []string{"a/api", "b/api", "web", "a-web", ".dots", "with space", "_"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"link": "a", "loop": "loop", "nowhere": "gone"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// load loads rag-projects.json with this text from dir.
func load(t *testing.T, dir, text string) (Projects, error) {
	t.Helper()
	path := filepath.Join(dir, "rag-projects.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return LoadProjects(path)
}

func TestLoadProjectsOK(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, entries string
		want          []code.Project // with paths relative to the folder
	}{
		{"none", ``, nil},
		{"all fields", `{"languages": ["go", "c#", "go"], "includeGlobs": ["/a"], "excludeGlobs": ["*.x", "!y.x"], "roots": ["web"], "name": "full"}`,
			[]code.Project{{Name: "full", Roots: []code.Root{{Path: "web", Repo: "web"}}, ExcludeGlobs: []string{"*.x", "!y.x"}, IncludeGlobs: []string{"/a"}, Languages: []string{"go", "c#"}}}},
		{"labels", `{"name": "x", "roots": ["a/api", "./b/../b/api/", {"path": "web", "repo": "api-2"}, ".dots", "with space", "_"]}`,
			[]code.Project{{Name: "x", Roots: []code.Root{
				{Path: "a/api", Repo: "api"}, {Path: "b/api", Repo: "api-3"}, {Path: "web", Repo: "api-2"},
				{Path: ".dots", Repo: "dots"}, {Path: "with space", Repo: "with-space"}, {Path: "_", Repo: "_"}}}}},
		{"siblings with a common beginning", `{"name": "x", "roots": ["a", "a-web"]}`,
			[]code.Project{{Name: "x", Roots: []code.Root{{Path: "a", Repo: "a"}, {Path: "a-web", Repo: "a-web"}}}}},
		{"a link is labelled as written", `{"name": "x", "roots": ["link"]}`,
			[]code.Project{{Name: "x", Roots: []code.Root{{Path: "a", Repo: "link"}}}}},
		{"two projects share a root", `{"name": "x", "roots": ["a"]}, {"name": "y", "roots": ["a/api"]}`,
			[]code.Project{{Name: "x", Roots: []code.Root{{Path: "a", Repo: "a"}}}, {Name: "y", Roots: []code.Root{{Path: "a/api", Repo: "api"}}}}},
		{"the product's own name", `{"name": "coderag", "roots": ["a"]}`,
			[]code.Project{{Name: "coderag", Roots: []code.Root{{Path: "a", Repo: "a"}}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := disk(t)
			got, err := load(t, dir, "\ufeff"+`{"projects": [`+tc.entries+`]}`)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.OK {
				for j := range got.OK[i].Roots {
					root := &got.OK[i].Roots[j]
					if !filepath.IsAbs(root.Path) {
						t.Errorf("root %q is not absolute", root.Path)
					}
					root.Path = strings.TrimPrefix(root.Path, dir+"/")
				}
			}
			want := Projects{Path: filepath.Join(dir, "rag-projects.json"), OK: tc.want}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("LoadProjects (-want +got)\n%s", diff)
			}
		})
	}
}

func TestLoadProjectsHome(t *testing.T) {
	home := resolved(t, t.TempDir())
	t.Setenv("HOME", home)
	p, err := load(t, disk(t), `{"projects": [{"name": "x", "roots": ["~"]}]}`)
	if err != nil || len(p.OK) != 1 {
		t.Fatalf("LoadProjects = %+v, %v; want one project", p, err)
	}
	if got := p.OK[0].Roots[0].Path; got != home {
		t.Errorf("root ~ = %q; want %q", got, home)
	}
}

// One bad entry is reported and the entries around it go on.
func TestLoadProjectsBad(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, entry, want string }{
		{"no object", `7`, `project 2: F:2:1: want an object { }`},
		{"null", `null`, `project 2: F:2:1: want an object { }`},
		{"empty", `{}`, `project 2: F:2:1: no field "name"` + "\n" + `F:2:1: no field "roots"`},
		{"name", `{"name": "My-App", "roots": ["web"]}`, `project "My-App": F:2:10: name "My-App": not a project name`},
		{"reserved name", `{"name": "pg_x", "roots": ["web"]}`, `project "pg_x": F:2:10: name "pg_x": not a project name`},
		{"every project's name", `{"name": "_all", "roots": ["web"]}`, `project "_all": F:2:10: name "_all": not a project name`},
		{"name of another type", `{"name": ["x"], "roots": ["web"]}`, `project 2: F:2:10: want a string " "`},
		{"blank name", `{"name": " ", "roots": ["web"]}`, `project 2: F:2:10: empty`},
		{"unknown field", `{"name": "x", "excludes": [], "roots": ["web"]}`, `project "x": F:2:15: unknown field "excludes"; allowed: name, roots, excludeGlobs, includeGlobs, languages`},
		{"field of another case", `{"name": "x", "Roots": ["web"]}`, `project "x": F:2:15: unknown field "Roots"; allowed: name, roots, excludeGlobs, includeGlobs, languages` + "\n" + `F:2:1: no field "roots"`},
		{"field twice", `{"name": "x", "roots": ["web"], "roots": ["a"]}`, `project "x": F:2:33: field "roots": a second time; keep one`},
		{"no roots", `{"name": "x", "roots": []}`, `project "x": F:2:24: roots: none; name at least one folder`},
		{"roots of another type", `{"name": "x", "roots": "web"}`, `project "x": F:2:24: want an array [ ]`},
		{"root of another type", `{"name": "x", "roots": [7]}`, `project "x": F:2:25: want a string " "`},
		{"root without a path", `{"name": "x", "roots": [{"repo": "r"}]}`, `project "x": F:2:25: root: no field "path"`},
		{"unknown field of a root", `{"name": "x", "roots": [{"path": "web", "label": "r"}]}`, `project "x": F:2:41: root: unknown or repeated field "label"; allowed: path and repo, once each`},
		{"NUL in a root", `{"name": "x", "roots": ["a\u0000"]}`, `project "x": F:2:25: holds a control character`},
		{"home of another", `{"name": "x", "roots": ["~root"]}`, `project "x": F:2:25: root "~root": ~ stands for the home of this user only; write the path in full`},
		{"file", `{"name": "x", "roots": ["file"]}`, `project "x": F:2:25: root DIR/file: not a folder`},
		{"label", `{"name": "x", "roots": [{"path": "web", "repo": "a/b"}]}`, `project "x": F:2:49: repo "a/b": want 1 to 64 of A-Z, a-z, 0-9, _, - and ., not beginning with - or .`},
		{"label twice", `{"name": "x", "roots": [{"path": "web", "repo": "r"}, {"path": "a", "repo": "r"}]}`, `project "x": F:2:55: repo "r": another root has it`},
		{"same root", `{"name": "x", "roots": ["web", "./web/"]}`, `project "x": F:2:32: root DIR/web: the same folder as DIR/web`},
		{"same root by a link", `{"name": "x", "roots": ["link", "a"]}`, `project "x": F:2:33: root DIR/a: the same folder as DIR/link`},
		{"inside", `{"name": "x", "roots": ["a", "a/api"]}`, `project "x": F:2:30: root DIR/a/api: inside DIR/a`},
		{"around, by a link", `{"name": "x", "roots": ["link/api", "a"]}`, `project "x": F:2:37: root DIR/a: around DIR/link/api`},
		{"glob", `{"name": "x", "roots": ["web"], "excludeGlobs": ["a", "#b"]}`, `project "x": F:2:55: excludeGlobs: "#b": a comment in gitignore's syntax; write \# for a leading #`},
		{"language", `{"name": "x", "roots": ["web"], "languages": ["Go"]}`, `project "x": F:2:47: languages: "Go": not a language; write it in lower case, like "go", "csharp" or "objective-c"`},
		{"column behind other letters", `{"name": "x", "é": 1, "roots": ["web"], "y": 1}`, `project "x": F:2:15: unknown field "é"; allowed: name, roots, excludeGlobs, includeGlobs, languages` + "\n" + `F:2:41: unknown field "y"; allowed: name, roots, excludeGlobs, includeGlobs, languages`},
		{"wrong and not there", `{"name": "x", "roots": ["gone", "file"]}`, `project "x": F:2:33: root DIR/file: not a folder` + "\n" + `F:2:25: root: stat DIR/gone: no such file or directory`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := disk(t)
			got, err := load(t, dir, `{"projects": [{"name": "before", "roots": ["a"]},`+"\n"+tc.entry+",\n"+`{"name": "after", "roots": ["b"]}]}`)
			if err != nil {
				t.Fatal(err)
			}
			if names := got.Names(); len(got.OK) != 2 || len(got.Bad) != 1 || got.Bad[0].Index != 1 || got.Bad[0].Absent {
				t.Fatalf("LoadProjects: names %q, bad %+v; want two that go on and one bad", names, got.Bad)
			}
			text := strings.NewReplacer(got.Path, "F", dir, "DIR").Replace(got.Bad[0].Err.Error())
			if diff := cmp.Diff(tc.want, text); diff != "" {
				t.Errorf("error of %s (-want +got)\n%s", tc.entry, diff)
			}
			if !fault.Is(got.Bad[0].Err, fault.Invalid) || len(fault.FixesOf(got.Bad[0].Err)) == 0 {
				t.Errorf("error %v, fixes %q; want Invalid with a fix", got.Bad[0].Err, fault.FixesOf(got.Bad[0].Err))
			}
		})
	}
}

// A folder that is not there leaves the project whole, marked and served.
func TestLoadProjectsAbsent(t *testing.T) {
	t.Parallel()
	for _, root := range []string{"gone", "nowhere", "loop", "file/below", strings.Repeat("a", 300)} {
		dir := disk(t)
		p, err := load(t, dir, `{"projects": [{"name": "x", "roots": ["web", {"path": "`+root+`", "repo": "r"}]}, {"name": "a", "roots": ["a"]}]}`)
		if err != nil {
			t.Fatal(err)
		}
		want := code.Project{Name: "x", Roots: []code.Root{{Path: filepath.Join(dir, "web"), Repo: "web"}, {Path: filepath.Join(dir, root), Repo: "r"}}}
		if len(p.Bad) != 1 || !p.Bad[0].Absent || !fault.Is(p.Bad[0].Err, fault.Unavailable) {
			t.Fatalf("root %q: bad %+v; want one absent", root, p.Bad)
		}
		if diff := cmp.Diff(want, p.Bad[0].Project); diff != "" {
			t.Errorf("root %q (-want +got)\n%s", root, diff)
		}
		if served := p.Served(); len(served) != 2 || served[0].Name != "a" || served[1].Name != "x" {
			t.Errorf("root %q: served %+v; want a and x", root, served)
		}
		if _, err := p.Find("x"); !fault.Is(err, fault.Unavailable) || len(fault.FixesOf(err)) == 0 {
			t.Errorf("root %q: Find(x) = %v; want Unavailable with a fix", root, err)
		}
		if p.Gone("x") {
			t.Errorf("root %q: the project counts as gone", root)
		}
	}
}

func TestLoadProjectsDuplicateName(t *testing.T) {
	t.Parallel()
	p, err := load(t, disk(t), `{"projects": [{"name": "x", "roots": ["a"]}, {"name": "y", "roots": ["a"]}, {"name": "x", "roots": ["web"]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.OK) != 1 || p.OK[0].Name != "y" || len(p.Bad) != 2 {
		t.Fatalf("LoadProjects = %+v; want y to go on and both x bad", p)
	}
	want := `project "x": F:1:15: name: the entry at F:1:77 has it too`
	if got := strings.ReplaceAll(p.Bad[0].Err.Error(), p.Path, "F"); got != want {
		t.Errorf("error %q; want %q", got, want)
	}
}

// What is wrong with the file as a whole is an error.
func TestLoadProjectsRefuses(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, text, want string }{
		{"empty", ``, `F:1:1: not JSON: unexpected end of JSON input`},
		{"cut", "{\"projects\": [\n{", `F:2:1: not JSON: unexpected end of JSON input`},
		{"comma", "{\"projects\": [\n  {\"name\": \"x\",}]}", `F:2:16: not JSON: invalid character '}' looking for beginning of object key string`},
		{"two values", "{\"projects\": []}\n{}", `F:2:1: not JSON: invalid character '{' after top-level value`},
		{"array", "[]", `F:1:1: want an object { }`},
		{"no projects", "{}", `F:1:1: no field "projects"`},
		{"no array", "{\"projects\": null}", `F:1:14: want an array [ ]`},
		{"unknown field", "{\"projects\": [], \"version\": 1}", `F:1:18: unknown or repeated field "version"; allowed: projects, once`},
		{"twice", "{\"projects\": [], \"projects\": []}", `F:1:18: unknown or repeated field "projects"; allowed: projects, once`},
		{"not UTF-8", "{\"projects\": [\"\xff\"]}", `F: not UTF-8 text`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			p, err := load(t, dir, tc.text)
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("LoadProjects = %+v, %v; want Invalid", p, err)
			}
			if got := strings.ReplaceAll(err.Error(), filepath.Join(dir, "rag-projects.json"), "F"); got != tc.want {
				t.Errorf("LoadProjects of %q: %s; want %s", tc.text, got, tc.want)
			}
			if p.Gone("x") {
				t.Error("a file that cannot be read makes a project gone")
			}
		})
	}
	if _, err := LoadProjects(filepath.Join(t.TempDir(), "rag-projects.json")); !fault.Is(err, fault.NotFound) {
		t.Errorf("LoadProjects of no file: %v; want NotFound", err)
	}
}

func TestProjectsGone(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		entries string
		want    bool
	}{
		{``, true},
		{`{"name": "y", "roots": ["a"]}`, true},
		{`{"name": "x", "roots": ["a"]}`, false},
		{`{"name": "x", "roots": "a"}`, false},
		{`{"name": "X", "roots": ["a"]}`, false}, // may be meant to be x
		{`{"roots": ["a"]}`, false},
	} {
		p, err := load(t, disk(t), `{"projects": [`+tc.entries+`]}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Gone("x"); got != tc.want {
			t.Errorf("Gone(x) with entries [%s] = %v; want %v", tc.entries, got, tc.want)
		}
	}
}

func TestProjectsFind(t *testing.T) {
	t.Parallel()
	p, err := load(t, disk(t), `{"projects": [{"name": "y", "roots": ["a"]}, {"name": "x", "roots": ["web"]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Find("x"); err != nil || got.Name != "x" {
		t.Errorf("Find(x) = %+v, %v; want x", got, err)
	}
	_, err = p.Find("z")
	if !fault.Is(err, fault.NotFound) || fault.FixesOf(err)[0] != "use one of: x, y" {
		t.Errorf("Find(z) = %v, fixes %q; want NotFound and the names", err, fault.FixesOf(err))
	}
}
