package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/fault"
)

// A server is a running server command.
type server struct {
	cmd      *exec.Cmd
	messages *bytes.Buffer
	ended    chan struct{} // closed when it has
}

// startServer starts the server and waits until it answers.
func (b *bench) startServer(ctx context.Context) (_ *server, err error) {
	defer fault.Wrap(&err, "start the server")
	s := &server{messages: &bytes.Buffer{}, ended: make(chan struct{})}
	s.cmd = exec.CommandContext(ctx, filepath.Join(b.bin, "server"), "--config", b.configPath(), "--projects", b.projectsPath())
	s.cmd.Stderr = s.messages
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.ended)
		_ = s.cmd.Wait() // what it has to say is in messages
	}()
	return s, b.awaitServer(ctx, s)
}

// awaitServer waits at most half a minute.
func (b *bench) awaitServer(ctx context.Context, s *server) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !b.ready(ctx) {
		select {
		case <-look.C:
		case <-s.ended:
			return fault.New(fault.Unavailable, "it ended: %s", strings.TrimSpace(s.messages.String()))
		case <-ctx.Done():
			return errors.Join(ctx.Err(), s.stop())
		}
	}
	return nil
}

func (b *bench) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.address+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode == http.StatusOK
}

// stop ends the server and waits for its end.
func (s *server) stop() error {
	err := s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.ended
	return err
}

func (s *server) pid() int { return s.cmd.Process.Pid }

func (s *server) cpu() time.Duration {
	stat, _ := readStat(s.pid())
	return stat.own
}

// freeAddress returns an address on which nobody listens.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// connect opens a session of its own connections, as another agent would.
func (b *bench) connect(ctx context.Context) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "coderag bench", Version: "1"}, nil)
	return client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: "http://" + b.address + "/rag-mcp/" + project, MaxRetries: -1, DisableStandaloneSSE: true,
		HTTPClient: &http.Client{Transport: withToken{b.token, &http.Transport{}}},
	}, nil)
}

type withToken struct {
	token string
	base  http.RoundTripper
}

func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-RAG-Token", t.token)
	return t.base.RoundTrip(r)
}

// searchCode returns the paths of the hits.
func searchCode(ctx context.Context, s *mcp.ClientSession, text string) (paths []string, err error) {
	result, err := call(ctx, s, "search_code", map[string]any{"query": text})
	if err != nil {
		return nil, err
	}
	var reply struct{ Hits []struct{ Path string } }
	data, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &reply); err != nil {
		return nil, err
	}
	for _, h := range reply.Hits {
		paths = append(paths, h.Path)
	}
	return paths, nil
}

func call(ctx context.Context, s *mcp.ClientSession, tool string, arguments map[string]any) (*mcp.CallToolResult, error) {
	result, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err == nil && result.IsError {
		err = fmt.Errorf("%s %v: %s", tool, arguments, textOf(result))
	}
	return result, err
}

func textOf(r *mcp.CallToolResult) (text string) {
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			text += t.Text
		}
	}
	return text
}
