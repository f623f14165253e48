package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/cli"
	"coderag/internal/cli/clitest"
	"coderag/internal/config"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
	"coderag/internal/status"
)

// static is how the built-in embedder is told.
const static = "builtin coderag-static-1@ff5caf55033a (256 dimensions)"

func TestDoctor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.serve(t)
	doctor := func() clitest.Result {
		return s.Do(clitest.Command{
			Run: run, Args: []string{"doctor", "--dir", s.Dir}, Getenv: map[string]string{"CODERAG_TOKEN": clitest.Token},
		})
	}
	s.run("register", "shop", "--dir", s.Dir)
	got := doctor()
	for _, want := range []string{
		"ok   configuration: $DIR/config.ini\n", "ok   projects: new, shop\n", "ok   token: set\n", "ok   database: PostgreSQL ",
		"ok   model: " + static + "\n", "ok   reranker: none configured\n", "ok   git: git version ", "ok   disk: ", "ok   server: ready at http://127.0.0.1:",
		"ok   answer: new by nothing, never scanned; shop by words and " + static + "\n", "ok   registration: entry \"rag-shop\" of $DIR/.mcp.json\n",
	} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("all is well, the output lacks %q:\n%s", want, got.Out)
		}
	}
	s.Remove(".mcp.json")
	got = doctor()
	want := "BAD  registration: no entry of $DIR/.mcp.json leads to this server\n  fix: run: bin/coderag register <project>\n"
	if got.Code != fault.ExitUnavailable || !strings.Contains(got.Out, want) || !strings.Contains(got.Err, "of 11 checks are not well") {
		t.Errorf("no registration: %+v", got)
	}
	s.Write("config.ini", "[nonsense]\n")
	if got := doctor(); got.Code != fault.ExitUsage || got.Out != "BAD  configuration\n" || !strings.Contains(got.Err, "nonsense") {
		t.Errorf("configuration: %+v", got)
	}
}

// The doctor says what config.ini asks for, and beside it what the server that
// runs answers with.
func TestDoctorNamesTheModels(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		project status.Project
		want    string
	}{
		"model":    {status.Project{Rung: status.RungModel, Model: &status.Model{Provider: "ollama", Name: "m", Digest: "d1", Dimension: 3}}, "words and ollama m@d1 (3 dimensions)"},
		"words":    {status.Project{Rung: status.RungNone, WordsOnly: "why"}, "words only (why)"},
		"building": {status.Project{Rung: status.RungNone, WordsOnly: "why", Building: &status.Model{Provider: "openai", Name: "m", Dimension: 3, Vectors: 2, Pending: 5}}, "words only (why), then openai m (3 dimensions) (2 of 7 vectors now)"},
	} {
		tc.project.LastSweep = &status.Sweep{}
		if got := answering(tc.project); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestExamine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := examine(t.Context(), &out, []check{
		{"good", func(context.Context) (string, error) { return "fine", nil }},
		{"bad", func(context.Context) (string, error) {
			return "", errors.Join(fault.New(fault.NotFound, "a").Fix("get a"), fault.New(fault.NotFound, "b").Fix("get b"))
		}},
	})
	want := "ok   good: fine\nBAD  bad: a\n  fix: get a\nbad: b\n  fix: get b\n"
	if diff := cmp.Diff(want, out.String()); diff != "" || !fault.Is(err, fault.Unavailable) {
		t.Errorf("%v; (-want +got)\n%s", err, diff)
	}
}

// Every check that can fail says how to mend what it found.
func TestChecksHaveFixes(t *testing.T) {
	t.Parallel()
	s := clitest.New(t)
	env := func() *cli.Env { return &cli.Env{Getenv: func(string) string { return "" }} }
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no", http.StatusServiceUnavailable)
	}))
	defer refusing.Close()
	model := ollamatest.Start(t, ollamatest.Options{})
	model.SetMissing(true)
	away := config.Config{Server: config.Server{Address: "127.0.0.1:1", Token: clitest.Token}}
	busy := config.Config{Server: config.Server{Address: refusing.Listener.Addr().String(), Token: clitest.Token}}
	database := func(url string) config.Config { return config.Config{Database: config.Database{URL: url}} }
	embedding := func(url string) config.Config {
		return config.Config{Embedding: config.Embedding{Provider: config.ProviderOllama, URL: url, Model: "tiny-bert"}}
	}
	reranker := func(url string, timeout time.Duration) func(context.Context) (string, error) {
		return func(ctx context.Context) (string, error) {
			return checkReranker(ctx, config.Config{Rerank: config.Rerank{URL: url, Candidates: 3, MaxChars: 100, Timeout: timeout}})
		}
	}
	reads := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"results":[{"index":2,"relevance_score":3},{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}]}`)
	}))
	defer reads.Close()
	registration := func(text string) func(context.Context) (string, error) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".mcp.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return func(context.Context) (string, error) { return checkRegistration(env(), dir, away) }
	}
	serverEntry := func(token, more string) string {
		return `{"mcpServers": {"a": {"url": "http://127.0.0.1:1/rag-mcp/x", "headers": {"X-RAG-Token": "` + token + `"}` + more + `}}}`
	}
	plain := database(withoutExtension(t))
	tests := []struct {
		name string
		run  func(ctx context.Context) (string, error)
		want string // part of a fix
	}{
		{"no list of projects", func(context.Context) (string, error) { return checkProjects(env()) }, "rag-projects.json"},
		{"no token", func(context.Context) (string, error) { return "", config.Config{}.RequireToken() }, "make up"},
		{"no database", func(ctx context.Context) (string, error) { return checkDatabase(ctx, config.Config{}) }, "make up"},
		{"database away", func(ctx context.Context) (string, error) {
			return checkDatabase(ctx, database("postgres://u@127.0.0.1:1/x"))
		}, "make up"},
		{"no such database", func(ctx context.Context) (string, error) { return checkDatabase(ctx, database(s.URL+"&dbname=nope")) }, "create the database"},
		{"no extension", func(ctx context.Context) (string, error) { return checkDatabase(ctx, plain) }, "bin/indexer migrate"},
		{"model server away", func(ctx context.Context) (string, error) { return checkModel(ctx, embedding("http://127.0.0.1:1")) }, "ollama"},
		{"model missing", func(ctx context.Context) (string, error) { return checkModel(ctx, embedding(model.URL)) }, "ollama pull tiny-bert"},
		{"reranker without an address", reranker("nowhere", time.Second), "`url` in [rerank]"},
		{"reranker away", reranker("http://127.0.0.1:1/rerank", time.Second), "`url` in [rerank]"},
		{"reranker refuses", reranker(refusing.URL, time.Second), "[rerank]"},
		{"reranker too slow", reranker(reads.URL, time.Nanosecond), "raise timeout"},
		{"disk full", func(context.Context) (string, error) { return checkDisk(filepath.Join(s.Dir, "config.ini"), 1<<62) }, "free some"},
		{"no such folder", func(context.Context) (string, error) { return checkDisk("/no/such/folder/config.ini", 0) }, "folder"},
		{"server away", func(ctx context.Context) (string, error) { return checkServer(ctx, away) }, "make up"},
		{"server not ready", func(ctx context.Context) (string, error) { return checkServer(ctx, busy) }, "make logs"},
		{"no answer", func(ctx context.Context) (string, error) { return checkAnswer(ctx, away) }, "make up"},
		{"no file", func(context.Context) (string, error) { return checkRegistration(env(), t.TempDir(), away) }, "register"},
		{"no JSON", registration("{"), "mend or remove"},
		{"no entry", registration("{}"), "register"},
		{"variable not set", registration(serverEntry("${CODERAG_TOKEN}", "")), "export"},
		{"another token", registration(serverEntry("other", "")), "remove the entry"},
		{"not always loaded", registration(serverEntry(clitest.Token, "")), "alwaysLoad"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found, err := test.run(t.Context())
			if err == nil {
				t.Fatalf("found %q, want an error", found)
			}
			if fixes := strings.Join(fault.FixesOf(err), "\n"); !strings.Contains(fixes, test.want) {
				t.Errorf("%v has the fixes %q, want %q", err, fixes, test.want)
			}
		})
	}
	if found, err := reranker(reads.URL, time.Minute)(t.Context()); err != nil || !strings.HasPrefix(found, "reads 3 hits in ") {
		t.Errorf("a reranker that is well: %q, %v", found, err)
	}
	if found, err := registration(serverEntry(clitest.Token, `, "alwaysLoad": true`))(t.Context()); err != nil {
		t.Errorf("a registration that is well: %q, %v", found, err)
	}
}

// withoutExtension returns a database that does not have pgvector.
func withoutExtension(t *testing.T) string {
	t.Helper()
	url := pgtest.Empty(t)
	if _, err := pgtest.Open(t, url).Pool().Exec(t.Context(), "DROP EXTENSION IF EXISTS vector CASCADE"); err != nil {
		t.Fatal(err)
	}
	return url
}
