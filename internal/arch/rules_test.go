package arch_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A pkg is what a rule knows of a package of this module. Paths of our own are
// relative to the module, and internal/ is left out: "search", "cmd/server".
type pkg struct {
	Path    string
	Doc     string
	Tests   bool     // it has test files only
	Imports []string // of its production code
}

// ours reports whether the import path is one of this module: others have a dot.
func ours(p string) bool { return !strings.Contains(p, ".") }

// command reports whether p is a program: these put everything together.
func command(p string) bool {
	return strings.HasPrefix(p, "cmd/") || strings.HasPrefix(p, "tools/")
}

// helper reports whether p is for tests only, by its name.
func helper(p string) bool { return strings.HasSuffix(path.Base(p), "test") }

// family returns the package that p is a part of: embed for embed/ollama.
func family(p string) string {
	first, _, _ := strings.Cut(p, "/")
	return first
}

// A rule says what holds for every package, and why. breach returns what p has
// that breaks it, "" if nothing.
type rule struct {
	name, reason string
	breach       func(p pkg) string
}

var rules = []rule{
	{
		"arrows point down",
		"so that a package can be read, tested and replaced with only what is below it in mind; leaf packages know nothing of each " +
			"other, and neither do the read path and the write path",
		arrows,
	},
	{
		"few know the storage",
		"index and search name what they need of a store; who imports postgres as well can bypass that",
		func(p pkg) string {
			if p.Path == "app" || command(p.Path) || helper(p.Path) {
				return ""
			}
			return importing(p, "postgres")
		},
	},
	{
		"only programs are put together",
		"what imports app knows everything, and everything it is imported by would too",
		func(p pkg) string {
			if family(p.Path) == "cli" || command(p.Path) || helper(p.Path) {
				return ""
			}
			return importing(p, "app")
		},
	},
	{
		"a library has one home",
		"so that it can be upgraded, replaced or done without in one place",
		homes,
	},
	{
		"test helpers stay in tests",
		"they start servers and fail tests; nothing of them belongs into a program",
		func(p pkg) string {
			if helper(p.Path) {
				return ""
			}
			return importing(p, slices.DeleteFunc(slices.Clone(p.Imports), func(i string) bool { return !ours(i) || !helper(i) })...)
		},
	},
	{
		"a name says what is inside",
		"util, common and the like say nothing and attract everything",
		func(p pkg) string {
			switch path.Base(p.Path) {
			case "util", "utils", "common", "helper", "helpers", "misc", "shared", "base", "lib", "types", "models", "interfaces":
				return "is named " + path.Base(p.Path)
			}
			return ""
		},
	},
	{
		"a package says what it does",
		"its comment is the first thing its next reader needs",
		func(p pkg) string {
			if p.Doc == "" && !p.Tests {
				return "has no package comment"
			}
			return ""
		},
	},
}

// layers has the packages that are no leaves. A leaf is at 1, the vocabulary
// below it at 0, and what imports the programs' parts above.
var layers = map[string]int{
	"code": 0, "fault": 0,
	"index": 2, "search": 2, // the write path and the read path
	"postgres": 3, "mcpserver": 3, "progress": 3, // what serves them
	"app": 4, // puts it all together
	"cli": 5,
}

// sideways are the arrows within a layer, beside those within a family, each
// with its reason.
var sideways = map[[2]string]string{
	{"walk", "git"}:    "git says which files of a work tree are ignored",
	{"history", "git"}: "git says which commits touched a file",

	{"embed/builtin", "lexeme"}: "the words the model was trained on are those the index has",
}

const topLayer = 6

func layer(p string) int {
	if command(p) || helper(p) || p == "e2e" {
		return topLayer
	}
	if n, ok := layers[family(p)]; ok {
		return n
	}
	return 1
}

func arrows(p pkg) string {
	var bad []string
	for _, i := range p.Imports {
		related := family(i) == family(p.Path) && layer(p.Path) > 0 || helper(p.Path) && helper(i)
		if _, ok := sideways[[2]string{p.Path, i}]; ok || !ours(i) || related {
			continue
		}
		if layer(i) >= layer(p.Path) {
			bad = append(bad, fmt.Sprintf("%s of layer %d", i, layer(i)))
		}
	}
	if bad == nil {
		return ""
	}
	return fmt.Sprintf("of layer %d imports %s", layer(p.Path), strings.Join(bad, ", "))
}

// libraries says where a library, by the start of its import path, is at home.
var libraries = []struct {
	prefix string
	homes  []string
}{
	{"github.com/jackc/pgx", []string{"database", "postgres", "pgtest"}},
	{"github.com/pgvector/", []string{"database", "postgres"}},
	{"github.com/golang-migrate/", []string{"database"}},
	{"github.com/testcontainers/", []string{"pgtest"}},
	{"github.com/tree-sitter", []string{"symbols/treesitter"}}, // and tree-sitter-grammars
	{"github.com/go-enry/", []string{"lang"}},
	{"gopkg.in/ini.v1", []string{"config"}},
	{"github.com/go-co-op/gocron", []string{"schedule"}},
	{"github.com/prometheus/", []string{"httpserver"}},
	{"github.com/spf13/cobra", []string{"cli"}}, // and programs
	{"github.com/modelcontextprotocol/", []string{"mcpserver"}},
}

// programLibraries may be imported by programs, which are clients of our server.
var programLibraries = []string{"github.com/spf13/cobra", "github.com/modelcontextprotocol/"}

func homes(p pkg) string {
	var bad []string
	for _, l := range libraries {
		if slices.Contains(l.homes, p.Path) || command(p.Path) && slices.Contains(programLibraries, l.prefix) {
			continue
		}
		for _, i := range p.Imports {
			if strings.HasPrefix(i, l.prefix) {
				bad = append(bad, fmt.Sprintf("%s, which is at home in %s", i, strings.Join(l.homes, ", ")))
			}
		}
	}
	if bad == nil {
		return ""
	}
	return "imports " + strings.Join(bad, "; ")
}

// importing names those of the packages that p imports.
func importing(p pkg, packages ...string) string {
	var bad []string
	for _, i := range packages {
		if slices.Contains(p.Imports, i) {
			bad = append(bad, i)
		}
	}
	if bad == nil {
		return ""
	}
	return "imports " + strings.Join(bad, ", ")
}
