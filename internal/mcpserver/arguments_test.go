package mcpserver_test

import (
	"strings"
	"testing"

	"coderag/internal/code"
	"coderag/internal/mcpserver"
)

// TestWrongArgumentsAreExplained sends what callers get wrong: the answer is
// an error result that says what to do, and nothing reaches the backend.
func TestWrongArgumentsAreExplained(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		project, tool string
		args          any
		want          []string // parts of the text
	}{
		"no query":              {"shop", "search_code", args{}, []string{"query is missing", "What to look for"}},
		"no arguments":          {"shop", "search_code", nil, []string{"query is missing"}},
		"arguments are a list":  {"shop", "search_code", []int{1}, []string{"no JSON object", "query (string, required)"}},
		"empty query":           {"shop", "search_code", args{"query": "  "}, []string{"query is empty"}},
		"only punctuation":      {"shop", "search_code", args{"query": "->{}!="}, []string{"no letter and no digit", "grep"}},
		"huge query":            {"shop", "search_code", args{"query": long}, []string{"1048576 bytes", "4096"}},
		"NUL in query":          {"shop", "search_code", args{"query": "a\x00b"}, []string{"NUL"}},
		"query is a number":     {"shop", "search_code", args{"query": 7}, []string{"query is 7", "JSON string"}},
		"k negative":            {"shop", "search_code", args{"query": "q", "k": -1}, []string{"k is -1", "from 1 to 50"}},
		"k zero":                {"shop", "search_code", args{"query": "q", "k": 0}, []string{"k is 0", "from 1 to 50"}},
		"k huge":                {"shop", "search_code", args{"query": "q", "k": 1_000_000_000}, []string{"from 1 to 50"}},
		"k beyond int64":        {"shop", "search_code", args{"query": "q", "k": 1e300}, []string{"from 1 to 50"}},
		"k a fraction":          {"shop", "search_code", args{"query": "q", "k": 2.5}, []string{"k is 2.5", "whole number"}},
		"k a text":              {"shop", "search_code", args{"query": "q", "k": "8"}, []string{`k is "8"`, "JSON integer"}},
		"flag a text":           {"shop", "search_code", args{"query": "q", "include_neighbors": "yes"}, []string{"JSON boolean"}},
		"unknown argument":      {"shop", "search_code", args{"query": "q", "zzz": 1}, []string{`unknown argument "zzz"`, "path_prefix (string)"}},
		"misspelt argument":     {"shop", "search_code", args{"query": "q", "langage": "go"}, []string{`write "language" instead of "langage"`}},
		"case of an argument":   {"shop", "search_code", args{"Query": "q"}, []string{`write "query" instead of "Query"`, "case-sensitive", "query is missing"}},
		"camel case":            {"shop", "search_code", args{"query": "q", "maxChars": 100}, []string{`write "max_chars" instead of "maxChars"`}},
		"graph_hops":            {"shop", "search_code", args{"query": "q", "graph_hops": 1}, []string{`unknown argument "graph_hops"`}},
		"several at once":       {"shop", "search_code", args{"k": 99, "Language": "go"}, []string{"query is missing", "k is 99", `"Language"`}},
		"enum":                  {"shop", "search_code", args{"query": "q", "granularity": "line"}, []string{"one of: file, chunk"}},
		"unknown repo":          {"shop", "search_code", args{"query": "q", "repo": "Api"}, []string{`unknown repo "Api"`, `use "api"`, "api, web"}},
		"unknown language":      {"shop", "search_code", args{"query": "q", "language": "Golang"}, []string{`unknown language "Golang"`, `use "go"`, "go, python"}},
		"prefix climbs":         {"shop", "search_code", args{"query": "q", "path_prefix": "../../etc"}, []string{`".."`, "relative to the root"}},
		"prefix absolute":       {"shop", "search_code", args{"query": "q", "path_prefix": "/etc"}, []string{"outside every indexed folder", "/src/api, /src/web"}},
		"prefix of a sibling":   {"shop", "search_code", args{"query": "q", "path_prefix": "/src/api-evil/x"}, []string{"outside every indexed folder"}},
		"prefix in other repo":  {"shop", "search_code", args{"query": "q", "repo": "api", "path_prefix": "/src/web"}, []string{"outside every indexed folder"}},
		"prefix too long":       {"shop", "search_code", args{"query": "q", "path_prefix": long[:2000]}, []string{"2000 bytes", "1024"}},
		"chunk_id missing":      {"shop", "get_chunk", args{}, []string{"chunk_id is missing"}},
		"chunk of another":      {"shop", "get_chunk", args{"chunk_id": "tools:1.2.abcdef"}, []string{"another project", "search_code of this project"}},
		"too many neighbors":    {"shop", "get_chunk", args{"chunk_id": "c", "neighbors": 6}, []string{"from 0 to 5"}},
		"end before start":      {"shop", "read_span", args{"path": "a.go", "start": 9, "end": 3}, []string{"end 3 is below start 9", "set end to 9"}},
		"line zero":             {"shop", "read_span", args{"path": "a.go", "start": 0, "end": 3}, []string{"start is 0"}},
		"path climbs":           {"shop", "read_span", args{"path": "a/../../x", "start": 1, "end": 2}, []string{`".."`}},
		"path absolute":         {"shop", "read_span", args{"path": "/etc/passwd", "start": 1, "end": 2}, []string{"outside every indexed folder"}},
		"path is a root":        {"shop", "read_span", args{"path": "/src/api", "start": 1, "end": 2}, []string{"is a folder"}},
		"path with NUL":         {"shop", "read_span", args{"path": "a\x00", "start": 1, "end": 2}, []string{"NUL"}},
		"no paths":              {"shop", "reindex_path", args{"paths": []string{}}, []string{"from 1 to 100 items"}},
		"paths a text":          {"shop", "reindex_path", args{"paths": "a.go"}, []string{"JSON array of strings"}},
		"paths with empty item": {"shop", "reindex_path", args{"paths": []string{"a.go", ""}}, []string{"paths"}},
		"paths climb":           {"shop", "reindex_path", args{"paths": []string{"../x"}}, []string{`".."`}},
		"paths of a sibling":    {"shop", "reindex_path", args{"paths": []string{"/src/api-evil/a.go"}}, []string{"outside every indexed folder"}},
		"argument too many":     {"shop", "list_repos", args{"project": "shop"}, []string{`unknown argument "project"`, "no arguments"}},
		"all without project":   {code.AllProjects, "read_span", args{"path": "a", "start": 1, "end": 2}, []string{"project is missing", "list_repos"}},
		"all, reindex":          {code.AllProjects, "reindex_path", args{"paths": []string{"a"}}, []string{"project is missing"}},
		"all, unknown project":  {code.AllProjects, "search_code", args{"query": "q", "project": "shopp"}, []string{`unknown project "shopp"`, `use "shop"`, "shop, tools"}},
		"all, other's repo":     {code.AllProjects, "search_code", args{"query": "q", "project": "tools", "repo": "api"}, []string{`unknown repo "api"`, "for repo: tools"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &backend{}
			session := connect(t, serve(t, b, mcpserver.Options{Languages: []string{"go", "python"}}), c.project)
			res, text := callTool(t, session, c.tool, c.args)
			if !res.IsError || res.StructuredContent != nil {
				t.Errorf("isError %v, structured %v; want an error alone", res.IsError, res.StructuredContent)
			}
			for _, part := range c.want {
				if !strings.Contains(text, part) {
					t.Errorf("text lacks %q:\n%s", part, text)
				}
			}
			if !strings.Contains(text, "\n- ") {
				t.Errorf("text says nothing to do:\n%s", text)
			}
			if len(text) > 1500 {
				t.Errorf("text has %d bytes: it repeats what it was sent", len(text))
			}
			if b.calls != 0 {
				t.Errorf("%d calls reached the backend", b.calls)
			}
		})
	}
}
