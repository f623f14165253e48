package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/fault"
)

// TestMain runs the command of TestSecondSignal in the process that it starts.
func TestMain(m *testing.M) {
	if os.Getenv("CODERAG_TEST_STUBBORN") == "" {
		os.Exit(m.Run())
	}
	stubborn := &cobra.Command{Use: "stubborn", RunE: func(c *cobra.Command, _ []string) error {
		fmt.Println("running")
		<-c.Context().Done()
		fmt.Println("stopping")
		select {}
	}}
	os.Exit(cli.Run(stubborn, cli.System(), nil))
}

// group returns a root command with the sub-commands "walk" and "talk".
func group() *cobra.Command {
	root := &cobra.Command{Use: "tool", Long: "tool does things.\n\n" + cli.ExitCodes}
	for _, name := range []string{"walk", "talk"} {
		root.AddCommand(&cobra.Command{
			Use: name, Short: name + " about", Args: cli.Args(0, 1, "[place]"),
			RunE: func(c *cobra.Command, args []string) error {
				fmt.Fprintln(c.OutOrStdout(), name, strings.Join(args, " "))
				return nil
			},
		})
	}
	return root
}

// run runs the command line and returns the exit code and both streams.
func run(root *cobra.Command, args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = cli.Run(root, &cli.Env{In: strings.NewReader(""), Out: &o, Err: &e, Getenv: func(string) string { return "" }}, args)
	return code, o.String(), e.String()
}

func TestRun(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args string
		code int
		out  string
		err  string
	}{
		{"walk there", 0, "walk there\n", ""},
		{"wakl", 2, "", "tool: unknown command \"wakl\"\n  fix: did you mean: tool walk\n  fix: run: tool --help\n"},
		{"zzzzzzz", 2, "", "tool: unknown command \"zzzzzzz\"\n  fix: run: tool --help\n"},
		{"walk a b", 2, "", "tool: 2 arguments, want [place]\n  fix: run: tool walk --help\n"},
		{"walk --fast", 2, "", "tool: unknown flag: --fast\n  fix: run: tool walk --help\n"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			code, out, err := run(group(), strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if diff := cmp.Diff(test.out+"\n"+test.err, out+"\n"+err); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"--help"}, {"help"}} {
		code, out, _ := run(group(), args...)
		if code != 0 {
			t.Errorf("%q: exit code %d, want 0", args, code)
		}
		for _, want := range []string{"tool does things.", "Exit codes", "walk about", "--config", "--projects"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q: the help does not say %q:\n%s", args, want, out)
			}
		}
	}
}

func TestContextEndsTheCommand(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := &cobra.Command{Use: "wait", RunE: func(c *cobra.Command, _ []string) error {
		cancel()
		<-c.Context().Done()
		return nil
	}}
	if code := cli.Run(c, &cli.Env{Context: ctx}, nil); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

// The first signal ends the context of the command, the second the process.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), "CODERAG_TEST_STUBBORN=1")
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for _, want := range []string{"running", "stopping"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("the process says %q, want %q", lines.Text(), want)
		}
		if err := process.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	// The process says that it stops about when it lets go of the signals: one
	// that comes before is taken for the first.
	ended := make(chan struct{})
	go func() {
		for again := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-again.C:
				_ = process.Process.Signal(syscall.SIGTERM)
			case <-ended:
				again.Stop()
				return
			}
		}
	}()
	err = process.Wait()
	close(ended)
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("the process ended with %v, want the signal", err)
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
		t.Errorf("the process ended with %v, want SIGTERM", exit)
	}
}

func TestProjectsAreBesideTheConfiguration(t *testing.T) {
	t.Parallel()
	tests := []struct{ args, want string }{
		{"", "rag-projects.json"},
		{"--config /etc/coderag/config.ini", "/etc/coderag/rag-projects.json"},
		{"--config /etc/coderag/config.ini --projects /srv/list.json", "/srv/list.json"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			env := &cli.Env{}
			c := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
			cli.Run(c, env, strings.Fields(test.args))
			if got := env.ProjectsPath(); got != test.want {
				t.Errorf("projects at %q, want %q", got, test.want)
			}
		})
	}
}

func TestOpenWithoutConfiguration(t *testing.T) {
	t.Parallel()
	env := &cli.Env{}
	c := &cobra.Command{Use: "x", RunE: func(c *cobra.Command, _ []string) error {
		_, err := env.Open(c.Context(), "test")
		return err
	}}
	missing := filepath.Join(t.TempDir(), "config.ini")
	var out bytes.Buffer
	env.Err = &out
	if code := cli.Run(c, env, []string{"--config", missing}); code != fault.ExitNotFound {
		t.Errorf("exit code %d, want %d", code, fault.ExitNotFound)
	}
	if !strings.Contains(out.String(), "fix: ") {
		t.Errorf("no fix in %q", out.String())
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files"} {
		if got := cli.Count(n, "file"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}
