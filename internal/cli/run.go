package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"coderag/internal/fault"
)

// ExitCodes is the part of the help text that documents them.
const ExitCodes = `Exit codes, of several that apply the smallest:
  0  done, or nothing to do
  1  something failed, or was interrupted
  2  the command line or the configuration is wrong
  3  what was named does not exist
  4  something needed does not answer: the database, a root, a model
  5  another sweep of the project is running
  6  something was left undone because it was not confirmed`

// Run executes the command line and returns the exit code. SIGINT and SIGTERM
// cancel what runs; a second one ends the process.
func Run(root *cobra.Command, env *Env, args []string) int {
	parent := env.Context
	if parent == nil {
		parent = context.Background()
	}
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	prepare(root, env)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	Tell(env.Err, root.Name(), err)
	return ExitCode(err)
}

// prepare sets what all root commands have in common.
func prepare(root *cobra.Command, env *Env) {
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = Version()
	root.CompletionOptions.HiddenDefaultCmd = true
	if root.RunE == nil {
		root.Args, root.RunE, root.SuggestionsMinimumDistance = cobra.ArbitraryArgs, needsCommand, 2
	}
	flags := root.PersistentFlags()
	flags.StringVar(&env.configPath, "config", "config.ini", "configuration file")
	flags.StringVar(&env.projectsPath, "projects", "", "file that lists the projects (default: rag-projects.json beside the configuration file)")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fault.New(fault.Invalid, "%w", err).Fix("run: %s --help", c.CommandPath())
	})
}

// needsCommand is the root command that has others below it: alone it shows the
// help, and a word that names no command is refused.
func needsCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	err := fault.New(fault.Invalid, "unknown command %q", args[0])
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		err = err.Fix("did you mean: %s %s", c.CommandPath(), strings.Join(near, ", "))
	}
	return err.Fix("run: %s --help", c.CommandPath())
}

// Args checks that there are between least and most arguments, and says which
// are wanted.
func Args(least, most int, usage string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if least <= len(args) && len(args) <= most {
			return nil
		}
		return fault.New(fault.Invalid, "%s, want %s", Count(len(args), "argument"), usage).Fix("run: %s --help", c.CommandPath())
	}
}

// Count returns "1 file" or "2 files".
func Count[N int | int64](n N, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// Version returns the version of the module and the revision it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return version
}
