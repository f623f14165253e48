package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/status"
)

func statusCommand(env *cli.Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status [project]",
		Short: "say what is indexed, how fresh it is and what is pending",
		Long:  "status describes every configured project, or one.\n\n" + cli.ExitCodes,
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			a, err := env.Open(c.Context(), "coderag indexer")
			if err != nil {
				return err
			}
			defer a.Close()
			names := args
			if len(names) == 0 || names[0] == "all" {
				names = a.Names()
			}
			all := []status.Project{}
			for _, name := range names {
				s, err := a.Status(c.Context(), name)
				if err != nil {
					return err
				}
				all = append(all, s)
			}
			if asJSON {
				return json.NewEncoder(env.Out).Encode(all)
			}
			for _, s := range all {
				printStatus(env.Out, s)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func printStatus(out io.Writer, s status.Project) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintf(w, "%s\n", s.Name)
	for _, r := range s.Repos {
		note := ""
		if r.Missing {
			note = "  (not there now)"
		}
		fmt.Fprintf(w, "  repo %s\t%s, %d files%s\n", r.Label, r.Root, r.Files, note)
	}
	fmt.Fprintf(w, "  index\t%d files, %d chunks, %d definitions\n", s.Files, s.Chunks, s.Definitions)
	fmt.Fprintf(w, "  size\t%.1f MB of text, %.1f MB in the database\n", float64(s.TextBytes)/1e6, float64(s.StoredBytes)/1e6)
	fmt.Fprintf(w, "  rung\t%s\n", rung(s))
	fmt.Fprintf(w, "  languages\t%s\n", counts(s.Languages))
	fmt.Fprintf(w, "  skipped\t%s\n", counts(s.Skipped))
	fmt.Fprintf(w, "  last sweep\t%s\n", lastSweep(s.LastSweep))
	if s.Rebuild != "" {
		fmt.Fprintf(w, "  rebuild\t%s\n", s.Rebuild)
	}
	if s.Problem != "" {
		fmt.Fprintf(w, "  problem\t%s\n", s.Problem)
	}
}

func rung(s status.Project) string {
	if s.Rung == status.RungNone {
		return "none: words only"
	}
	return fmt.Sprintf("%s: %s, %d vectors, %d pending, %d refused", s.Rung, s.Model, s.Vectors, s.VectorsPending, s.VectorsRefused)
}

// counts lists the largest first.
func counts(m map[string]int64) string {
	names := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(cmp.Compare(m[b], m[a]), strings.Compare(a, b))
	})
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s %d", name, m[name])
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

func lastSweep(s *status.Sweep) string {
	switch {
	case s == nil:
		return "never"
	case s.FinishedAt == nil:
		return fmt.Sprintf("running or cut off since %s (%s)", s.StartedAt.Format(time.DateTime), s.Cause)
	}
	return fmt.Sprintf("%s (%s), took %s", s.FinishedAt.Format(time.DateTime), s.Cause,
		s.FinishedAt.Sub(s.StartedAt).Round(time.Millisecond))
}
