package main

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"coderag/internal/cli"
	"coderag/internal/cli/clitest"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/schedule"
)

// What does not end within the stop timeout is left behind, and the error says
// what to do.
func TestStopTimeout(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Database.URL = clitest.New(t).URL
	c.Server.Token, c.Server.Address = clitest.Token, "127.0.0.1:0"
	s, err := newService(t.Context(), &cli.Env{Err: io.Discard}, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	began, release, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	if err := s.sweeps.Stop(); err != nil {
		t.Fatal(err)
	}
	s.stopTimeout = time.Millisecond
	s.sweeps, err = schedule.New(schedule.Options{Every: time.Hour, Start: func(context.Context) error {
		close(began)
		<-release // deaf to its context
		close(ended)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.run(ctx) }()
	<-began
	cancel()
	if err := <-result; !fault.Is(err, fault.Timeout) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("run returns %v, want a timeout with a fix", err)
	}
	close(release)
	<-ended
}
