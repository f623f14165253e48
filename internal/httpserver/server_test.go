package httpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"coderag/internal/fault"
	"coderag/internal/httpserver"
)

// start starts a server on a free port and stops it at the end of the test.
func start(t *testing.T, o httpserver.Options) *httpserver.Server {
	t.Helper()
	o.Address = "127.0.0.1:0"
	s := newServer(t, o)
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStartAndStop(t *testing.T) {
	t.Parallel()
	s := start(t, options())
	if res, _ := (request{method: http.MethodGet, path: "/healthz"}).send(t, "http://"+s.Addr()); res.StatusCode != http.StatusOK {
		t.Errorf("healthz: %d", res.StatusCode)
	}
	if err := s.Start(t.Context()); err == nil {
		t.Error("a second Start returned no error")
	}
	for range 2 {
		if err := s.Stop(t.Context()); err != nil {
			t.Errorf("stop: %v", err)
		}
	}
	if conn, err := net.Dial("tcp", s.Addr()); err == nil {
		conn.Close()
		t.Error("a stopped server accepts connections")
	}
	if err := newServer(t, options()).Stop(t.Context()); err != nil {
		t.Errorf("stop before start: %v", err)
	}
}

func TestStartOnATakenAddress(t *testing.T) {
	t.Parallel()
	o := options()
	o.Address = start(t, options()).Addr()
	err := newServer(t, o).Start(t.Context())
	if !fault.Is(err, fault.Unavailable) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("error %v with fixes %v, want Unavailable and what to do", err, fault.FixesOf(err))
	}
}

// blocking returns options whose MCP handler says that it was entered, and
// returns when told to or when its context ends.
func blocking() (o httpserver.Options, entered, release chan struct{}) {
	o, entered, release = options(), make(chan struct{}, 1), make(chan struct{})
	o.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entered <- struct{}{}
		select {
		case <-release:
			fmt.Fprint(w, "{}")
		case <-r.Context().Done():
			w.WriteHeader(http.StatusGatewayTimeout)
		}
	})
	return o, entered, release
}

func TestStopWaitsForRequests(t *testing.T) {
	t.Parallel()
	o, entered, release := blocking()
	s := start(t, o)
	answered := make(chan int, 1)
	go func() {
		res, _ := request{method: http.MethodPost}.send(t, "http://"+s.Addr())
		answered <- res.StatusCode
	}()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- s.Stop(context.Background()) }()
	close(release)
	if status, err := <-answered, <-stopped; status != http.StatusOK || err != nil {
		t.Errorf("request %d, stop %v; want 200 and none", status, err)
	}
}

func TestStopEndsWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	o, entered, _ := blocking()
	o.Address = "127.0.0.1:0"
	s := newServer(t, o)
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	conn := dial(t, s)
	fmt.Fprintf(conn, "POST /rag-mcp/shop HTTP/1.1\r\nHost: localhost\r\nX-RAG-Token: %s\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", token)
	<-entered
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Stop(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("stop: %v, want that it gave up waiting", err)
	}
}

func dial(t *testing.T, s *httpserver.Server) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestSlowClientsAreLetGo sends half of the headers, and half of a body, and
// waits for the server to lose patience.
func TestSlowClientsAreLetGo(t *testing.T) {
	t.Parallel()
	o := options()
	o.HeaderTimeout, o.ReadTimeout = 50*time.Millisecond, 100*time.Millisecond
	s := start(t, o)

	conn := dial(t, s)
	fmt.Fprint(conn, "POST /rag-mcp/shop HTTP/1.1\r\nHost: local")
	if answer, err := io.ReadAll(conn); err != nil || len(answer) > 0 && !bytes.Contains(answer, []byte("408")) {
		t.Errorf("half of the headers: %q, %v; want the connection closed", answer, err)
	}

	conn = dial(t, s)
	fmt.Fprintf(conn, "POST /rag-mcp/shop HTTP/1.1\r\nHost: localhost\r\nX-RAG-Token: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", token)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusRequestTimeout {
		t.Errorf("half of a body: status %d %s, want 408", res.StatusCode, body)
	}
}

// TestCallMayOutlastTheReadTimeout holds against net/http canceling a request
// when the time to read it is over.
func TestCallMayOutlastTheReadTimeout(t *testing.T) {
	t.Parallel()
	o := options()
	o.ReadTimeout = 50 * time.Millisecond
	o.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(4 * o.ReadTimeout):
			fmt.Fprint(w, "{}")
		case <-r.Context().Done():
			w.WriteHeader(http.StatusGatewayTimeout)
		}
	})
	s := start(t, o)
	if res, _ := (request{method: http.MethodPost}).send(t, "http://"+s.Addr()); res.StatusCode != http.StatusOK {
		t.Errorf("status %d, want 200", res.StatusCode)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o := options()
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	s := newServer(t, o)
	s.Handle("/boom", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret cause") }))
	url := serve(t, s)
	res, body := request{method: http.MethodGet, path: "/boom", header: http.Header{"X-Request-Id": {"abc.1"}}}.send(t, url)
	if b := decoded(t, body); res.StatusCode != http.StatusInternalServerError || !strings.Contains(b.Error, "abc.1") || strings.Contains(body, "secret") {
		t.Errorf("status %d, body %s; want 500 that names the request and hides the cause", res.StatusCode, body)
	}
	if n := strings.Count(log.String(), "secret cause"); n != 1 || !strings.Contains(log.String(), "request=abc.1") {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}
