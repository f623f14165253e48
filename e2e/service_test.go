package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"coderag/internal/pgtest"
)

// token is what the server asks for.
const token = "e2e-token-0123456789"

// patience bounds what is waited for; nothing that works comes near it, on a
// slow machine under the race detector either.
const patience = 4 * time.Minute

// unhurried is config.ini with bounds so wide that no test depends on the speed
// of the machine. The one of calls is wider than the patience, so that a call
// that does not end is noticed.
const unhurried = `[database]
url_file = database.url
connect_timeout = 2m
[search]
timeout = 5m
[server]
call_timeout = 5m
`

// A service is a folder with the configuration of a service on a database of
// its own, and the server process while it runs.
type service struct {
	dir     string
	address string // host:port of the server, kept over restarts
	server  *exec.Cmd
	ended   chan struct{} // closed when the server has ended

	mu  sync.Mutex
	log strings.Builder // what the server wrote
}

// configure returns a service of the projects that was never started. Lines
// are further lines of config.ini.
func configure(t *testing.T, projects []project, lines ...string) *service {
	t.Helper()
	s := &service{dir: t.TempDir(), address: "127.0.0.1:0"}
	write(t, filepath.Join(s.dir, "database.url"), pgtest.URL(t))
	writeProjects(t, filepath.Join(s.dir, "rag-projects.json"), projects)
	s.writeConfig(t, lines)
	return s
}

// serve returns a service of the projects, indexed and running until the test
// ends.
func serve(t *testing.T, projects ...project) *service {
	t.Helper()
	s := configure(t, projects)
	s.run(t, 0, "indexer", "scan", "all")
	s.start(t)
	return s
}

func (s *service) writeConfig(t *testing.T, lines []string) {
	t.Helper()
	config := fmt.Sprintf("%saddress = %s\ntoken = %s\n%s\n", unhurried, s.address, token, strings.Join(lines, "\n"))
	write(t, filepath.Join(s.dir, "config.ini"), config)
}

// command returns a program with the configuration of s.
func (s *service) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(programs, program),
		append(args, "--config", filepath.Join(s.dir, "config.ini"), "--projects", filepath.Join(s.dir, "rag-projects.json"))...)
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), "DATABASE_URL=", "CODERAG_TOKEN=")
	return cmd
}

// run runs a program, which must end with the exit code, and returns what it
// printed.
func (s *service) run(t *testing.T, want int, program string, args ...string) string {
	t.Helper()
	cmd := s.command(t.Context(), program, args...)
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != want {
		t.Fatalf("%s %v: exit code %d (%v), want %d:\n%s", program, args, code, err, want, out)
	}
	return string(out)
}

// start starts the server and waits until it is ready. Lines are further lines
// of config.ini, whose address is the one of the first start from then on.
func (s *service) start(t *testing.T, lines ...string) {
	t.Helper()
	s.writeConfig(t, lines)
	s.server, s.ended = s.command(context.WithoutCancel(t.Context()), "server"), make(chan struct{})
	stderr, err := s.server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.server.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan string, 1)
	go s.watch(stderr, ready)
	t.Cleanup(func() { s.kill(t) })
	select {
	case s.address = <-ready:
	case <-s.ended:
		t.Fatalf("the server ended:\n%s", s.logged())
	case <-time.After(patience):
		t.Fatalf("the server does not get ready:\n%s", s.logged())
	}
	s.writeConfig(t, lines)
}

// watch collects the log of the server, tells its address when it is ready,
// and waits for its end.
func (s *service) watch(stderr io.Reader, ready chan<- string) {
	defer close(s.ended)
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		s.mu.Lock()
		s.log.WriteString(lines.Text() + "\n")
		s.mu.Unlock()
		if _, rest, ok := strings.Cut(lines.Text(), "msg=ready address="); ok {
			ready <- strings.Fields(rest)[0]
		}
	}
	_ = s.server.Wait() // its exit code is looked at where it matters
}

func (s *service) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// kill ends the server as a crash does, if it runs.
func (s *service) kill(t *testing.T) {
	t.Helper()
	s.signal(t, syscall.SIGKILL)
}

// terminate asks the server to end, and returns its exit code.
func (s *service) terminate(t *testing.T) int {
	t.Helper()
	s.signal(t, syscall.SIGTERM)
	return s.server.ProcessState.ExitCode()
}

func (s *service) signal(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.server.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatalf("the server does not end on %v:\n%s", signal, s.logged())
	}
}

func (s *service) url(project string) string { return "http://" + s.address + "/rag-mcp/" + project }

// get returns the body of a path that needs no token.
func (s *service) get(t *testing.T, path string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.address+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// eventually waits for done to become true.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline, again := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for !done() {
		select {
		case <-again.C:
		case <-deadline:
			t.Fatalf("waited in vain: %s", what)
		}
	}
}
