package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
)

func askCommand(env *cli.Env) *cobra.Command {
	var k int
	var explain, anyway bool
	c := &cobra.Command{
		Use:   `ask <project> "<question>"`,
		Short: "ask the running server over MCP, as an agent does",
		Long: `ask calls the tool search_code of the server at the address of config.ini and
prints what an agent gets to read.

` + cli.ExitCodes,
		Args: cli.Args(2, 2, `<project> "<question>"`),
		RunE: func(c *cobra.Command, args []string) error {
			config, err := env.Config()
			if err != nil {
				return err
			}
			arguments := map[string]any{"query": args[1]}
			if c.Flags().Changed("k") {
				arguments["k"] = k
			}
			if explain {
				arguments["explain"] = true
			}
			if anyway {
				arguments["anyway"] = true
			}
			text, err := callTool(c.Context(), config, args[0], "search_code", arguments, nil)
			if err != nil {
				return err
			}
			fmt.Fprintln(env.Out, text)
			return nil
		},
	}
	c.Flags().IntVarP(&k, "k", "k", 0, "hits wanted, 1 to max_k of config.ini (default: default_k there)")
	c.Flags().BoolVar(&explain, "explain", false, explainUsage)
	c.Flags().BoolVar(&anyway, "anyway", false, anywayUsage)
	return c
}
