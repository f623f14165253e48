package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"coderag/internal/eval"
	"coderag/internal/fault"
)

// A stage is what a measurement is made on: a folder with a configuration, a
// database, and the running server.
type stage struct {
	options
	messages io.Writer
	dir      string // removed at the end
	address  string
	database *scratch
	server   *exec.Cmd
	ended    chan struct{} // closed when the server has ended
}

// newStage indexes the repositories and starts the server. The caller closes it.
func newStage(ctx context.Context, o options, b eval.Benchmark, messages io.Writer) (*stage, error) {
	s, err := newBareStage(ctx, o, b, messages)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(messages, "indexing %d repositories\n", len(b.Repositories))
	if err = s.command(ctx, "indexer", "scan", "all"); err == nil {
		err = s.serve(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	return s, nil
}

// newBareStage makes a database and a configuration. The caller closes it.
func newBareStage(ctx context.Context, o options, b eval.Benchmark, messages io.Writer) (s *stage, err error) {
	s = &stage{options: o, messages: messages}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close(ctx))
		}
	}()
	if s.bench, err = filepath.Abs(o.bench); err != nil {
		return s, err
	}
	if s.dir, err = os.MkdirTemp("", "coderag-quality-"); err != nil {
		return s, err
	}
	if s.address, err = freeAddress(ctx); err != nil {
		return s, err
	}
	if s.database, err = newScratch(ctx, os.Getenv("TEST_DATABASE_URL")); err != nil {
		return s, err
	}
	return s, configure(s, b)
}

// close stops the server and removes what newStage made.
func (s *stage) close(ctx context.Context) (err error) {
	if s.server != nil {
		_ = s.server.Process.Signal(syscall.SIGTERM) // it may have ended
		<-s.ended
	}
	if s.database != nil {
		err = s.database.drop(context.WithoutCancel(ctx))
	}
	if s.dir != "" {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return err
}

func (s *stage) url() string { return "http://" + s.address }

// ask runs coderag eval on the benchmark with the arguments and saves the run
// without the text of the questions, which are not ours.
func (s *stage) ask(ctx context.Context, file string, args ...string) error {
	fmt.Fprintf(s.messages, "asking: %s\n", strings.Join(args, " "))
	return s.command(ctx, "coderag", append([]string{"eval", "--bench", s.bench, "--save", file, "--text=false"}, args...)...)
}

// command runs one of our programs to its end; what it says goes into the error.
func (s *stage) command(ctx context.Context, program string, args ...string) error {
	return s.commandWith(ctx, "config.ini", program, args...)
}

// commandWith is command with another configuration of the stage.
func (s *stage) commandWith(ctx context.Context, config, program string, args ...string) error {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, program), append(args, "--config", s.path(config))...)
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fault.New(fault.Internal, "%s %s: %w: %s", program, args[0], err, strings.TrimSpace(said.String()))
	}
	return nil
}

func (s *stage) path(name string) string { return filepath.Join(s.dir, name) }

// serve starts the server and waits at most half a minute until it is ready.
func (s *stage) serve(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.Command(filepath.Join(s.bin, "server"), "--config", s.path("config.ini")) //nolint:noctx // it outlives this call
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return err
	}
	s.server, s.ended = cmd, make(chan struct{})
	go func() {
		defer close(s.ended)
		_ = cmd.Wait() // what it has to say it said
	}()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for !s.ready(ctx) {
		select {
		case <-s.ended:
			return fault.New(fault.Unavailable, "the server ended: %s", strings.TrimSpace(said.String()))
		case <-ctx.Done():
			return fault.New(fault.Timeout, "the server is not ready: %w", ctx.Err())
		case <-look.C:
		}
	}
	return nil
}

func (s *stage) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url()+"/readyz", http.NoBody)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

func freeAddress(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
