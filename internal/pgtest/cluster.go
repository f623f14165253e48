package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// cluster is a throw-away PostgreSQL, reached by a socket in its own folder.
type cluster struct {
	bin string // folder with initdb and pg_ctl
	dir string // of the cluster's user, for nobody else
	as  *syscall.SysProcAttr
}

// startCluster starts a server from this machine's binaries and returns its
// URL. Nothing that is stored in it survives a crash, which makes it fast.
func startCluster(ctx context.Context) (string, error) {
	bin, err := binaries(ctx)
	if err != nil {
		return "", err
	}
	c := &cluster{bin: bin}
	if err := c.makeDir(); err != nil {
		return "", err
	}
	if err := c.reapAtExit(); err != nil {
		return "", errors.Join(err, os.RemoveAll(c.dir))
	}
	err = c.run(ctx, "initdb", "-D", c.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	if err != nil {
		return "", err
	}
	options := fmt.Sprintf("-k %s -c listen_addresses= -c fsync=off -c synchronous_commit=off"+
		" -c full_page_writes=off -c max_connections=200 -c jit=off", c.dir)
	if err := c.run(ctx, "pg_ctl", "start", "-w", "-D", c.data(), "-l", filepath.Join(c.dir, "log"), "-o", options); err != nil {
		return "", err
	}
	return "postgres://postgres@/postgres?host=" + url.QueryEscape(c.dir), nil
}

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }

// makeDir makes the cluster's folder. PostgreSQL does not run as root: there
// the folder and the processes are user postgres'.
func (c *cluster) makeDir() (err error) {
	// Not os.TempDir: a socket's path has at most 103 bytes.
	if c.dir, err = os.MkdirTemp("/tmp", "coderag-pgtest-"); err != nil {
		return err
	}
	c.as = &syscall.SysProcAttr{Setpgid: true} // an interrupt is not for them
	if os.Getuid() != 0 {
		return nil
	}
	owner, err := user.Lookup("postgres")
	if err != nil {
		return err
	}
	uid, errUID := strconv.Atoi(owner.Uid)
	gid, errGID := strconv.Atoi(owner.Gid)
	if err := errors.Join(errUID, errGID); err != nil {
		return err
	}
	c.as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(c.dir, uid, gid)
}

// reapAtExit starts a shell that waits for the end of this process, which
// closes the pipe however it ends, and then removes the cluster.
func (c *cluster) reapAtExit() error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	script := `cat; "$1/pg_ctl" stop -s -m immediate -D "$2/data"; rm -rf "$2"`
	reaper := exec.Command("/bin/sh", "-c", script, "reaper", c.bin, c.dir) //nolint:noctx // it outlives every context
	reaper.Dir, reaper.Stdin, reaper.SysProcAttr = "/", read, c.as
	if err := reaper.Start(); err != nil {
		return errors.Join(err, read.Close(), write.Close())
	}
	heldOpen = append(heldOpen, write)
	return read.Close()
}

// heldOpen keeps the pipe's end from being collected, and closed.
var heldOpen []*os.File

// run runs a program of PostgreSQL. The folder is one that every user can
// enter. Standard error goes to a file: through a pipe the server, which
// inherits it, would keep this call waiting.
func (c *cluster) run(ctx context.Context, program string, args ...string) error {
	messages, err := os.CreateTemp("", "coderag-pgtest-*.log")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(messages.Close(), os.Remove(messages.Name())) }()
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Stderr = "/", c.as, messages
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(messages.Name())
		return fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(string(said)))
	}
	return nil
}

// binaries returns the folder of the newest PostgreSQL that has pgvector.
func binaries(ctx context.Context) (string, error) {
	var found []string
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"} {
		dirs, _ := filepath.Glob(pattern) // the patterns are well-formed
		slices.Reverse(dirs)
		found = append(found, dirs...)
	}
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		found = append(found, filepath.Dir(path))
	}
	for _, dir := range found {
		if hasVector(ctx, dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("PostgreSQL with pgvector is not installed; run: make up")
}

func hasVector(ctx context.Context, bin string) bool {
	share, err := exec.CommandContext(ctx, filepath.Join(bin, "pg_config"), "--sharedir").Output()
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(strings.TrimSpace(string(share)), "extension", "vector.control"))
	return err == nil
}
