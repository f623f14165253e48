package config

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
)

const (
	docFile       = "../../docs/config.md"
	exampleConfig = "../../config.ini.example"
	exampleList   = "../../rag-projects.json.example"
)

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A row is one key as docs/config.md and the code have it.
type row struct{ Type, Default, Allowed, Environment string }

var sectionHeading = regexp.MustCompile(`^### \[(\w+)\]$`)

// documentedKeys reads the tables below the headings "### [section]".
func documentedKeys(t *testing.T) map[string]row {
	rows := map[string]row{}
	section := ""
	for line := range strings.Lines(read(t, docFile)) {
		line = strings.TrimSpace(line)
		if m := sectionHeading.FindStringSubmatch(line); m != nil {
			section = m[1]
		} else if strings.HasPrefix(line, "#") {
			section = ""
		}
		if section == "" || !strings.HasPrefix(line, "| `") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) != 6 || cells[5] == "" {
			t.Errorf("%s: row with %d cells, want 6 with a meaning: %s", docFile, len(cells), line)
			continue
		}
		name := keyName{section, strings.Trim(cells[0], "`")}.String()
		if _, twice := rows[name]; twice {
			t.Errorf("%s: %s documented twice", docFile, name)
		}
		rows[name] = row{cells[1], strings.Trim(cells[2], "`"), cells[3], strings.Trim(cells[4], "`")}
	}
	return rows
}

func TestDocumentedKeysAreTheKeys(t *testing.T) {
	t.Parallel()
	want := map[string]row{}
	c := Default()
	for _, k := range c.keys(resolver{}) {
		kind, allowed := k.Describe()
		want[k.id.String()] = row{kind, k.fallback, allowed, k.env}
	}
	if diff := cmp.Diff(want, documentedKeys(t)); diff != "" {
		t.Errorf("%s against the keys of the code (-code +doc)\n%s", docFile, diff)
	}
}

// Every default is what its field has, written in the shortest way.
func TestDefaultsReadBack(t *testing.T) {
	t.Parallel()
	c := Default()
	for _, k := range c.keys(resolver{}) {
		if got := k.String(); got != k.fallback {
			t.Errorf("%s: default %q reads back as %q", k.id, k.fallback, got)
		}
	}
	if err := c.Validate(); err != nil {
		t.Errorf("the defaults are invalid: %v", err)
	}
}

// Every secret has a key for its file, and no other key looks like one.
func TestSecretsHaveFiles(t *testing.T) {
	t.Parallel()
	c := Default()
	want, got := map[string]bool{}, map[string]bool{}
	for _, k := range c.keys(resolver{}) {
		if k.isSecret() {
			want[k.id.String()+"_file"] = true
		}
		if strings.HasSuffix(k.id.name, "_file") {
			got[k.id.String()] = true
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("keys of secret files (-want +got)\n%s", diff)
	}
}

var fieldRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (?:string|array)")

// The fields of rag-projects.json are documented, and those documented exist.
func TestDocumentedFieldsAreTheFields(t *testing.T) {
	t.Parallel()
	want := map[string]bool{}
	for _, list := range []string{
		`{"projects":[{"name":"a","roots":["."],"x":1}]}`,
		`{"projects":[{"name":"a","roots":[{"path":".","x":1}]}]}`,
		`{"x":1}`,
	} {
		p, err := LoadProjects(write(t, "rag-projects.json", list))
		if err == nil {
			err = p.Bad[0].Err
		}
		_, allowed, _ := strings.Cut(err.Error(), "allowed: ")
		for _, word := range regexp.MustCompile(`\w+`).FindAllString(allowed, -1) {
			want[word] = true
		}
	}
	for _, filler := range []string{"and", "once", "each"} {
		delete(want, filler)
	}
	got := map[string]bool{}
	for _, m := range fieldRow.FindAllStringSubmatch(read(t, docFile), -1) {
		got[m[1]] = true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields of rag-projects.json in %s (-code +doc)\n%s", docFile, diff)
	}
}

func TestExampleConfigIsRefusedAsItIs(t *testing.T) {
	t.Parallel()
	_, err := Load(exampleConfig, nil)
	before, _, _ := strings.Cut(read(t, exampleConfig), "token = "+Placeholder)
	want := exampleConfig + ":" + strconv.Itoa(1+strings.Count(before, "\n")) + ": [server] token: still the placeholder of the example; allowed: " + tokenForm
	if err == nil || err.Error() != want {
		t.Errorf("Load(%s) = %v; want %s", exampleConfig, err, want)
	}
	if fixes := strings.Join(fault.FixesOf(err), "\n"); !strings.Contains(fixes, "make up") {
		t.Errorf("fixes %q do not name make up", fixes)
	}
}

// The example is the defaults, both as it is and with every key uncommented.
func TestExampleConfigIsTheDefaults(t *testing.T) {
	t.Parallel()
	want := Default()
	want.Server.Token = goodToken
	filled := strings.ReplaceAll(read(t, exampleConfig), Placeholder, goodToken)
	commented := regexp.MustCompile(`(?m)^# (\w+ =)`)
	for name, text := range map[string]string{"as it is": filled, "uncommented": commented.ReplaceAllString(filled, "$1")} {
		path := write(t, "config.ini", text)
		got, err := Load(path, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got, values); diff != "" {
			t.Errorf("%s: (-default +example)\n%s", name, diff)
		}
		if name == "as it is" {
			continue
		}
		for _, k := range got.keys(resolver{}) {
			if from := got.origins[k.id]; from.file != path && k.fallback+k.String() != "" {
				t.Errorf("%s: %s is not in the example", name, k.id)
			}
		}
	}
}

func TestExampleProjects(t *testing.T) {
	t.Parallel()
	p, err := LoadProjects(exampleList)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Bad) > 0 {
		t.Fatal(p.Bad[0].Err)
	}
	want := []code.Project{{Name: "coderag", Roots: []code.Root{{Path: resolved(t, "../.."), Repo: "coderag"}}}}
	if diff := cmp.Diff(want, p.OK); diff != "" {
		t.Errorf("LoadProjects(%s) (-want +got)\n%s", exampleList, diff)
	}
}
