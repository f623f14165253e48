package main

import (
	"strings"
	"sync"
)

// lines is a log that a test reads while it is written. No write waits.
type lines struct {
	mu     sync.Mutex
	more   *sync.Cond
	queue  []string
	closed bool
}

func newLines() *lines {
	l := &lines{}
	l.more = sync.NewCond(&l.mu)
	return l
}

// Write takes whole lines, as slog writes them.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(string(p)) {
		l.queue = append(l.queue, line)
	}
	l.more.Broadcast()
	return len(p), nil
}

// next waits for a line; it is not ok after the last.
func (l *lines) next() (line string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) == 0 && !l.closed {
		l.more.Wait()
	}
	if len(l.queue) == 0 {
		return "", false
	}
	line, l.queue = l.queue[0], l.queue[1:]
	return line, true
}

// close says that no line will follow.
func (l *lines) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.more.Broadcast()
}
