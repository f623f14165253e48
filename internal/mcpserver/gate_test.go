package mcpserver_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/mcpserver"
	"coderag/internal/search"
)

func toolParams(name string, a any) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: name, Arguments: a}
}

// TestSearchesAreBounded sends a hundred searches at once: no more than two
// run together, ninety wait, the rest are told that the server is busy, and
// another tool answers in between.
func TestSearchesAreBounded(t *testing.T) {
	t.Parallel()
	const sent, running, waiting = 100, 2, 90
	var now, peak atomic.Int32
	release := make(chan struct{})
	b := full()
	b.search = func(context.Context, string, search.Request) (search.Reply, error) {
		for n := now.Add(1); ; {
			if old := peak.Load(); n <= old || peak.CompareAndSwap(old, n) {
				break
			}
		}
		defer now.Add(-1)
		<-release
		return search.Reply{}, nil
	}
	session := connect(t, serve(t, b, mcpserver.Options{Limits: mcpserver.Limits{Searches: running, Waiting: waiting}}), "shop")

	var answered, busy atomic.Int32
	var all sync.WaitGroup
	refused := make(chan struct{}, sent)
	for range sent {
		all.Go(func() {
			res, text := callTool(t, session, "search_code", args{"query": "q"})
			if !res.IsError {
				answered.Add(1)
				return
			}
			if !strings.Contains(text, "2 searches are running and 90 wait") || !strings.Contains(text, "- send the search again") {
				t.Errorf("text %q, want that the server is busy and what to do", text)
			}
			busy.Add(1)
			refused <- struct{}{}
		})
	}
	for range sent - running - waiting {
		<-refused
	}
	if res, text := callTool(t, session, "get_chunk", args{"chunk_id": "c1"}); res.IsError {
		t.Errorf("get_chunk beside the searches: %s", text)
	}
	close(release)
	all.Wait()
	if answered.Load() != running+waiting || busy.Load() != sent-running-waiting || peak.Load() > running {
		t.Errorf("answered %d, busy %d, at once %d; want %d, %d, at most %d",
			answered.Load(), busy.Load(), peak.Load(), running+waiting, sent-running-waiting, running)
	}
}

func TestSearchGivesUpWaiting(t *testing.T) {
	t.Parallel()
	b := &backend{search: func(ctx context.Context, _ string, _ search.Request) (search.Reply, error) {
		<-ctx.Done()
		return search.Reply{}, ctx.Err()
	}}
	url := serve(t, b, mcpserver.Options{Timeout: 20 * time.Millisecond, Limits: mcpserver.Limits{Searches: 1, Waiting: 1}})
	session := connect(t, url, "shop")
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if res, text := callTool(t, session, "search_code", args{"query": "q"}); !res.IsError || !strings.Contains(text, "\n- ") {
				t.Errorf("isError %v, text %q; want an error with what to do", res.IsError, text)
			}
		})
	}
	all.Wait()
}
