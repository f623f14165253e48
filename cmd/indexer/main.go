// Command indexer writes the index: it sweeps projects, reconciles the database
// with rag-projects.json, and reports what is indexed and what is not.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
)

// program is how the indexer calls itself to PostgreSQL.
const program = "coderag indexer"

func main() { os.Exit(run(cli.System(), os.Args[1:])) }

func run(env *cli.Env, args []string) int {
	root := &cobra.Command{
		Use:   "indexer",
		Short: "write the index of the configured projects",
		Long:  "indexer keeps the index of each project in rag-projects.json true to its files.\n\n" + cli.ExitCodes,
	}
	root.AddCommand(scanCommand(env), reconcileCommand(env), statusCommand(env), skippedCommand(env), migrateCommand(env))
	return cli.Run(root, env, args)
}
