package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

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
		Long: `skipped lists the files and folders that were seen and not indexed, each with the
reason, and ends with their number by reason.

` + cli.ExitCodes,
		Args: cli.Args(1, 1, "<project>"),
		RunE: func(c *cobra.Command, args []string) error {
			a, err := env.Open(c.Context(), program)
			if err != nil {
				return err
			}
			defer a.Close()
			skips, err := a.Skips(c.Context(), args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return printSkipsJSON(env, skips, code.SkipReason(reason))
			}
			return printSkips(env, skips, code.SkipReason(reason))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a file")
	c.Flags().StringVar(&reason, "reason", "", "list only files skipped for this reason")
	return c
}

// printSkips lists the files skipped for the reason, for any with "", and the
// numbers of all.
func printSkips(env *cli.Env, skips []index.Skip, reason code.SkipReason) error {
	w := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
	byReason := map[string]int64{}
	for _, s := range skips {
		byReason[string(s.Reason)]++
		if reason == "" || s.Reason == reason {
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%s\t%s\t%s", s.Reason, oneLine(s.FileID.String()), oneLine(s.Detail)), "\t"))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(env.Out, "skipped: %s\n", counts(byReason))
	return nil
}

func printSkipsJSON(env *cli.Env, skips []index.Skip, reason code.SkipReason) error {
	encoder := json.NewEncoder(env.Out)
	encoder.SetEscapeHTML(false)
	for _, s := range skips {
		if reason != "" && s.Reason != reason {
			continue
		}
		line := struct {
			Repo   string          `json:"repo"`
			Path   string          `json:"path"`
			Reason code.SkipReason `json:"reason"`
			Detail string          `json:"detail"`
		}{s.Repo, s.Path, s.Reason, s.Detail}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// oneLine returns s, quoted if it has characters that would break the line: a
// path may have any.
func oneLine(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return strconv.Quote(s)
	}
	return s
}
