package main

import (
	"io"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"coderag/internal/app"
	"coderag/internal/cli/clitest"
	"coderag/internal/config"
	"coderag/internal/httpserver"
	"coderag/internal/mcpserver"
)

// A site is a clitest.Site with the App that keeps its index.
type site struct {
	*clitest.Site
	app *app.App
}

// newSite has project shop of repos api and web, scanned, and project new,
// which is not.
func newSite(t *testing.T) site {
	t.Helper()
	s := site{Site: clitest.New(t)}
	s.Write("api/refund.py", "import db\n\n\ndef handle_refund(order):\n    \"\"\"Pay the money back.\"\"\"\n    return db.pay(order, -1)\n")
	s.Write("api/odd.py", "def beep():\n    return \"\x1b[31m\"\n")
	s.Write("web/page.js", "function renderPage() {\n  return 1;\n}\n")
	s.Write("new/x.py", "x = 1\n")
	s.List(clitest.Entry("shop", "api", "web"), clitest.Entry("new", "new"))
	c, err := config.Load(filepath.Join(s.Dir, "config.ini"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.app, err = app.Open(t.Context(), app.Options{Config: c, Projects: filepath.Join(s.Dir, "rag-projects.json")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.app.Close)
	if _, err := s.app.Sweep(t.Context(), app.SweepRequest{Project: "shop", Cause: "command"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// serve serves the site as the server does, with its token, and writes the
// address into config.ini.
func (s site) serve(t *testing.T) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	tools, err := mcpserver.New(mcpserver.Options{Searcher: s.app, Reindexer: s.app, Catalog: s.app, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	web, err := httpserver.New(httpserver.Options{
		Token: clitest.Token, Projects: s.app, MCP: tools.Handler(), Ready: s.app.Ready, Logger: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.Handler())
	t.Cleanup(server.Close)
	s.address(server.Listener.Addr().String(), clitest.Token)
}

// address writes config.ini with this address and token.
func (s site) address(address, token string) {
	s.Write("config.ini", "[database]\nurl = "+s.URL+"\n[server]\ntoken = "+token+"\naddress = "+address+"\n")
}

func (s site) run(args ...string) clitest.Result {
	return s.Do(clitest.Command{Run: run, Args: args})
}
