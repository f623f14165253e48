package walk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"coderag/internal/fault"
)

// gitTimeout is how long one git command may take. A listing of a million
// files takes seconds.
const gitTimeout = 2 * time.Minute

// A repository runs git in a root, isolated from the configuration of the user
// and the system: what is indexed must not depend on who runs the sweep. What
// the repository itself says in .gitignore and .git/info/exclude counts.
type repository struct {
	root    string
	program string
	place   []string      // --git-dir and --work-tree, for a root in no repository
	timeout time.Duration // for one command
}

// isolation is what every git command is run with. It reads no configuration
// but the repository's and starts no program that one names.
var isolation = []string{
	"--no-pager",
	"-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.excludesFile=" + os.DevNull,
	"-c", "core.untrackedCache=false", "-c", "core.precomposeunicode=false",
}

// openRepository finds the work tree root lies in. Outside every work tree, and
// in a folder that the work tree around it ignores, git judges by way of an
// empty repository elsewhere. Where git is not installed it returns nil: the
// walk then reads .gitignore files itself. The caller calls done.
func openRepository(ctx context.Context, root string) (_ *repository, done func(), err error) {
	program, ok := findGit()
	if !ok {
		return nil, func() {}, nil
	}
	repo := &repository{root: root, program: program, timeout: gitTimeout}
	inside, err := repo.insideWorkTree(ctx)
	if err != nil {
		return nil, nil, err
	}
	if inside {
		return repo, func() {}, nil
	}
	dir, err := emptyRepository()
	if err != nil {
		return nil, nil, err
	}
	repo.place = []string{"--git-dir=" + dir, "--work-tree=" + root}
	return repo, func() { _ = os.RemoveAll(dir) }, nil
}

// findGit returns the program to run, if git is installed.
func findGit() (program string, ok bool) {
	program, err := exec.LookPath("git")
	return program, err == nil
}

// insideWorkTree reports whether the root is in a work tree that does not
// ignore it.
func (r *repository) insideWorkTree(ctx context.Context) (bool, error) {
	out, err := r.run(ctx, nil, "rev-parse", "--is-inside-work-tree", "--show-prefix")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return false, nil
		}
		return false, err
	}
	answer, prefix, _ := strings.Cut(string(out), "\n")
	if answer != "true" || strings.TrimSuffix(prefix, "\n") == "" {
		return answer == "true", nil
	}
	_, err = r.run(ctx, nil, "check-ignore", "--quiet", "--", ".")
	if exitCode(err) == 1 {
		return true, nil
	}
	return false, err
}

// emptyRepository makes the least that git takes for a repository.
func emptyRepository() (dir string, err error) {
	defer fault.Wrap(&err, "make an empty repository")
	if dir, err = os.MkdirTemp("", "coderag-walk-"); err != nil {
		return "", err
	}
	for _, sub := range []string{"objects", "refs"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			return "", errors.Join(err, os.RemoveAll(dir))
		}
	}
	head := filepath.Join(dir, "HEAD")
	if err := os.WriteFile(head, []byte("ref: refs/heads/main\n"), 0o600); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// run runs one git command in the root and returns what it prints.
func (r *repository) run(ctx context.Context, stdin io.Reader, args ...string) (_ []byte, err error) {
	defer fault.Wrap(&err, "git %s", args[0])
	limited, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, r.program, append(append(append([]string{}, isolation...), r.place...), args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Env = r.root, gitEnv(os.Environ())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	switch {
	case err == nil:
		return stdout.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, fault.New(fault.Timeout, "no answer within %v", r.timeout)
	}
	message := strings.ToValidUTF8(strings.TrimSpace(stderr.String()), "\uFFFD")
	return nil, fault.New(fault.Unavailable, "%s: %w", message, err).Fix("run: git -C %s status", r.root)
}

// gitEnv returns env without what steers git, and with its configuration files
// switched off.
func gitEnv(env []string) []string {
	kept := make([]string, 0, len(env)+6)
	for _, entry := range env {
		if !strings.HasPrefix(entry, "GIT_") && !strings.HasPrefix(entry, "LC_") {
			kept = append(kept, entry)
		}
	}
	return append(kept, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
}

// exitCode returns the exit code err reports, 0 if none.
func exitCode(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return 0
}
