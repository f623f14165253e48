package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/index"
	"coderag/internal/status"
)

func statusCommand(env *cli.Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status [project|all]",
		Short: "say what is indexed, how fresh it is and what is pending",
		Long: `status describes every configured project, or one: its files, the model whose
vectors answer, or why words alone do, the model that is being built beside it and
how far it is, what was skipped, and the last sweep.

` + cli.ExitCodes,
		Args: cli.Args(0, 1, "[project|all]"),
		RunE: func(c *cobra.Command, args []string) error {
			a, err := env.Open(c.Context(), program)
			if err != nil {
				return err
			}
			defer a.Close()
			names := args
			if len(names) == 0 || names[0] == everything {
				if names, err = configured(a); err != nil {
					return err
				}
			}
			all, err := statuses(c.Context(), a, names)
			if asJSON {
				return errors.Join(err, json.NewEncoder(env.Out).Encode(all))
			}
			for _, s := range all {
				printStatus(env.Out, s)
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of the projects")
	return c
}

// configured returns the names of all entries of rag-projects.json, also of
// those that are wrong.
func configured(a *app.App) ([]string, error) {
	projects, err := a.Projects()
	return projects.Names(), err
}

// statuses returns the state of each project that has one; one that cannot be
// told does not stop the rest.
func statuses(ctx context.Context, a *app.App, names []string) ([]status.Project, error) {
	all, errs := []status.Project{}, []error{}
	for _, name := range names {
		s, err := a.Status(ctx, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, s)
	}
	return all, errors.Join(errs...)
}

func printStatus(out io.Writer, s status.Project) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\n", s.Name)
	for _, r := range s.Repos {
		note := ""
		if r.Missing {
			note = ", not there now"
		}
		fmt.Fprintf(w, "  repo %s\t%s, %s%s\n", r.Label, r.Root, cli.Count(r.Files, "file"), note)
	}
	fmt.Fprintf(w, "  index\t%s, %s, %s\n", cli.Count(s.Files, "file"), cli.Count(s.Chunks, "chunk"), cli.Count(s.Definitions, "definition"))
	fmt.Fprintf(w, "  size\t%.1f MB of text, %.1f MB in the database\n", float64(s.TextBytes)/1e6, float64(s.StoredBytes)/1e6)
	fmt.Fprintf(w, "  rung\t%s\n", rung(s))
	if s.Model != nil {
		fmt.Fprintf(w, "  model\t%s: %s\n", s.Model, s.Model.Counts())
	}
	if s.Building != nil {
		fmt.Fprintf(w, "  building\t%s: %s\n", s.Building, s.Building.Progress())
	}
	fmt.Fprintf(w, "  languages\t%s\n", counts(s.Languages))
	fmt.Fprintf(w, "  skipped\t%s\n", counts(s.Skipped))
	fmt.Fprintf(w, "  last sweep\t%s\n", lastSweep(s.LastSweep))
	if s.Rebuild != "" {
		fmt.Fprintf(w, "  rebuild\t%s\n", s.Rebuild)
	}
	if s.Problem != "" {
		fmt.Fprintf(w, "  problem\t%s\n", oneLine(s.Problem))
	}
	_ = w.Flush() // as a print to out
}

// rung says what a search uses, and why no vectors where it uses none.
func rung(s status.Project) string {
	if s.WordsOnly != "" {
		return fmt.Sprintf("%s: words only; %s", s.Rung, oneLine(s.WordsOnly))
	}
	return string(s.Rung)
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

// lastSweep says when the sweep was and what it did.
func lastSweep(s *status.Sweep) string {
	switch {
	case s == nil:
		return "never"
	case s.FinishedAt == nil:
		return fmt.Sprintf("running or cut off since %s (%s)", s.StartedAt.Format(time.DateTime), s.Cause)
	}
	did := ""
	var report index.Report
	if json.Unmarshal(s.Report, &report) == nil {
		did = ": " + describe(report)
		if report.Dense != "" {
			did += fmt.Sprintf("; %s for a vector: %s", waiting(report.Pending), oneLine(report.Dense))
		}
	}
	return fmt.Sprintf("%s (%s), took %s%s", s.FinishedAt.Format(time.DateTime), s.Cause,
		s.FinishedAt.Sub(s.StartedAt).Round(time.Millisecond), did)
}
