package search

import (
	"context"
	"testing"
	"time"

	"coderag/internal/fault"
)

func TestSlots(t *testing.T) {
	t.Parallel()
	for connections, want := range map[int]int{2: 1, 3: 1, 6: 2, 20: 9} {
		if got := cap(NewSlots(connections)); got != want {
			t.Errorf("%d connections: %d slots, want %d", connections, got, want)
		}
	}
	s := NewSlots(4)
	if err := s.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := s.take(soon); !fault.Is(err, fault.Busy) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("no slot in time: %v, want Busy with a fix", err)
	}
	s.give()
	if err := s.take(t.Context()); err != nil {
		t.Errorf("a slot that was given back: %v", err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := s.take(gone); err != context.Canceled { //nolint:errorlint // as it is
		t.Errorf("nobody waits any more: %v", err)
	}
	var unbounded Slots
	if err := unbounded.take(t.Context()); err != nil {
		t.Errorf("no bound: %v", err)
	}
	unbounded.give()
}
