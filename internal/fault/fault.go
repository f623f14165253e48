// Package fault gives errors a kind, which the edges turn into an HTTP status,
// an MCP result or an exit code, and the fixes a caller can try.
package fault

import (
	"errors"
	"fmt"
)

// Kind classifies an error by what its caller can do about it.
type Kind uint8

// The kinds of error. The zero kind is a defect or an outage nobody classified.
const (
	Internal     Kind = iota
	Invalid           // the request or configuration is wrong; change it
	NotFound          // what was named does not exist
	Unauthorized      // no token, or a wrong one
	Forbidden         // a valid caller from a place that is not allowed
	TooLarge          // the request exceeds a limit
	Busy              // another writer or too many requests; try again
	Unavailable       // something this service needs does not answer
	Unconfirmed       // needs a confirmation that was not given
	Timeout           // ran past its deadline

	kinds // how many there are
)

// Error is an error with a kind and fixes. It is immutable once returned.
type Error struct {
	Kind  Kind
	Fixes []string // imperative sentences: "run: make up"
	err   error
}

// New returns an error of the kind; format and args are as in fmt.Errorf.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, err: fmt.Errorf(format, args...)}
}

// Fix returns a copy of e with one more fix.
func (e *Error) Fix(format string, args ...any) *Error {
	fixes := append(append([]string(nil), e.Fixes...), fmt.Sprintf(format, args...))
	return &Error{Kind: e.Kind, Fixes: fixes, err: e.err}
}

func (e *Error) Error() string { return e.err.Error() }

func (e *Error) Unwrap() error { return e.err }

// KindOf returns the kind of the first Error in err's tree, or Internal.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// Is reports whether err is of the kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }

// FixesOf returns the fixes of the first Error in err's tree.
func FixesOf(err error) []string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Fixes
	}
	return nil
}

// Wrap prefixes *errp, when it is not nil, with what was being done. It is
// deferred at the top of a function that does I/O:
//
//	defer fault.Wrap(&err, "index project %q", name)
func Wrap(errp *error, format string, args ...any) {
	if *errp != nil {
		*errp = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *errp)
	}
}
