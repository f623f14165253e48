package embed

import (
	"errors"
	"time"

	"coderag/internal/fault"
)

// What an Embedder's error can be, beside its kind.
var (
	// ErrTooLong: a text exceeds the model's context. One such text fails the
	// whole call.
	ErrTooLong = errors.New("the text exceeds the model's context")
	// ErrCrashed: the process that runs the model ended during the call. The
	// server starts another, so the call is worth repeating.
	ErrCrashed = errors.New("the model's process ended during the call")
	// ErrBadAnswer: the answer holds something other than one usable vector a text.
	ErrBadAnswer = errors.New("the answer is unusable")
)

// BusyError is the cause of a fault.Busy error: the server turned the call away.
type BusyError struct {
	Reason string        // in the server's words
	After  time.Duration // how long it asked to wait; 0 if it did not say
}

func (e *BusyError) Error() string { return e.Reason }

// RetryAfter returns how long the server behind err asked to wait, 0 if it did
// not say.
func RetryAfter(err error) time.Duration {
	if busy, ok := errors.AsType[*BusyError](err); ok {
		return busy.After
	}
	return 0
}

// mayBeTheText reports whether err may be caused by one text of the call
// rather than by the server.
func mayBeTheText(err error) bool {
	if fault.Is(err, fault.Invalid) {
		return false
	}
	return errors.Is(err, ErrCrashed) || errors.Is(err, ErrBadAnswer) || fault.Is(err, fault.Timeout)
}

// worthRepeating reports whether the same call may succeed a little later.
func worthRepeating(err error) bool { return mayBeTheText(err) || fault.Is(err, fault.Busy) }
