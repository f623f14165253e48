package mcpserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
	"coderag/internal/mcpserver"
	"coderag/internal/search"
)

// TestErrorsOfTheBackendAreReported checks what a model is told, what is
// logged and what is counted for each way a search may fail.
func TestErrorsOfTheBackendAreReported(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err     error
		want    []string
		hidden  string
		logged  string
		outcome string
	}{
		"not found":   {fmt.Errorf("search: %w", fault.New(fault.NotFound, "never scanned").Fix("run: make scan shop")), []string{"search: never scanned", "- run: make scan shop"}, "\x00", "", "not_found"},
		"unavailable": {fault.New(fault.Unavailable, "database down").Fix("run: make up"), []string{"database down", "- run: make up"}, "\x00", "", "unavailable"},
		"internal":    {errors.New("pgx: secret detail"), []string{"internal error (incident "}, "secret", "secret detail", "internal"},
		"deadline":    {fmt.Errorf("query: %w", context.DeadlineExceeded), []string{"ran past its 30s", "- ask for less"}, "\x00", "", "timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			var seen outcomes
			b := &backend{search: func(context.Context, string, search.Request) (search.Reply, error) { return search.Reply{}, c.err }}
			session := connect(t, serve(t, b, mcpserver.Options{
				Logger:  slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})),
				Observe: seen.observe,
			}), "shop")
			res, text := callTool(t, session, "search_code", args{"query": "q"})
			if !res.IsError || strings.Contains(text, c.hidden) {
				t.Errorf("isError %v, text %q", res.IsError, text)
			}
			for _, part := range c.want {
				if !strings.Contains(text, part) {
					t.Errorf("text lacks %q:\n%s", part, text)
				}
			}
			if n := strings.Count(log.String(), "\n"); (c.logged != "") != (n == 1) || !strings.Contains(log.String(), c.logged) {
				t.Errorf("log has %d lines, want %q in one or none:\n%s", n, c.logged, log.String())
			}
			if diff := cmp.Diff([]string{"search_code " + c.outcome}, seen.list); diff != "" {
				t.Errorf("observed (-want +got):\n%s", diff)
			}
		})
	}
}

// outcomes records the calls that ended.
type outcomes struct {
	mu   sync.Mutex
	list []string
}

func (o *outcomes) observe(tool string) func(string) {
	return func(outcome string) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.list = append(o.list, tool+" "+outcome)
	}
}

func TestPanicEndsOnlyItsCall(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var seen outcomes
	b := full()
	b.search = func(context.Context, string, search.Request) (search.Reply, error) { panic("secret cause") }
	b.span = func(string, search.SpanRequest) (search.SpanText, error) { panic("secret cause") }
	session := connect(t, serve(t, b, mcpserver.Options{Logger: slog.New(slog.NewTextHandler(&log, nil)), Observe: seen.observe}), "shop")

	res, text := callTool(t, session, "search_code", args{"query": "q"})
	if !res.IsError || !strings.Contains(text, "internal error (incident ") || strings.Contains(text, "secret") {
		t.Errorf("isError %v, text %q; want an internal error without its cause", res.IsError, text)
	}
	if _, err := session.ReadResource(t.Context(), resource("rag://shop/api/a.go")); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("read a resource: %v, want an internal error without its cause", err)
	}
	if res, text := callTool(t, session, "get_chunk", args{"chunk_id": "c1"}); res.IsError {
		t.Errorf("call after a panic: %s", text)
	}
	if n := strings.Count(log.String(), "secret cause"); n != 2 {
		t.Errorf("panics logged %d times, want 2:\n%s", n, log.String())
	}
	if diff := cmp.Diff([]string{"search_code panic", "get_chunk ok"}, seen.list); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
}

func TestCallRunsOutOfTime(t *testing.T) {
	t.Parallel()
	b := &backend{search: func(ctx context.Context, _ string, _ search.Request) (search.Reply, error) {
		<-ctx.Done()
		return search.Reply{}, fmt.Errorf("lexical leg: %w", ctx.Err())
	}}
	session := connect(t, serve(t, b, mcpserver.Options{Timeout: time.Millisecond}), "shop")
	if res, text := callTool(t, session, "search_code", args{"query": "q"}); !res.IsError || !strings.Contains(text, "ran past its 1ms") {
		t.Errorf("isError %v, text %q; want a timeout", res.IsError, text)
	}
}

// TestClientThatLeavesCancelsItsCall holds for the protocol of 2026-07-28,
// which the client speaks by default.
func TestClientThatLeavesCancelsItsCall(t *testing.T) {
	t.Parallel()
	entered, left := make(chan struct{}), make(chan struct{})
	b := &backend{search: func(ctx context.Context, _ string, _ search.Request) (search.Reply, error) {
		close(entered)
		<-ctx.Done()
		close(left)
		return search.Reply{}, ctx.Err()
	}}
	session := connect(t, serve(t, b, mcpserver.Options{Timeout: time.Hour}), "shop")
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-entered; cancel() }()
	if _, err := session.CallTool(ctx, toolParams("search_code", args{"query": "q"})); err == nil {
		t.Error("a canceled call returned no error")
	}
	<-left
}
