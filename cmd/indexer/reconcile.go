package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coderag/internal/app"
	"coderag/internal/cli"
)

func reconcileCommand(env *cli.Env) *cobra.Command {
	var dryRun bool
	var f scanFlags
	c := &cobra.Command{
		Use:   "reconcile",
		Short: "compare the database with rag-projects.json",
		Long: `reconcile prints which projects will be created, which roots have left a project,
and which schemas belong to no configured project any more. It drops the latter
only after "y" at a terminal, or with --drop naming that very project.

` + cli.ExitCodes,
		Args: cli.Args(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			a, err := env.Open(c.Context(), "coderag indexer")
			if err != nil {
				return err
			}
			defer a.Close()
			if !dryRun {
				return reconcile(c.Context(), env, a, f)
			}
			plan, err := a.Reconcile(c.Context())
			if err != nil {
				return err
			}
			if f.json {
				return json.NewEncoder(env.Out).Encode(plan)
			}
			printPlan(env.Out, plan)
			return nil
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "print the plan and change nothing")
	c.Flags().BoolVar(&f.json, "json", false, "print the plan as JSON")
	c.Flags().StringSliceVar(&f.drop, "drop", nil, "drop the schema of this project, which is no longer configured")
	return c
}

func printPlan(w io.Writer, plan app.Reconciliation) {
	if plan.Empty() {
		return
	}
	fmt.Fprintln(w, "rag-projects.json and the database differ:")
	for _, name := range plan.Create {
		fmt.Fprintf(w, "  create  %s\n", name)
	}
	for _, r := range plan.Roots {
		fmt.Fprintf(w, "  remove  %s: the %d files of repo %q (%s)\n", r.Project, r.Files, r.Repo, r.Path)
	}
	for _, d := range plan.Drop {
		fmt.Fprintf(w, "  DROP    %s: the schema with its %d files\n", d.Project, d.Files)
	}
	for _, bad := range plan.Bad {
		fmt.Fprintf(w, "  invalid %s\n", bad)
	}
}

// confirmed reports whether the schema may be dropped: --drop names it, or a
// person at a terminal says so.
func confirmed(env *cli.Env, d app.DropPlan, f scanFlags) bool {
	if slices.Contains(f.drop, d.Project) {
		return true
	}
	if f.json || !cli.IsTerminal(env.In) {
		return false
	}
	fmt.Fprintf(env.Err, "Drop schema %s with its %d files. Proceed? [y/N] ", d.Project, d.Files)
	answer, _ := bufio.NewReader(env.In).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}
