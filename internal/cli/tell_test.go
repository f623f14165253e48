package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/cli"
	"coderag/internal/fault"
)

func TestTell(t *testing.T) {
	t.Parallel()
	busy := fault.New(fault.Busy, "api: running").Fix("wait")
	tests := []struct {
		name string
		err  error
		want string
		code int
	}{
		{"nothing", nil, "", 0},
		{"nobody classified it", errors.New("boom"), "x: boom\n", 1},
		{"with fixes", fault.New(fault.NotFound, "no such thing").Fix("a").Fix("b"), "x: no such thing\n  fix: a\n  fix: b\n", 3},
		{"below a prefix", fmt.Errorf("start: %w", busy), "x: start: api: running\n  fix: wait\n", 5},
		{"a fault around a fault", fault.New(fault.Unavailable, "call: %w", busy).Fix("look"),
			"x: call: api: running\n  fix: look\n  fix: wait\n", 4},
		{"joined: each with its fixes, a fix once", errors.Join(busy, fault.New(fault.Busy, "web: running").Fix("wait").Fix("leave")),
			"x: api: running\n  fix: wait\nx: web: running\n  fix: leave\n", 5},
		{"joined twice, with nothing in it", errors.Join(nil, errors.Join(nil, busy)), "x: api: running\n  fix: wait\n", 5},
		{"joined below a prefix", fmt.Errorf("reconcile: %w", errors.Join(busy, errors.New("more"))),
			"x: reconcile: api: running\nx: more\n  fix: wait\n", 5},
		{"two wrapped in one text", fmt.Errorf("%w and %w", busy, fs.ErrNotExist), "x: api: running and file does not exist\n  fix: wait\n", 5},
		{"a failure before what was not confirmed", errors.Join(fault.New(fault.Unconfirmed, "kept"), errors.New("boom")),
			"x: kept\nx: boom\n", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			cli.Tell(&out, "x", test.err)
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if got := cli.ExitCode(test.err); got != test.code {
				t.Errorf("exit code %d, want %d", got, test.code)
			}
		})
	}
}
