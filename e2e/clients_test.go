//go:build clients

package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A client is a place from which programs of npm are run: a folder to run them
// in, and a home of their own, so that they neither see nor change the
// settings of whoever runs the tests.
type client struct {
	bin, dir, home string
}

func newClient(t *testing.T) client {
	t.Helper()
	bin := os.Getenv("E2E_CLIENTS")
	if bin == "" {
		t.Fatal("E2E_CLIENTS is not set; run: make e2e")
	}
	return client{bin: bin, dir: t.TempDir(), home: t.TempDir()}
}

// run runs a program with further variables of the environment, and returns
// what it printed and its exit code.
func (c client) run(t *testing.T, env []string, program string, args ...string) (output string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, program), args...)
	return c.finish(t, cmd, env)
}

// shell runs a line as a user types it.
func (c client) shell(t *testing.T, env []string, line string) (output string, code int) {
	t.Helper()
	return c.finish(t, exec.CommandContext(t.Context(), "sh", "-c", line), env)
}

func (c client) finish(t *testing.T, cmd *exec.Cmd, env []string) (output string, code int) {
	t.Helper()
	cmd.Dir = c.dir
	cmd.Env = append([]string{
		"PATH=" + c.bin + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + c.home,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "NO_COLOR=1",
	}, env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	if stderr.Len() > 0 {
		t.Logf("%s %v:\n%s", filepath.Base(cmd.Path), cmd.Args[1:], stderr.String())
	}
	return string(out), cmd.ProcessState.ExitCode()
}
