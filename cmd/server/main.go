// Command server is the long-running service: it answers agents over MCP,
// reports health and metrics, and sweeps the projects on a schedule.
package main

import (
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
)

// gcPercent lets the heap of the server, which is small beside the database it
// serves from, grow to three times what is live: a search allocates a megabyte,
// and collecting after each few of them costs a tenth of their time. GOGC wins.
const gcPercent = 200

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	os.Exit(run(cli.System(), os.Args[1:]))
}

func run(env *cli.Env, args []string) int {
	var dump bool
	root := &cobra.Command{
		Use:   "server",
		Short: "serve the configured projects over MCP and sweep them on a schedule",
		Long: `server answers POST /rag-mcp/<project>, and /rag-mcp/_all for all of them, at the
address of config.ini, with the token in the header X-RAG-Token. It also has
/healthz, /readyz and /metrics. It sweeps projects that were never scanned, or
were by another version, at once, and all projects as often as [sweep] every says.
It follows rag-projects.json without a restart.

SIGTERM or an interrupt ends it: calls that run may finish, a sweep is stopped and
goes on after the next start. What takes longer than [server] stop_timeout is cut
off. A second signal ends the process at once.

` + cli.ExitCodes,
		Args: cli.Args(0, 0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			config, err := env.Config()
			if err != nil {
				return err
			}
			if dump {
				return config.Dump(env.Out)
			}
			return serve(c.Context(), env, config)
		},
	}
	root.Flags().BoolVar(&dump, "dump-config", false, "print the configuration in effect, without secrets, and exit")
	return cli.Run(root, env, args)
}
