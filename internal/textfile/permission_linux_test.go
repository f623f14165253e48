package textfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"coderag/internal/code"
)

// TestReadNotPermitted covers fault 15. Permission bits do not bind uid 0, so
// as uid 0 it reads on a thread whose file system rights are those of nobody;
// the file that is open to all is the check that nothing else is in the way.
func TestReadNotPermitted(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "textfile")
	check(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	check(t, os.Chmod(dir, 0o755))
	open, closed := filepath.Join(dir, "open"), filepath.Join(dir, "closed")
	write(t, open, "x")
	write(t, closed, "x")
	check(t, os.Chmod(closed, 0))

	errs := make(chan error, 2)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if os.Getuid() == 0 {
			const nobody = 65534
			_ = syscall.Setfsuid(nobody) // reports nothing of use; the reads below do
		}
		for _, path := range []string{open, closed} {
			_, err := Read(t.Context(), path, limit)
			errs <- err
		}
	}()
	if err := <-errs; err != nil {
		t.Errorf("Read of a file open to all: %v", err)
	}
	err = <-errs
	if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Reason != code.SkipUnreadable {
		t.Errorf("Read of a closed file = %v, want a Refusal with %q", err, code.SkipUnreadable)
	}
}
