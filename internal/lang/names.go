package lang

import (
	"slices"
	"strings"
	"sync"

	"github.com/go-enry/go-enry/v2/data"
)

// identifiers maps the linguist names whose identifier is not the name in lower
// case with hyphens. Dialects that one parser reads share an identifier.
var identifiers = map[string]string{
	"Alpine Abuild":         "bash",
	"C#":                    "csharp",
	"C++":                   "cpp",
	"F#":                    "fsharp",
	"F*":                    "fstar",
	"Gentoo Ebuild":         "bash",
	"Gentoo Eclass":         "bash",
	"Gradle":                "groovy",
	"JSON with Comments":    "json",
	"Lean 4":                "lean",
	"M4Sugar":               "m4",
	"Motorola 68K Assembly": "assembly",
	"OASv2-json":            "json",
	"OASv2-yaml":            "yaml",
	"OASv3-json":            "json",
	"OASv3-yaml":            "yaml",
	"MiniYAML":              "yaml",
	"Objective-C++":         "objective-c",
	"PLSQL":                 "sql",
	"PLpgSQL":               "sql",
	"Protocol Buffer":       "protobuf",
	"Q#":                    "qsharp",
	"Roff Manpage":          "roff",
	"SQLPL":                 "sql",
	"Shell":                 "bash",
	"TSQL":                  "sql",
	"Tcsh":                  "bash",
	"Unix Assembly":         "assembly",
	"Visual Basic .NET":     "visual-basic-net",
}

// identifier returns the identifier of the language that linguist calls name.
func identifier(name string) string {
	if id, ok := identifiers[name]; ok {
		return id
	}
	return strings.ReplaceAll(strings.ToLower(name), " ", "-")
}

// known holds every identifier, sorted. It is filled once and not changed.
var known = sync.OnceValue(func() []string {
	ids := make([]string, 0, len(data.IDByLanguage))
	for name := range data.IDByLanguage {
		ids = append(ids, identifier(name))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
})

// Known returns the identifiers of all languages, sorted.
func Known() []string { return slices.Clone(known()) }

// Valid reports whether name is the identifier of a language.
func Valid(name string) bool {
	_, ok := slices.BinarySearch(known(), name)
	return ok
}
