package fault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
)

func TestErrorKeepsWhatItWraps(t *testing.T) {
	t.Parallel()
	other := errors.New("other")
	for name, err := range map[string]error{
		"one cause":  fault.New(fault.Unavailable, "open: %w", fs.ErrNotExist),
		"two causes": fault.New(fault.Unavailable, "open: %w, then %w", other, fs.ErrNotExist),
		"with a fix": fault.New(fault.Unavailable, "open: %w", fs.ErrNotExist).Fix("make it"),
		"wrapped":    fmt.Errorf("start: %w", fault.New(fault.Unavailable, "open: %w", fs.ErrNotExist)),
		"joined":     errors.Join(other, fault.New(fault.Unavailable, "open: %w", fs.ErrNotExist)),
	} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v does not wrap its cause", name, err)
		}
		if !fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Busy) {
			t.Errorf("%s: %v is of kind %d, want %d", name, err, fault.KindOf(err), fault.Unavailable)
		}
	}
}

// The outermost kind is what the caller meets: who wraps an error in another
// kind knows more than who made it.
func TestKindAndFixesAreThoseOfTheFirst(t *testing.T) {
	t.Parallel()
	inner := fault.New(fault.NotFound, "no file").Fix("make it")
	outer := fault.New(fault.Invalid, "read: %w", inner).Fix("name another")
	if got := fault.KindOf(outer); got != fault.Invalid {
		t.Errorf("KindOf(%v) = %d, want %d", outer, got, fault.Invalid)
	}
	if diff := cmp.Diff([]string{"name another"}, fault.FixesOf(fmt.Errorf("call: %w", outer))); diff != "" {
		t.Errorf("FixesOf (-want +got):\n%s", diff)
	}
}

func TestErrorsOfNoKind(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("plain"), fmt.Errorf("call: %w", fs.ErrExist)} {
		if got := fault.KindOf(err); got != fault.Internal {
			t.Errorf("KindOf(%v) = %d, want Internal", err, got)
		}
		if got := fault.FixesOf(err); got != nil {
			t.Errorf("FixesOf(%v) = %q, want none", err, got)
		}
	}
	if fault.Is(nil, fault.Internal) {
		t.Error("Is(nil, Internal) = true: no error is none of that kind")
	}
}

func TestFixReturnsACopy(t *testing.T) {
	t.Parallel()
	base := fault.New(fault.Invalid, "bad %s", "key").Fix("see %s", "the manual")
	a, b := base.Fix("a"), base.Fix("b")
	for want, err := range map[string]*fault.Error{"[see the manual]": base, "[see the manual a]": a, "[see the manual b]": b} {
		if got := fmt.Sprint(err.Fixes); got != want || err.Error() != "bad key" {
			t.Errorf("error %q with fixes %s, want %q with %s", err, got, "bad key", want)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	read := func(cause error) (err error) {
		defer fault.Wrap(&err, "read %q", "a.go")
		return cause
	}
	if err := read(nil); err != nil {
		t.Errorf("Wrap of nil = %v", err)
	}
	err := read(fault.New(fault.NotFound, "no such file").Fix("make it"))
	if got, want := err.Error(), `read "a.go": no such file`; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
	if fault.KindOf(err) != fault.NotFound || len(fault.FixesOf(err)) != 1 {
		t.Errorf("%v lost its kind or its fix by wrapping", err)
	}
}
