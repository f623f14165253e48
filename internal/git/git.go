// Package git runs the git program on the repositories of others: isolated from
// the configuration of whoever runs it, limited in time, and started with
// nothing in it that a repository could make it run.
package git

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"coderag/internal/fault"
)

// Timeout is how long one command may take. A listing of a million files takes
// seconds.
const Timeout = 2 * time.Minute

// A Repository runs git in a folder. What the repository itself says in
// .gitignore and .git/info/exclude counts; the configuration of user and system
// does not, for what is indexed must not depend on who runs the sweep.
type Repository struct {
	Dir     string        // where git runs
	Place   []string      // --git-dir and --work-tree, for a folder in no repository
	Timeout time.Duration // for one command; 0 means the constant
	Program string        // to run
}

// isolation is what every command is run with. It reads no configuration but
// the repository's and starts no program that one names.
var isolation = []string{
	"--no-pager",
	"-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.excludesFile=" + os.DevNull,
	"-c", "core.untrackedCache=false", "-c", "core.precomposeunicode=false",
}

// Open returns the repository for a folder; it is not ok where git is not
// installed.
func Open(dir string) (_ *Repository, ok bool) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, false
	}
	return &Repository{Dir: dir, Program: program}, true
}

// Run runs one command and returns what it prints. The error is a fault of kind
// Timeout when it takes too long, and Unavailable when git refuses; ExitCode
// tells how.
func (r *Repository) Run(ctx context.Context, stdin io.Reader, args ...string) (_ []byte, err error) {
	defer fault.Wrap(&err, "git %s", args[0])
	var stdout bytes.Buffer
	err = r.start(ctx, stdin, &stdout, args)
	if err != nil {
		return nil, err
	}
	return stdout.Bytes(), nil
}

// Stream runs one command and hands what it prints to read while it comes. When
// read fails the command is ended, and its error is returned.
func (r *Repository) Stream(ctx context.Context, read func(io.Reader) error, args ...string) (err error) {
	defer fault.Wrap(&err, "git %s", args[0])
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := read(out)
		if err != nil {
			cancel()
		}
		_ = out.CloseWithError(io.ErrClosedPipe)
		done <- err
	}()
	runErr := r.start(ctx, nil, in, args)
	_ = in.CloseWithError(io.EOF)
	if err := <-done; err != nil {
		return err
	}
	return runErr
}

func (r *Repository) start(ctx context.Context, stdin io.Reader, stdout io.Writer, args []string) error {
	timeout := r.Timeout
	if timeout == 0 {
		timeout = Timeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	all := append(append(append([]string{}, isolation...), r.Place...), args...)
	cmd := exec.CommandContext(limited, r.Program, all...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Env = r.Dir, Env(os.Environ())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fault.New(fault.Timeout, "no answer within %v", timeout)
	}
	message := strings.ToValidUTF8(strings.TrimSpace(stderr.String()), "\uFFFD")
	return fault.New(fault.Unavailable, "%s: %w", message, err).Fix("run: git -C %s status", r.Dir)
}

// Env returns env without what steers git, and with its configuration files
// switched off.
func Env(env []string) []string {
	kept := make([]string, 0, len(env)+8)
	for _, entry := range env {
		if !strings.HasPrefix(entry, "GIT_") && !strings.HasPrefix(entry, "LC_") {
			kept = append(kept, entry)
		}
	}
	return append(kept, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
}

// ExitCode returns the exit code err reports, 0 if none.
func ExitCode(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return 0
}
