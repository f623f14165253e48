package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/code"
	"coderag/internal/index"
)

func skippedCommand(env *cli.Env) *cobra.Command {
	var asJSON bool
	var reason string
	c := &cobra.Command{
		Use:   "skipped <project>",
		Short: "list every file that is not indexed, and why",
		Args:  cli.Args(1, "<project>"),
		RunE: func(c *cobra.Command, args []string) error {
			a, err := env.Open(c.Context(), "coderag indexer")
			if err != nil {
				return err
			}
			defer a.Close()
			skips, err := a.Skips(c.Context(), args[0])
			if err != nil {
				return err
			}
			return printSkips(env, skips, code.SkipReason(reason), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a file")
	c.Flags().StringVar(&reason, "reason", "", "only files skipped for this reason")
	return c
}

func printSkips(env *cli.Env, skips []index.Skip, reason code.SkipReason, asJSON bool) error {
	w := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
	encoder := json.NewEncoder(env.Out)
	byReason := map[string]int64{}
	for _, s := range skips {
		if reason != "" && s.Reason != reason {
			continue
		}
		byReason[string(s.Reason)]++
		if !asJSON {
			fmt.Fprintf(w, "%s\t%s\t%s\n", s.Reason, s.FileID, s.Detail)
			continue
		}
		line := map[string]string{"repo": s.Repo, "path": s.Path, "reason": string(s.Reason), "detail": s.Detail}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	if asJSON {
		return nil
	}
	fmt.Fprintf(w, "skipped: %s\n", counts(byReason))
	return w.Flush()
}
