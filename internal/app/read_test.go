package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"coderag/internal/app"
	"coderag/internal/cli/clitest"
	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/postgres"
	"coderag/internal/search"
)

func TestSearchOneAndAll(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("shop", "api"), clitest.Entry("site", "web"))
	s.sweep("shop")
	s.sweep("site")
	s.wantFind("one", "shop", "refund", "shop/api/refund.py", "")
	s.wantFind("not of the other", "shop", "render", "", "")
	s.wantFind("all", "_all", "refund", "shop/api/refund.py", "")
	s.wantFind("all, the other", "_all", "render", "site/web/page.py", "")
	_, err := s.Search(t.Context(), "nope", search.Request{Query: "x"})
	wantKind(t, "unknown project", err, fault.NotFound)
	s.List()
	_, err = s.Search(t.Context(), "_all", search.Request{Query: "x"})
	wantKind(t, "no project at all", err, fault.NotFound)
}

// A leg of weight zero is off, and no note complains about it.
func TestSearchWithoutALeg(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	s.Config(words + "[search]\nweight_lexical = 0\n")
	s.App = s.open(nil)
	s.wantFind("no leg at all", "shop", "refund", "", "")
	s.Config("[search]\nweight_dense = 0\n")
	s.App = s.open(nil)
	s.wantFind("words alone", "shop", "refund", "shop/api/refund.py", "")
}

// A reranker that is configured reorders what was found, and is told the path and
// the code; one that is down changes nothing, and the reply says so.
func TestSearchReranks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Write("web/refund.py", "def refund_page():\n    return 'likely'\n")
	s.sweep("shop")
	before, _ := s.find("shop", "refund")
	first, second, _ := strings.Cut(before, " ")
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Model, Query string
			Documents    []string
		}
		_ = json.NewDecoder(r.Body).Decode(&asked)
		slices.Sort(asked.Documents)
		want := []string{"refund.py\ndef handle_refund(order):\n    return order\n", "refund.py\ndef refund_page():\n    return 'likely'\n"}
		if diff := cmp.Diff(want, asked.Documents); diff != "" || asked.Query != "refund" || asked.Model != "m" {
			t.Errorf("asked %q of the model %q (-want +got)\n%s", asked.Query, asked.Model, diff)
		}
		_, _ = io.WriteString(w, `{"results":[{"index":1,"relevance_score":2.5},{"index":0,"relevance_score":-1}]}`)
	}))
	s.Config("[rerank]\nurl = " + model.URL + "/rerank\nmodel = m\ntimeout = 10s\n")
	s.App = s.open(nil)
	s.wantFind("reranked", "shop", "refund", second+" "+first, "")
	model.Close()
	s.wantFind("down", "shop", "refund", before, "rerank leg left out: rerank 2 documents at 127.0.0.1:")
}

func TestChunkAndSpan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	reply, err := s.Search(t.Context(), "shop", search.Request{Query: "refund"})
	if err != nil || len(reply.Hits) != 1 {
		t.Fatalf("%+v, %v", reply, err)
	}
	for _, project := range []string{"shop", "_all"} {
		chunk, err := s.Chunk(t.Context(), project, reply.Hits[0].ChunkID, 0)
		if err != nil || !strings.HasPrefix(chunk.Content, "def handle_refund") {
			t.Errorf("chunk of %s: %+v, %v", project, chunk, err)
		}
	}
	_, err = s.Chunk(t.Context(), "_all", "other:1.2.abcdef", 0)
	wantKind(t, "a chunk of no project", err, fault.NotFound)

	span := search.SpanRequest{Repo: "api", Path: "refund.py", Lines: code.Span{Start: 2, End: 2}}
	text, err := s.Span(t.Context(), "shop", span)
	if err != nil || text.Content != "    return order\n" || text.FromIndex {
		t.Errorf("span: %+v, %v", text, err)
	}
	s.Remove("api")
	text, err = s.Span(t.Context(), "shop", span)
	if err != nil || text.Content != "    return order\n" || !text.FromIndex {
		t.Errorf("span without the root: %+v, %v", text, err)
	}
	span.Path = "../api/refund.py"
	_, err = s.Span(t.Context(), "shop", span)
	wantKind(t, "a file that is not indexed", err, fault.NotFound)
}

// Searching a project before its first scan has ended finds what there is, says
// how far it is, and leaves the database as it was.
func TestSearchBeforeTheFirstScan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.wantFind("never scanned", "shop", "refund", "", "project shop was never scanned: it has no hits before that; run: bin/indexer scan shop")
	s.wantFind("never scanned, all", "_all", "refund", "", "project shop was never scanned")
	registry := postgres.OpenRegistry(s.database())
	if registered, err := registry.Projects(t.Context()); err != nil || len(registered) > 0 {
		t.Errorf("searching registered %v, %v", registered, err)
	}
	for what, err := range map[string]error{
		"chunk": second(s.Chunk(t.Context(), "shop", "shop:1.0.abcdef", 0)),
		"span":  second(s.Span(t.Context(), "shop", search.SpanRequest{Path: "refund.py", Lines: code.Span{Start: 1, End: 1}})),
		"skips": second(s.Skips(t.Context(), "shop")),
	} {
		wantKind(t, what, err, fault.NotFound)
		if fixes := fault.FixesOf(err); len(fixes) != 1 || fixes[0] != "run: bin/indexer scan shop" {
			t.Errorf("%s: fixes %q", what, fixes)
		}
	}
	state, err := s.Status(t.Context(), "shop")
	if err != nil || state.Problem != "never scanned; run: bin/indexer scan shop" || len(state.Repos) != 2 {
		t.Errorf("status %+v, %v", state, err)
	}

	if _, err := s.Reindex(t.Context(), "shop", []string{"refund.py"}); err != nil {
		t.Fatal(err)
	}
	s.wantFind("one file was indexed", "shop", "refund", "shop/api/refund.py", "project shop was never scanned")
	id, err := registry.StartSweep(t.Context(), "shop", "start")
	if err != nil {
		t.Fatal(err)
	}
	s.wantFind("a scan runs", "shop", "refund", "shop/api/refund.py", "is being scanned for the first time")
	if err := registry.FinishSweep(t.Context(), id, struct{}{}, "disk full"); err != nil {
		t.Fatal(err)
	}
	s.wantFind("a scan failed", "shop", "refund", "shop/api/refund.py", "no scan of project shop has succeeded yet, files may be missing: disk full")
	s.sweep("shop")
	s.wantFind("scanned", "shop", "refund", "shop/api/refund.py", "")
}

func second[T any](_ T, err error) error { return err }

// A project that another process drops and makes anew is searched as it is now.
func TestProjectMadeAnew(t *testing.T) {
	t.Parallel()
	s := newWordSite(t)
	s.sweep("shop")
	s.wantFind("before", "shop", "refund", "shop/api/refund.py", "")

	other := site{s.Site, s.open(nil)}
	s.List(clitest.Entry("site", "web"))
	if err := other.Drop(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	s.List(clitest.Entry("shop", "api", "web"))
	s.Write("api/refund.py", "def give_voucher(order, money):\n    return money\n\n\ndef more(order):\n    return order\n")
	_, err := s.Search(t.Context(), "shop", search.Request{Query: "refund"})
	wantKind(t, "while it is gone", err, fault.NotFound)
	s.wantFind("the next time", "shop", "refund", "", "project shop was never scanned")

	other.sweep("shop")
	s.wantFind("by its new words", "shop", "voucher money", "shop/api/refund.py", "")
	s.wantFind("not by its old ones", "shop", "handle", "", "")
}

// The same without a search in between, which would have noticed.
func TestProjectMadeAnewUnnoticed(t *testing.T) {
	t.Parallel()
	s := newWordSite(t)
	s.sweep("shop")
	s.wantFind("before", "shop", "refund", "shop/api/refund.py", "")
	other := site{s.Site, s.open(nil)}
	s.List(clitest.Entry("site", "web"))
	if err := other.Drop(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	s.Write("api/refund.py", "x = 1\n")
	s.Write("api/aaa.py", strings.Repeat("def first(order, money):\n    return money\n\n\n", 50))
	s.List(clitest.Entry("shop", "api", "web"))
	other.sweep("shop")
	for query, want := range map[string]string{"money": "shop/api/aaa.py", "render page": "shop/web/page.py", "refund": "shop/api/refund.py"} {
		s.wantFind("afterwards", "shop", query, want, "")
		other.wantFind("afterwards, by the other", "shop", query, want, "")
	}
}

// A schema that somebody removed by hand comes back with the next sweep of a
// process that had used it.
func TestSchemaRemovedByHand(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	if _, err := s.database().Pool().Exec(t.Context(), "DROP SCHEMA shop CASCADE"); err != nil {
		t.Fatal(err)
	}
	_, err := s.Sweep(t.Context(), app.SweepRequest{Project: "shop", Cause: "schedule"})
	wantKind(t, "the first time", err, fault.NotFound)
	s.sweep("shop")
	s.wantFind("afterwards", "shop", "refund", "shop/api/refund.py", "")
}

// The index answers while a root is away.
func TestSearchWithoutTheRoot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	if err := os.Rename(s.Dir+"/api", s.Dir+"/elsewhere"); err != nil {
		t.Fatal(err)
	}
	reply, err := s.Search(t.Context(), "shop", search.Request{Query: "refund"})
	if err != nil || len(reply.Hits) != 1 || !reply.Hits[0].Missing {
		t.Errorf("search: %+v, %v", reply, err)
	}
	_, err = s.Sweep(t.Context(), app.SweepRequest{Project: "shop", Cause: "schedule"})
	wantKind(t, "sweep", err, fault.Unavailable)
	state, err := s.Status(t.Context(), "shop")
	if err != nil || !state.Repos[0].Missing || state.Repos[1].Missing || !strings.Contains(state.Problem, "api") {
		t.Errorf("status %+v, %v", state, err)
	}
	s.wantFind("afterwards", "shop", "refund", "shop/api/refund.py", "")
}

// A database that is away makes an error of the search, and Ready says so.
func TestWithoutDatabase(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Search(ctx, "shop", search.Request{Query: "refund"}); err == nil {
		t.Error("a search whose caller left: no error")
	}
	if checks := s.Ready(ctx); checks["database"] == nil || checks["projects"] != nil {
		t.Errorf("ready: %v", checks)
	}
	if checks := s.Ready(t.Context()); checks["database"] != nil || checks["projects"] != nil {
		t.Errorf("ready: %v", checks)
	}
}

// Searches that run at once do not take each other's second connection: each of them
// has its vectors.
func TestSearchesShareTheConnections(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	c, err := config.Load(filepath.Join(s.Dir, "config.ini"), nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Database.MaxConns = 4
	few, err := app.Open(t.Context(), app.Options{Config: c, Projects: filepath.Join(s.Dir, "rag-projects.json")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(few.Close)
	var searches errgroup.Group
	for range 16 {
		searches.Go(func() error {
			reply, err := few.Search(t.Context(), "shop", search.Request{Query: "where is a refund handled"})
			if err == nil && len(reply.Notes) > 0 {
				err = fmt.Errorf("notes %q", reply.Notes)
			}
			return err
		})
	}
	if err := searches.Wait(); err != nil {
		t.Error(err)
	}
}
