package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A command is what a program that ran to its end printed and used.
type command struct {
	out  []byte
	wall time.Duration
	cpu  time.Duration // with that of its children
	peak int64         // resident bytes at most; 0 where /proc is missing
}

// runCommand runs the program. Its peak is read from /proc while it runs: what
// the system reports at its end would also count this process, of which it was
// a fork.
func runCommand(ctx context.Context, program string, args ...string) (c command, err error) {
	var out, messages bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdout, cmd.Stderr = &out, &messages
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return c, err
	}
	ended, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- watchPeak(cmd.Process.Pid, ended) }()
	err = cmd.Wait()
	c.wall = time.Since(start)
	close(ended)
	c.out, c.peak = out.Bytes(), <-peak
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err != nil {
		return c, fmt.Errorf("%s: %w: %s", cmd, err, strings.TrimSpace(messages.String()))
	}
	return c, nil
}

// watchPeak returns the highest peak of the process that was seen before ended
// is closed.
func watchPeak(pid int, ended <-chan struct{}) (peak int64) {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		peak = max(peak, memory(pid, "VmHWM"))
		select {
		case <-look.C:
		case <-ended:
			return peak
		}
	}
}
