package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	got := s.run("search", "shop", "refund")
	want := `$DIR/api/refund.py:4  handle_refund  [shop/api; matched refund]
     4  def handle_refund(order):
     5      """Pay the money back."""
     6      return db.pay(order, -1)

`
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 || got.Err != "" {
		t.Errorf("exit code %d, %s; (-want +got)\n%s", got.Code, got.Err, diff)
	}
}

// A path leads to the file from where the command runs.
func TestSearchFromTheFolder(t *testing.T) {
	s := newSite(t)
	t.Chdir(s.Dir)
	if got := s.run("search", "shop", "renderPage"); !strings.HasPrefix(got.Out, "web/page.js:1  renderPage  [shop/web; ") {
		t.Errorf("in the folder: %s", got.Out)
	}
	t.Chdir(s.Dir + "/web")
	if got := s.run("search", "shop", "refund"); !strings.HasPrefix(got.Out, "$DIR/api/refund.py:4 ") {
		t.Errorf("beside it: %s", got.Out)
	}
}

// What a reader must know stands beside the hits.
func TestSearchTells(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	never := "project new was never scanned: it has no hits before that; run: bin/indexer scan new"
	s.Write("web/page.js", "function renderPage() {\n  return 2;\n}\n")
	s.Remove("api/odd.py")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"nothing", []string{"search", "shop", "zebra"}, "nothing found: none of its words occurs\n    nowhere: zebra\n    coverage 0.00 of at least "},
		{"nothing is evidence", []string{"search", "shop", "sourdough zebra money oven"}, "    found: money\n    nowhere: sourdough, zebra, oven\n"},
		{"anyway", []string{"search", "shop", "sourdough zebra money oven", "--anyway"}, "note: the words of the query are no evidence of these hits: too few of its words occur"},
		{"nothing with a filter", []string{"search", "shop", "refund", "--language", "go"}, "or leave out --repo, --language and --path\n"},
		{"never scanned", []string{"search", "new", "x"}, "note: " + never},
		{"never scanned among all", []string{"search", "_all", "refund"}, "note: " + never},
		{"all", []string{"search", "_all", "refund"}, "$DIR/api/refund.py:4  handle_refund  [shop/api"},
		{"stale", []string{"search", "shop", "renderPage"}, "STALE: changed since it was indexed"},
		{"missing", []string{"search", "shop", "beep"}, "MISSING: not on disk now"},
		{"no escape sequence", []string{"search", "shop", "beep"}, "return \"\ufffd[31m\""},
		{"cut", []string{"search", "shop", "refund", "--chars", "30"}, "(cut: more with --chars)"},
		{"the chunk before", []string{"search", "shop", "refund", "--neighbors", "--chunks"}, "    -- before:\n        import db\n    --\n     4  def"},
	}
	for _, test := range tests {
		got := s.run(test.args...)
		if got.Code != 0 || !strings.Contains(got.Out, test.want) {
			t.Errorf("%s: %+v, want %q", test.name, got, test.want)
		}
	}
}

func TestSearchRefuses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tests := []struct {
		name string
		args []string
		code int
		err  string
	}{
		{"unknown project", []string{"search", "nope", "x"}, fault.ExitNotFound, "fix: use one of: new, shop"},
		{"no query", []string{"search", "shop"}, fault.ExitUsage, `want <project> "<query>"`},
		{"empty query", []string{"search", "shop", " "}, fault.ExitUsage, "the query is empty"},
		{"punctuation", []string{"search", "shop", "=>"}, fault.ExitUsage, "grep"},
		{"k too large", []string{"search", "shop", "x", "-k", "51"}, fault.ExitUsage, "fix: choose k from 1 to 50"},
		{"k negative", []string{"search", "shop", "x", "-k", "-1"}, fault.ExitUsage, "fix: choose k from 1 to 50"},
		{"chars negative", []string{"search", "shop", "x", "--chars", "-1"}, fault.ExitUsage, "fix: choose 1 or more"},
		{"unknown repo", []string{"search", "shop", "x", "--repo", "wbe"}, fault.ExitNotFound, "fix: choose one of: api, web"},
		{"unknown repo of all", []string{"search", "_all", "x", "--repo", "wbe"}, fault.ExitNotFound, "fix: choose one of: api, new, web"},
		{"unknown language", []string{"search", "shop", "x", "--language", "golang"}, fault.ExitUsage, "go, "},
	}
	for _, test := range tests {
		got := s.run(test.args...)
		if got.Code != test.code || !strings.Contains(got.Err, test.err) || got.Out != "" {
			t.Errorf("%s: %+v, want exit code %d and %q", test.name, got, test.code, test.err)
		}
	}
}

func TestSearchJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	got := s.run("search", "shop", "refund", "--json")
	var reply jsonReply
	if err := json.Unmarshal([]byte(got.Out), &reply); err != nil || len(reply.Hits) != 1 {
		t.Fatalf("%v: %s", err, got.Out)
	}
	h := &reply.Hits[0]
	if h.Score <= 0 || !strings.HasPrefix(h.ChunkID, "shop:") {
		t.Errorf("score %v, chunk_id %q", h.Score, h.ChunkID)
	}
	h.Score, h.ChunkID = 0, ""
	want := jsonReply{
		Hits: []jsonHit{{
			Project: "shop", Repo: "api", Path: "refund.py", File: "$DIR/api/refund.py", Language: "python", Start: 4, End: 6,
			Symbols: []jsonSymbol{{"handle_refund", "function", 4, 6}}, Matched: []string{"refund"},
			Excerpt: "def handle_refund(order):\n    \"\"\"Pay the money back.\"\"\"\n    return db.pay(order, -1)\n",
		}},
		Legs:  []jsonLeg{{Name: "lexical", Hits: 1}, {Name: "dense", Hits: 3}},
		Notes: []string{},
	}
	if diff := cmp.Diff(want, reply); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	got = s.run("search", "shop", "zebra", "--json")
	if got.Code != 0 || strings.Contains(got.Out, "null") || !strings.Contains(got.Out, `"hits":[]`) || !strings.Contains(got.Out, `"diagnosis":{"reason":"no_term_in_index","query_terms":["zebra"]`) {
		t.Errorf("without a hit: %+v", got)
	}
}

// With --explain each hit says which legs proposed it and what its score is made
// of; without, it does not.
func TestSearchExplains(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text := s.run("search", "shop", "refund", "--explain")
	for _, want := range []string{
		"[shop/api; matched refund]\n    lexical leg: rank 1, score ", "  best chunk          1.000 x ", "\n     4  def handle_refund",
	} {
		if text.Code != 0 || !strings.Contains(text.Out, want) {
			t.Errorf("%+v, want %q", text, want)
		}
	}
	var reply jsonReply
	got := s.run("search", "shop", "refund", "--explain", "--json")
	if err := json.Unmarshal([]byte(got.Out), &reply); err != nil || len(reply.Hits) != 1 || reply.Hits[0].Explanation == nil {
		t.Fatalf("%v: %s", err, got.Out)
	}
	if x := reply.Hits[0].Explanation; len(x.Legs) != 2 || x.Legs[0].Leg != "lexical" || x.Legs[1].Leg != "dense" || x.Legs[1].Rank != 1 || len(x.Signals) < 5 {
		t.Errorf("explanation %+v", x)
	}
	if plain := s.run("search", "shop", "refund", "--json"); strings.Contains(plain.Out, "explanation") {
		t.Errorf("without --explain: %s", plain.Out)
	}
}

// The database can be searched while the disk is away.
func TestSearchWithoutTheRoots(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if err := os.Rename(s.Dir+"/api", s.Dir+"/elsewhere"); err != nil {
		t.Fatal(err)
	}
	got := s.run("search", "shop", "refund")
	if got.Code != 0 || !strings.Contains(got.Out, "MISSING") || !strings.Contains(got.Out, "def handle_refund") {
		t.Errorf("%+v", got)
	}
}
