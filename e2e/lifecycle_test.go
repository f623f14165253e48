package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestManySearchesAtOnce holds that a hundred clients get the same answer at
// the same time.
func TestManySearchesAtOnce(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t), tools(t))
	s := server.connect(t, "_all")
	question := args{"query": "charge the card", "k": 5}
	want := s.call(t, "search_code", question).text
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if got := s.call(t, "search_code", question); got.failed || got.text != want {
				t.Errorf("got %q, want %q", got.text, want)
			}
		})
	}
	all.Wait()
}

// TestClientsThatLeave holds that clients who hang up, before they are answered
// or while they are, leave nothing behind, and nobody else waiting: one search
// runs at a time, so one that kept its turn would keep out the last.
func TestClientsThatLeave(t *testing.T) {
	t.Parallel()
	const clients = 100
	server := configure(t, []project{shop(t)})
	server.run(t, 0, "indexer", "scan", "all")
	server.start(t, "max_concurrent_searches = 1", "[log]\nlevel = debug")
	var staying []net.Conn
	for i := range clients {
		conn := server.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_code","arguments":{"query":"charge the card"}}}`)
		if i%2 == 0 {
			conn.Close() // the server may see it before the call begins
			continue
		}
		staying = append(staying, conn)
	}
	const inFlight = `coderag_tool_calls_in_flight{tool="search_code"} `
	eventually(t, "a call begins", func() bool { return strings.Contains(server.get(t, "/metrics"), inFlight) })
	for _, conn := range staying {
		conn.Close()
	}
	eventually(t, "calls of clients that left end", func() bool {
		ended := strings.Count(server.logged(), "path=/rag-mcp/shop status=")
		return ended == clients && strings.Contains(server.get(t, "/metrics"), inFlight+"0\n")
	})
	if hits := server.connect(t, "shop").search(t, args{"query": "ChargeCard"}); len(hits) == 0 {
		t.Error("no hits afterwards")
	}
}

// post sends a message to the project shop and returns the connection, on which
// the answer comes.
func (s *service) post(t *testing.T, body string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /rag-mcp/shop HTTP/1.1\r\nHost: localhost\r\nX-RAG-Token: %s\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// largeFiles is how many files the project large has, and manyCommits makes its
// sweep store them in so many steps that a signal comes between two.
const (
	largeFiles  = 1000
	manyCommits = "[index]\ncommit_files = 20"
)

// large returns a project whose first sweep takes a while.
func large(t *testing.T) project {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "large")
	for i := range largeFiles {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n", i)
		for j := range 40 {
			fmt.Fprintf(&b, "\n// Step%d of part %d does its share of the work.\nfunc Step%d(in []int) (out []int) {\n\tfor _, n := range in {\n\t\tout = append(out, n+%d)\n\t}\n\treturn out\n}\n", j, i, j, i*j)
		}
		write(t, filepath.Join(dir, fmt.Sprintf("p%d/part%d.go", i, i)), b.String())
	}
	initialize(t, dir)
	return project{"large", []root{{dir, "large"}}}
}

// sweeping waits until a first sweep of the project has stored something.
func sweeping(t *testing.T, s *session) {
	t.Helper()
	eventually(t, "the first sweep stores files", func() bool {
		var now statuses
		s.ask(t, "index_status", nil, &now)
		p := now.Projects[0]
		if p.LastSweep != nil && p.LastSweep.FinishedAt != nil {
			t.Fatal("the sweep ended too early for this test: make the project larger")
		}
		return p.Files > 0
	})
}

// TestTerminatedInASweep holds that SIGTERM stops the sweep and ends the server
// with exit code 0, which says that it took less than its stop timeout, and that
// the next sweep completes the index.
func TestTerminatedInASweep(t *testing.T) {
	t.Parallel()
	server := configure(t, []project{large(t)})
	server.start(t, "stop_timeout = 1m", manyCommits)
	sweeping(t, server.connect(t, "large"))
	if code := server.terminate(t); code != 0 {
		t.Errorf("exit code %d, want 0; log:\n%s", code, server.logged())
	}
	var left statuses
	out := server.run(t, 0, "indexer", "status", "large", "--json")
	if err := json.Unmarshal([]byte(out), &left.Projects); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if n := left.Projects[0].Files; n == 0 || n == largeFiles {
		t.Errorf("%d files stored, want some of %d: the sweep was not stopped", n, largeFiles)
	}
	completes(t, server)
}

// TestKilledInASweep holds the same for kill -9, after which the lock of the
// dead server must not keep the next sweep out.
func TestKilledInASweep(t *testing.T) {
	t.Parallel()
	server := configure(t, []project{large(t)})
	server.start(t, manyCommits)
	sweeping(t, server.connect(t, "large"))
	server.kill(t)
	completes(t, server)
}

// completes starts the server again and waits for the sweep it begins with.
func completes(t *testing.T, server *service) {
	t.Helper()
	server.start(t)
	s := server.connect(t, "large")
	var now statuses
	eventually(t, "the sweep after the restart ends", func() bool {
		s.ask(t, "index_status", nil, &now)
		p := now.Projects[0]
		return p.Files == largeFiles && p.LastSweep.FinishedAt != nil
	})
	if out := scan(t, server, "large"); !strings.Contains(out, fmt.Sprintf("%d unchanged", largeFiles)) {
		t.Errorf("a further sweep found work:\n%s", out)
	}
	if got := paths(s.search(t, args{"query": "Step7 of part 777", "k": 1})); got != "p777/part777.go" {
		t.Errorf("found %q, want p777/part777.go", got)
	}
}

// scan runs indexer scan once the sweep before it is over: that is told before it
// lets go of the project.
func scan(t *testing.T, server *service, project string) (out string) {
	t.Helper()
	const busy = 5
	eventually(t, "no other sweep is running", func() bool {
		cmd := server.command(t.Context(), "indexer", "scan", project)
		said, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 0 && code != busy {
			t.Fatalf("indexer scan %s: %v:\n%s", project, err, said)
		}
		out = string(said)
		return cmd.ProcessState.Success()
	})
	return out
}

// TestKilledServerAnswersAfterRestart holds that clients find the same index.
func TestKilledServerAnswersAfterRestart(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t))
	question := args{"query": "exponential backoff"}
	before := server.connect(t, "shop").call(t, "search_code", question)
	server.kill(t)
	server.start(t)
	if after := server.connect(t, "shop").call(t, "search_code", question); after.text != before.text {
		t.Errorf("before the kill:\n%s\nafter it:\n%s", before.text, after.text)
	}
}
