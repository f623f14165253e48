package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
)

func migrateCommand(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "bring the database to the version of this program",
		Long: `migrate creates or updates the registry and the schema of every configured
project. The other commands do the same when they need it.

` + cli.ExitCodes,
		Args: cli.Args(0, 0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			a, err := env.Open(c.Context(), program)
			if err != nil {
				return err
			}
			defer a.Close()
			if err := a.Migrate(c.Context()); err != nil {
				return err
			}
			fmt.Fprintf(env.Out, "up to date: the registry and %s\n", cli.Count(len(a.Names()), "project"))
			return nil
		},
	}
}
