package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"coderag/internal/cli"
	"coderag/internal/cli/clitest"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

// TestMain is the server itself in the process that TestSignal starts.
func TestMain(m *testing.M) {
	if os.Getenv("CODERAG_TEST_SERVER") != "" {
		os.Exit(run(cli.System(), os.Args[1:]))
	}
	goleak.VerifyTestMain(m)
}

// newSite has project api with one file, and logs every line as JSON.
func newSite(t *testing.T) *clitest.Site {
	t.Helper()
	s := clitest.New(t)
	s.Config("[log]\nformat = json\nlevel = debug\n")
	s.Write("api/main.py", "def handle_refund(order):\n    return order\n")
	s.Write("web/page.py", "def render_page():\n    return 1\n")
	s.List(clitest.Entry("api", "api"))
	return s
}

// A line is what tests look at in a line of the log.
type line struct {
	Level, Msg, Address, Project, Problem string
}

// A running is a server that runs in this process.
type running struct {
	*clitest.Site
	url    string
	log    *lines
	stop   context.CancelFunc
	result <-chan clitest.Result
}

// start starts the server and waits until it is ready; it ends with the test.
func start(t *testing.T, s *clitest.Site) *running {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	log := newLines()
	result := make(chan clitest.Result, 1)
	go func() {
		result <- s.Do(clitest.Command{Run: run, Err: log, Context: ctx})
		close(result)
		log.close()
	}()
	r := &running{Site: s, log: log, stop: stop, result: result}
	t.Cleanup(func() {
		stop()
		<-result
	})
	r.url = "http://" + r.next(line{Msg: "ready"}).Address
	return r
}

// next reads the log up to a line that has what want has.
func (r *running) next(want line) line {
	r.Helper()
	for text, ok := r.log.next(); ok; text, ok = r.log.next() {
		var got line
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			r.Fatalf("%v: %s", err, text)
		}
		if got.Msg == want.Msg && (want.Project == "" || got.Project == want.Project) {
			return got
		}
	}
	r.Fatalf("the log ends without a line like %+v", want)
	return line{}
}

// end stops the server and returns what it left.
func (r *running) end() clitest.Result {
	r.stop()
	return <-r.result
}

// search returns the text of a reply of search_code.
func (r *running) search(project, query string) string {
	r.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(r.Context(), &mcp.StreamableClientTransport{
		Endpoint: r.url + "/rag-mcp/" + project, MaxRetries: -1, DisableStandaloneSSE: true, HTTPClient: withToken(clitest.Token),
	}, nil)
	if err != nil {
		r.Fatal(err)
	}
	defer session.Close()
	result, err := session.CallTool(r.Context(), &mcp.CallToolParams{Name: "search_code", Arguments: map[string]any{"query": query}})
	if err != nil || len(result.Content) == 0 {
		r.Fatalf("search: %v, %+v", err, result)
	}
	return result.Content[0].(*mcp.TextContent).Text
}

// withToken returns a client that presents the token and keeps no connection.
func withToken(token string) *http.Client {
	return &http.Client{Transport: roundTripper(func(q *http.Request) (*http.Response, error) {
		q = q.Clone(q.Context())
		q.Header.Set("X-RAG-Token", token)
		q.Close = true
		return http.DefaultTransport.RoundTrip(q)
	})}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(q *http.Request) (*http.Response, error) { return f(q) }

// status returns the status of a GET, or of a POST of an empty object with the
// token where the path is of MCP.
func (r *running) status(path, token string) int {
	r.Helper()
	method, body := http.MethodGet, ""
	if strings.HasPrefix(path, "/rag-mcp/") {
		method, body = http.MethodPost, "{}"
	}
	q, err := http.NewRequestWithContext(r.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	response, err := withToken(token).Do(q)
	if err != nil {
		r.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// What was never scanned is swept at the start, is then found, and the server
// ends well.
func TestServe(t *testing.T) {
	t.Parallel()
	r := start(t, newSite(t))
	r.next(line{Msg: "sweep", Project: "api"})
	if got := r.search("api", "refund"); !strings.Contains(got, "main.py:1") {
		t.Errorf("search: %s", got)
	}
	for _, test := range []struct {
		path, token string
		want        int
	}{
		{"/healthz", "", 200}, {"/readyz", "", 200}, {"/metrics", "", 200},
		{"/rag-mcp/api", "wrong", 401}, {"/rag-mcp/nope", "wrong", 401}, {"/rag-mcp/nope", clitest.Token, 404},
	} {
		if got := r.status(test.path, test.token); got != test.want {
			t.Errorf("%s with token %q: status %d, want %d", test.path, test.token, got, test.want)
		}
	}
	if got := r.end(); got.Code != 0 || !strings.Contains(got.Err, `"msg":"stopping"`) {
		t.Errorf("the end: %+v", got)
	}
}

// A project that comes into the list is served at once; a list that is broken
// leaves the last good one, and the log says what is wrong.
func TestListIsFollowed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	r := start(t, s)
	if got := r.status("/rag-mcp/web", clitest.Token); got != 404 {
		t.Errorf("before: status %d, want 404", got)
	}
	s.List(clitest.Entry("api", "api"), clitest.Entry("web", "web"))
	if got := r.search("web", "page"); !strings.Contains(got, "never scanned") || !strings.Contains(got, "bin/indexer scan web") {
		t.Errorf("a new project: %s", got)
	}
	s.Write("rag-projects.json", "{")
	r.search("web", "page")
	if got := r.next(line{Msg: "project list"}); got.Level != "WARN" || !strings.Contains(got.Problem, "rag-projects.json") {
		t.Errorf("a broken list: %+v", got)
	}
	if got := r.status("/readyz", ""); got != 200 {
		t.Errorf("readyz: status %d, want 200", got)
	}
	s.List(clitest.Entry("web", "web"))
	if got := r.status("/rag-mcp/api", clitest.Token); got != 404 {
		t.Errorf("a project taken out: status %d, want 404", got)
	}
	r.next(line{Msg: "project list is well again"})
}

// A server that is stopped while it sweeps ends well, and the sweep goes on
// after the next start.
func TestStopsWhileItSweeps(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	model := ollamatest.Start(t, ollamatest.Options{})
	model.Next(ollamatest.Hang)
	s.Config("[log]\nformat = json\nlevel = debug\n[embedding]\nprovider = ollama\nmodel = tiny-bert\nurl = " + model.URL + "\n")
	r := start(t, s)
	<-model.Hanging()
	if got := r.end(); got.Code != 0 || !strings.Contains(got.Err, "sweep stopped") {
		t.Errorf("the end: %+v", got)
	}
	r = start(t, s)
	r.next(line{Msg: "sweep", Project: "api"})
	if got := r.end(); got.Code != 0 {
		t.Errorf("the second end: %+v", got)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	s := clitest.New(t)
	database := "[database]\nurl = " + s.URL + "\n"
	tests := []struct {
		name, config string
		code         int
		err          string
	}{
		{"no token", database, fault.ExitUsage, "fix: run: make up, which writes a random token to config.ini"},
		{"no database", "[server]\ntoken = " + clitest.Token + "\n", fault.ExitUsage, "fix: run: make up, which starts a database"},
		{"address in use", database + "[server]\ntoken = " + clitest.Token + "\naddress = " + taken.Addr().String() + "\n", fault.ExitUnavailable,
			"fix: stop what uses the address, or choose another in config.ini"},
		{"no place for the log", database + "[server]\ntoken = " + clitest.Token + "\n[log]\nfile = no/such/folder/log\n", fault.ExitUsage,
			"fix: choose another file in section [log]"},
	}
	for _, test := range tests {
		s.Write("config.ini", test.config)
		got := s.Do(clitest.Command{Run: run})
		if got.Code != test.code || !strings.Contains(got.Err, test.err) {
			t.Errorf("%s: %+v, want exit code %d and %q", test.name, got, test.code, test.err)
		}
	}
	if got := s.Do(clitest.Command{Run: run, Args: []string{"now"}}); got.Code != fault.ExitUsage {
		t.Errorf("an argument: %+v", got)
	}
}

func TestDumpConfig(t *testing.T) {
	t.Parallel()
	got := clitest.New(t).Do(clitest.Command{Run: run, Args: []string{"--dump-config"}})
	if got.Code != 0 || strings.Contains(got.Out, clitest.Token) || !strings.Contains(got.Out, "[server]") {
		t.Errorf("dump: %+v", got)
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	got := clitest.New(t).Do(clitest.Command{Run: run, Args: []string{"--help"}})
	for _, want := range []string{"SIGTERM", "Exit codes", "--dump-config", "/readyz"} {
		if got.Code != 0 || !strings.Contains(got.Out, want) {
			t.Errorf("the help lacks %q: %+v", want, got)
		}
	}
}

// The log goes to a file where one is named.
func TestLogFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Config("[log]\nfile = server.log\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.Do(clitest.Command{Run: run, Context: ctx})
	if _, err := os.Stat(filepath.Join(s.Dir, "server.log")); err != nil {
		t.Error(err)
	}
}

// SIGTERM ends the process well.
func TestSignal(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	process := exec.CommandContext(t.Context(), os.Args[0], "--config", filepath.Join(s.Dir, "config.ini"))
	process.Env = append(os.Environ(), "CODERAG_TEST_SERVER=1", "DATABASE_URL=", "CODERAG_TOKEN=")
	log, err := process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() && !strings.Contains(lines.Text(), `"msg":"ready"`) {
	}
	if err := process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, log)
	if err := process.Wait(); err != nil {
		t.Errorf("the process ended with %v, want exit code 0", err)
	}
}
