package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/fault"
)

// A check is one thing the doctor looks at. It returns what it found, and an
// error with the fix when that is not well.
type check struct {
	name string
	run  func(ctx context.Context) (found string, err error)
}

// checkTimeout bounds each check.
const checkTimeout = 10 * time.Second

func doctorCommand(env *cli.Env) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "doctor",
		Short: "check that everything the service needs is there, and say how to mend what is not",
		Long: `doctor checks configuration, projects, token, database, model, reranker, tools, disk,
server and registration. It names the model that config.ini asks for, and beside
it what the running server answers with in each project. It changes nothing. The
exit code is 4 when one of them is not well.

` + cli.ExitCodes,
		Args: cli.Args(0, 0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			config, err := env.Config()
			if err != nil {
				fmt.Fprintln(env.Out, "BAD  configuration")
				return err
			}
			fmt.Fprintf(env.Out, "ok   configuration: %s\n", env.ConfigPath())
			return examine(c.Context(), env.Out, checks(env, config, dir))
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "folder whose .mcp.json should lead to the server")
	return c
}

// checks returns what is looked at, in order: what others need comes first.
func checks(env *cli.Env, c config.Config, dir string) []check {
	return []check{
		{"projects", func(context.Context) (string, error) { return checkProjects(env) }},
		{"token", func(context.Context) (string, error) { return "set", c.RequireToken() }},
		{"database", func(ctx context.Context) (string, error) { return checkDatabase(ctx, c) }},
		{"model", func(ctx context.Context) (string, error) { return checkModel(ctx, c) }},
		{"reranker", func(ctx context.Context) (string, error) { return checkReranker(ctx, c) }},
		{"git", checkGit},
		{"ctags", checkCtags},
		{"disk", func(context.Context) (string, error) { return checkDisk(env.ConfigPath(), leastFree) }},
		{"server", func(ctx context.Context) (string, error) { return checkServer(ctx, c) }},
		{"answer", func(ctx context.Context) (string, error) { return checkAnswer(ctx, c) }},
		{"registration", func(context.Context) (string, error) { return checkRegistration(env, dir, c) }},
	}
}

// examine runs the checks and prints a line each. Its error is of kind
// fault.Unavailable when one is not well.
func examine(ctx context.Context, w io.Writer, checks []check) error {
	bad := 0
	for _, c := range checks {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		found, err := c.run(ctx)
		cancel()
		if err == nil {
			fmt.Fprintf(w, "ok   %s: %s\n", c.name, found)
			continue
		}
		bad++
		fmt.Fprintf(w, "BAD  ")
		cli.Tell(w, c.name, err)
	}
	if bad > 0 {
		return fault.New(fault.Unavailable, "%d of %d checks are not well", bad, len(checks))
	}
	return nil
}
