package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
)

// FuzzLoad: whatever the file holds, Load returns an error or a configuration
// that is valid and survives being dumped and loaded again.
func FuzzLoad(f *testing.F) {
	example, err := os.ReadFile(exampleConfig)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		string(example), "[server]\ntoken = " + goodToken + "\n", "[log]\nfile = `a`b # c\n", "[log]\nfile = \"\"\"a\"\"\"\n",
		"\ufeff[sweep]\r\nevery = 1h0m\r\n", "[embedding]\nquery_prefix = 'a #b' ;c\nprovider=ollama", "[index]\nbase_excludes=%(a)s,${b},\\\n",
	} {
		f.Add(seed)
	}
	path := filepath.Join(f.TempDir(), "config.ini")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(path, nil)
		if err != nil {
			return
		}
		if err := c.Validate(); err != nil {
			t.Fatalf("Load accepts what Validate refuses: %v", err)
		}
		if err := os.WriteFile(path, []byte(dump(t, c)), 0o600); err != nil {
			t.Fatal(err)
		}
		vars := map[string]string{}
		for _, k := range c.keys(resolver{}) {
			if k.isSecret() {
				vars[k.env] = k.String()
			}
		}
		again, err := Load(path, environ(vars))
		if err != nil {
			t.Fatalf("Load of a dump: %v\n%s", err, dump(t, c))
		}
		if diff := cmp.Diff(c, again, values); diff != "" {
			t.Fatalf("Load of a dump (-want +got)\n%s", diff)
		}
	})
}

// FuzzLoadProjects: whatever the file holds, every entry of its list is either
// a sound project or a bad one with an error.
func FuzzLoadProjects(f *testing.F) {
	for _, seed := range []string{
		`{"projects": []}`, `{"projects": [{"name": "a", "roots": ["."]}]}`, "\ufeff" + ` {"projects": [{"name": "a", "roots": [{"path": "~", "repo": "b"}, ".."], "languages": ["go"]}, null, 7]} `,
		`{"projects": [{"name": "a", "roots": ["/", "/\u0000", "é"], "excludeGlobs": ["#"], "x": {"y": [1, {}]}}]}`,
	} {
		f.Add(seed)
	}
	in := resolver{base: f.TempDir(), home: f.TempDir()}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := decodeProjects(document{path: "rag-projects.json", content: text}, in)
		if err != nil {
			if p.Gone("a") {
				t.Fatal("a file that cannot be read makes a project gone")
			}
			return
		}
		checkSound(t, p)
		var list struct{ Projects []json.RawMessage }
		if json.Unmarshal([]byte(text), &list) == nil && len(list.Projects) != len(p.OK)+len(p.Bad) {
			t.Fatalf("%d good and %d bad of %d entries", len(p.OK), len(p.Bad), len(list.Projects))
		}
	})
}

func checkSound(t *testing.T, p Projects) {
	t.Helper()
	for _, project := range p.OK {
		if !code.ValidProjectName(project.Name) || len(project.Roots) == 0 {
			t.Fatalf("unsound project %+v", project)
		}
		seen := map[string]bool{}
		for _, root := range project.Roots {
			if !filepath.IsAbs(root.Path) || !repoLabel.MatchString(root.Repo) || seen[root.Repo] {
				t.Fatalf("unsound root %+v of %+v", root, project)
			}
			seen[root.Repo] = true
		}
	}
	for _, bad := range p.Bad {
		if bad.Err == nil || bad.Absent && bad.Project.Name == "" {
			t.Fatalf("unsound bad project %+v", bad)
		}
	}
}
