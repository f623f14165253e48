package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/fault"
)

// dropFlags say what may be dropped, and whether a person may be asked.
type dropFlags struct {
	drop []string
	yes  bool
	json bool
}

func (f *dropFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.drop, "drop", nil, "drop the schema of this project, which is no longer configured")
	c.Flags().BoolVar(&f.yes, "yes", false, "ask nothing; this alone drops no schema")
}

func reconcileCommand(env *cli.Env) *cobra.Command {
	var dryRun bool
	var f dropFlags
	c := &cobra.Command{
		Use:   "reconcile",
		Short: "compare the database with rag-projects.json",
		Long: `reconcile prints which projects and roots the next scan creates, which roots it
removes, and which schemas belong to no configured project any more. It drops
the latter only after "y" at a terminal, or with --drop naming that very
project; else they stay, and the exit code is 6.

` + cli.ExitCodes,
		Args: cli.Args(0, 0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			a, err := env.Open(c.Context(), program)
			if err != nil {
				return err
			}
			defer a.Close()
			plan, err := a.Reconcile(c.Context())
			if err != nil {
				return err
			}
			if err := showPlan(env, plan, f.json); err != nil || dryRun {
				return err
			}
			return drop(c.Context(), env, a, plan, f)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "print the plan and change nothing")
	c.Flags().BoolVar(&f.json, "json", false, "print the plan as JSON")
	f.add(c)
	return c
}

func showPlan(env *cli.Env, plan app.Reconciliation, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(env.Out).Encode(plan)
	}
	printPlan(env.Out, plan)
	if plan.Empty() {
		fmt.Fprintln(env.Out, "rag-projects.json and the database agree")
	}
	return nil
}

// drop drops the schemas of the plan that are confirmed. For each other one the
// error is of kind fault.Unconfirmed.
func drop(ctx context.Context, env *cli.Env, a *app.App, plan app.Reconciliation, f dropFlags) error {
	if err := checkDrops(plan, f.drop); err != nil {
		return err
	}
	var errs []error
	person := bufio.NewReader(env.In)
	for _, d := range plan.Drop {
		if !confirmed(ctx, env, person, d, f) {
			errs = append(errs, fault.New(fault.Unconfirmed, "project %q is no longer configured and keeps its schema", d.Project).
				Fix("run: bin/indexer reconcile --drop %s", d.Project))
			continue
		}
		err := a.Drop(ctx, d.Project)
		if err == nil {
			fmt.Fprintf(env.Err, "dropped schema %s with %s\n", d.Project, cli.Count(d.Files, "file"))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// confirmed reports whether the schema may be dropped: --drop names it, or a
// person at a terminal says so.
func confirmed(ctx context.Context, env *cli.Env, person *bufio.Reader, d app.DropPlan, f dropFlags) bool {
	if slices.Contains(f.drop, d.Project) {
		return true
	}
	if f.yes || f.json || env.TerminalWidth(env.In) == 0 {
		return false
	}
	fmt.Fprintf(env.Err, "Drop schema %s with its %s. Proceed? [y/N] ", d.Project, cli.Count(d.Files, "file"))
	switch strings.ToLower(strings.TrimSpace(answer(ctx, person))) {
	case "y", "yes":
		return true
	}
	return false
}

// answer returns the line a person types, "" when ctx ends first.
func answer(ctx context.Context, person *bufio.Reader) string {
	typed := make(chan string, 1)
	go func() {
		line, _ := person.ReadString('\n') // at its end there is no answer
		typed <- line
	}()
	select {
	case line := <-typed:
		return line
	case <-ctx.Done():
		return ""
	}
}
