// Command coderag reads the index, for people and scripts: it searches, asks the
// running server as an agent would, registers it with Claude Code, and checks
// that everything is in order.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"coderag/cmd/coderag/evaluate"
	"coderag/internal/cli"
)

func main() { os.Exit(run(cli.System(), os.Args[1:])) }

func run(env *cli.Env, args []string) int {
	root := &cobra.Command{
		Use:   "coderag",
		Short: "search the indexed projects",
		Long:  "coderag asks questions of the projects the indexer keeps.\n\n" + cli.ExitCodes,
	}
	root.AddCommand(searchCommand(env), askCommand(env), registerCommand(env), doctorCommand(env), evaluate.Command(env))
	return cli.Run(root, env, args)
}
