package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const charge = "internal/payment/charge.go"

// TestTools puts every tool of one project, with every argument, to a server
// on a real index.
func TestTools(t *testing.T) {
	t.Parallel()
	project := shop(t)
	server := serve(t, project)
	s := server.connect(t, "shop")
	t.Run("search_code", func(t *testing.T) { testSearch(t, s) })
	t.Run("excerpts", func(t *testing.T) { testExcerpts(t, s) })
	t.Run("explain", func(t *testing.T) { testExplain(t, s) })
	t.Run("get_chunk", func(t *testing.T) { testGetChunk(t, s) })
	t.Run("read_span", func(t *testing.T) { testReadSpan(t, s, project) })
	t.Run("list_repos", func(t *testing.T) { testListRepos(t, s, project) })
	t.Run("index_status", func(t *testing.T) { testIndexStatus(t, s) })
	t.Run("errors", func(t *testing.T) { testErrors(t, s) })
}

// testSearch holds the arguments that choose among hits.
func testSearch(t *testing.T, s *session) {
	for name, c := range map[string]struct {
		args args
		want []string // the paths found, in order; nil means none
	}{
		"question":                  {args{"query": "exponential backoff between attempts", "k": 1}, []string{"api internal/retry/retry.go"}},
		"identifier":                {args{"query": "ChargeCard", "k": 1}, []string{"api " + charge}},
		"part of an identifier":     {args{"query": "refund", "k": 1}, []string{"api " + charge}},
		"implementation over test":  {args{"query": "ChargeCard", "path_prefix": "internal/", "k": 2}, []string{"api " + charge, "api internal/payment/charge_test.go"}},
		"repo":                      {args{"query": "charge the card", "repo": "web", "k": 1}, []string{"web src/cart.ts"}},
		"language":                  {args{"query": "charge the card", "language": "typescript"}, []string{"web src/cart.ts"}},
		"path_prefix":               {args{"query": "charge", "path_prefix": "internal/payment/charge_"}, []string{"api internal/payment/charge_test.go"}},
		"absolute path_prefix":      {args{"query": "shop", "path_prefix": s.root(t, "web") + "/README"}, []string{"web README.md"}},
		"filters that exclude":      {args{"query": "charge", "repo": "web", "language": "go"}, nil},
		"word that occurs nowhere":  {args{"query": "zyzzyva"}, nil},
		"secret":                    {args{"query": "CARD_PROCESSOR_SECRET do-not-index-this-value", "path_prefix": ".env"}, nil},
		"chunks of the file":        {args{"query": "charge card refund", "granularity": "chunk", "path_prefix": charge, "k": 2}, []string{"api " + charge, "api " + charge}},
		"same file once by default": {args{"query": "charge card refund", "path_prefix": charge, "k": 2}, []string{"api " + charge}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, h := range s.search(t, c.args) {
				got = append(got, h.Repo+" "+h.Path)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%v (-want +got):\n%s", c.args, diff)
			}
		})
	}
}

// testExcerpts holds the arguments that shape a hit.
func testExcerpts(t *testing.T, s *session) {
	ask := func(a args) hit {
		a["query"], a["k"] = "exponential backoff", 1
		return s.search(t, a)[0]
	}
	whole := ask(args{})
	if !strings.HasPrefix(whole.Excerpt, "// Do calls fn") || !strings.HasSuffix(whole.Excerpt, "return err\n}\n") || whole.Cut {
		t.Errorf("expand=symbol shows %q, cut %v; want the declaration with its comment", whole.Excerpt, whole.Cut)
	}
	if len(whole.Symbols) == 0 || whole.Symbols[0].Name != "Policy.Do" {
		t.Errorf("symbols %v, want Policy.Do first", whole.Symbols)
	}
	if short := ask(args{"max_chars": 100}); len(short.Excerpt) > 100 || !short.Cut {
		t.Errorf("max_chars=100 shows %d characters, cut %v", len(short.Excerpt), short.Cut)
	}
	if plain := ask(args{"expand": "none"}); !strings.Contains(plain.Excerpt, "backoff") {
		t.Errorf("expand=none shows %q", plain.Excerpt)
	}
	if around := ask(args{"include_neighbors": true}); !strings.Contains(around.Before, "type Policy struct") {
		t.Errorf("include_neighbors shows %q before", around.Before)
	}
}

// testExplain holds that every hit names the words it has, unless vectors alone
// proposed it, and, where asked, how it came to its place.
func testExplain(t *testing.T, s *session) {
	for _, explain := range []bool{false, true} {
		for _, h := range s.search(t, args{"query": "exponential backoff", "explain": explain}) {
			if (h.Explanation != nil) != explain {
				t.Errorf("explain=%v: %s has the explanation %+v", explain, h.Path, h.Explanation)
			}
			x := h.Explanation
			if x == nil {
				continue
			}
			if len(x.Legs) == 0 || len(x.Signals) == 0 || (len(h.Matched) > 0) != (x.Legs[0].Leg == "lexical") {
				t.Errorf("%s: words %q, explanation %+v; want the leg of words where there are some, and signals", h.Path, h.Matched, x)
			}
		}
	}
}

func testGetChunk(t *testing.T, s *session) {
	id := s.search(t, args{"query": "exponential backoff", "k": 1})[0].ChunkID
	var alone, around chunk
	s.ask(t, "get_chunk", args{"chunk_id": id}, &alone)
	s.ask(t, "get_chunk", args{"chunk_id": id, "neighbors": 1}, &around)
	if !strings.Contains(alone.Content, "func (p Policy) Do(") || len(alone.Before) > 0 {
		t.Errorf("chunk %+v, want Do alone", alone)
	}
	if len(around.Before) != 1 || !strings.Contains(around.Before[0], "type Policy struct") || around.Content != alone.Content {
		t.Errorf("with neighbors: %+v, want Policy before the same content", around)
	}
	s.refused(t, "get_chunk", args{"chunk_id": "shop:1"}, "as search_code returned it")
	s.refused(t, "get_chunk", args{"chunk_id": id[:len(id)-6] + "ffffff"}, "indexed anew", "search again")
	s.refused(t, "get_chunk", args{"chunk_id": "tools:1.1.ffffff"}, "another project")
}

func testReadSpan(t *testing.T, s *session, p project) {
	var lines span
	s.ask(t, "read_span", args{"path": charge, "start": 6, "end": 7}, &lines)
	want := span{Path: charge, Start: 6, End: 7, Total: 18, Content: "// ErrDeclined is returned for a card the bank refuses.\nvar ErrDeclined = errors.New(\"card declined\")\n"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var absolute, clamped span
	s.ask(t, "read_span", args{"path": filepath.Join(p.Roots[0].Path, charge), "start": 6, "end": 7}, &absolute)
	if diff := cmp.Diff(lines, absolute); diff != "" {
		t.Errorf("by its absolute path (-relative +absolute):\n%s", diff)
	}
	s.ask(t, "read_span", args{"path": charge, "start": 18, "end": 400}, &clamped)
	if clamped.End != 18 || clamped.Cut {
		t.Errorf("end beyond the file: %+v, want lines to 18, not cut", clamped)
	}
	var web span
	s.ask(t, "read_span", args{"path": "README.md", "repo": "web", "start": 1, "end": 1}, &web)
	if web.Content != "# Shop web\n" {
		t.Errorf("README.md of web: %q", web.Content)
	}
	s.refused(t, "read_span", args{"path": "README.md", "start": 1, "end": 1}, "api", "web", "repo")
	s.refused(t, "read_span", args{"path": charge, "start": 19, "end": 20}, "18 lines")
	s.refused(t, "read_span", args{"path": ".env", "start": 1, "end": 1}, "no such file in the index")
}

func testListRepos(t *testing.T, s *session, p project) {
	var got repos
	s.ask(t, "list_repos", nil, &got)
	var seen []string
	for _, r := range got.Repos {
		seen = append(seen, r.Project+" "+r.Repo+" "+r.Root)
	}
	want := []string{"shop api " + p.Roots[0].Path, "shop web " + p.Roots[1].Path}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func testIndexStatus(t *testing.T, s *session) {
	var got statuses
	s.ask(t, "index_status", nil, &got)
	if len(got.Projects) != 1 {
		t.Fatalf("projects %v, want one", got.Projects)
	}
	p := got.Projects[0]
	if p.Files != 8 || p.Skipped["secret"] != 1 || p.LastSweep == nil || p.LastSweep.FinishedAt == nil {
		t.Errorf("status %+v, want 8 files, one secret and a finished sweep", p)
	}
}

// testErrors sends what callers get wrong, against the real backend.
func testErrors(t *testing.T, s *session) {
	s.refused(t, "search_code", args{"query": "x", "repo": "wen"}, `unknown repo "wen"`, `use "web"`, "api, web")
	s.refused(t, "search_code", args{"query": "x", "language": "golang"}, `use "go"`)
	s.refused(t, "search_code", args{"query": "x", "K": 3}, `write "k" instead of "K"`)
	s.refused(t, "search_code", args{"query": "->"}, "no letter and no digit", "grep")
	s.refused(t, "search_code", args{"query": "x", "k": 51}, "from 1 to 50")
	s.refused(t, "search_code", args{"query": "x", "path_prefix": "/etc"}, "outside every indexed folder", s.root(t, "api"))
	s.refused(t, "reindex_path", args{"paths": []string{"../x"}}, `".."`)
	s.refused(t, "reindex_path", args{"paths": []string{"/etc/passwd"}}, "outside every indexed folder")
	if _, err := s.CallTool(t.Context(), params("no_such_tool", nil)); err == nil || !strings.Contains(err.Error(), "no_such_tool") {
		t.Errorf("unknown tool: error %v, want one that names it", err)
	}
}

// root returns the folder of a repo, as list_repos tells it.
func (s *session) root(t *testing.T, repo string) string {
	t.Helper()
	var all repos
	s.ask(t, "list_repos", nil, &all)
	for _, r := range all.Repos {
		if r.Repo == repo {
			return r.Root
		}
	}
	t.Fatalf("no repo %q in %v", repo, all)
	return ""
}

// TestAllProjects holds that one endpoint answers for every project, and says
// of each place whose it is.
func TestAllProjects(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t), tools(t))
	s := server.connect(t, "_all")
	var found searched
	text := s.ask(t, "search_code", args{"query": "card charges", "k": 8}, &found)
	var projects []string
	for _, h := range found.Hits {
		projects = append(projects, h.Project)
		if tag := "[" + h.Project + "/" + h.Repo + "]"; !strings.Contains(text, tag) {
			t.Errorf("the text lacks the tag %s:\n%s", tag, text)
		}
	}
	slices.Sort(projects)
	if diff := cmp.Diff([]string{"shop", "tools"}, slices.Compact(projects)); diff != "" {
		t.Errorf("projects of the hits (-want +got):\n%s", diff)
	}
	for _, h := range found.Hits {
		var c chunk
		s.ask(t, "get_chunk", args{"chunk_id": h.ChunkID}, &c)
		if c.Path != h.Path {
			t.Errorf("chunk %s is of %s, the hit of %s", h.ChunkID, c.Path, h.Path)
		}
	}
	for _, h := range s.search(t, args{"query": "charge", "project": "tools"}) {
		if h.Project != "tools" {
			t.Errorf("project=tools finds %s of %s", h.Path, h.Project)
		}
	}
	var lines span
	s.ask(t, "read_span", args{"project": "tools", "path": "report/sales.py", "start": 1, "end": 1}, &lines)
	s.refused(t, "read_span", args{"path": "report/sales.py", "start": 1, "end": 1}, "project is missing", "list_repos")
	var status statuses
	s.ask(t, "index_status", nil, &status)
	if len(status.Projects) != 2 {
		t.Errorf("status of %d projects, want 2", len(status.Projects))
	}
}
