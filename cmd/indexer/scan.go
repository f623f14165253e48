package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/progress"
)

type scanFlags struct {
	full bool
	json bool
	drop []string
	yes  bool
}

func scanCommand(env *cli.Env) *cobra.Command {
	var f scanFlags
	c := &cobra.Command{
		Use:   "scan [project|all]",
		Short: "reconcile, then bring projects up to date",
		Long: `scan first compares the database with rag-projects.json and prints what differs.
The schema of a project that is no longer configured is dropped only after
"y" at a terminal, or with --drop naming that very project. Then it sweeps the
project, or all of them, and prints what it did.

` + cli.ExitCodes,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			name := "all"
			if len(args) == 1 {
				name = args[0]
			}
			return scan(c.Context(), env, name, f)
		},
	}
	c.Flags().BoolVar(&f.full, "full", false, "read every file and verify its hash, whatever its time and size say")
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON object a project")
	c.Flags().StringSliceVar(&f.drop, "drop", nil, "drop the schema of this project, which is no longer configured")
	c.Flags().BoolVar(&f.yes, "yes", false, "answer yes to everything but dropping a schema")
	return c
}

func scan(ctx context.Context, env *cli.Env, name string, f scanFlags) error {
	a, err := env.Open(ctx, "coderag indexer")
	if err != nil {
		return err
	}
	defer a.Close()
	errs := []error{reconcile(ctx, env, a, f)}
	names := []string{name}
	if name == "all" {
		names = a.Names()
	}
	var reports []index.Report
	start := time.Now()
	for _, name := range names {
		report, err := scanProject(ctx, env, a, name, f)
		reports, errs = append(reports, report), append(errs, err)
	}
	if !f.json {
		fmt.Fprintln(env.Out, summary(reports, time.Since(start)))
	}
	return errors.Join(errs...)
}

func scanProject(ctx context.Context, env *cli.Env, a *app.App, name string, f scanFlags) (index.Report, error) {
	printer := progress.New(env.Err, cli.IsTerminal(env.Err) && !f.json, name)
	report, err := a.Sweep(ctx, app.SweepRequest{Project: name, Cause: "command", Full: f.full, Progress: printer.Show})
	printer.Close()
	if f.json {
		return report, errors.Join(err, json.NewEncoder(env.Out).Encode(scanned{name, report, text(err)}))
	}
	if report.Changes() || err != nil {
		fmt.Fprintf(env.Out, "%s: %s\n", name, describe(report))
	}
	if report.Dense != "" {
		fmt.Fprintf(env.Out, "%s: %d texts wait for a vector: %s\n", name, report.Pending, report.Dense)
	}
	return report, err
}

// scanned is the JSON line of one project.
type scanned struct {
	Project string       `json:"project"`
	Report  index.Report `json:"report"`
	Error   string       `json:"error,omitempty"`
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func describe(r index.Report) string {
	s := fmt.Sprintf("%d added, %d changed, %d removed, %d unchanged, %d skipped, %d chunks, %d vectors",
		r.Added, r.Changed, r.Removed, r.Same+r.Touched, total(r), r.Chunks, r.Vectors)
	if r.Retry > 0 {
		s += fmt.Sprintf(", %d changed while they were read", r.Retry)
	}
	return s
}

func total(r index.Report) (n int) {
	for _, count := range r.Skipped {
		n += count
	}
	return n
}

// summary is the last line: what all sweeps did together.
func summary(reports []index.Report, took time.Duration) string {
	var added, changed, removed, same, chunks, vectors int
	var bytes int64
	for _, r := range reports {
		added, changed, removed = added+r.Added, changed+r.Changed, removed+r.Removed
		same, chunks, vectors = same+r.Same+r.Touched, chunks+r.Chunks, vectors+r.Vectors
		bytes += r.Bytes
	}
	s := fmt.Sprintf("%d projects: %d added, %d changed, %d removed, %d unchanged; %d chunks, %d vectors; %s",
		len(reports), added, changed, removed, same, chunks, vectors, took.Round(time.Millisecond))
	if bytes > 0 {
		s += fmt.Sprintf(" (%.1f MB/s)", float64(bytes)/1e6/took.Seconds())
	}
	return s
}

// reconcile prints how the database differs from rag-projects.json and drops
// what is confirmed.
func reconcile(ctx context.Context, env *cli.Env, a *app.App, f scanFlags) error {
	plan, err := a.Reconcile(ctx)
	if err != nil {
		return err
	}
	if !f.json {
		printPlan(env.Out, plan)
	}
	var errs []error
	for _, bad := range plan.Bad {
		errs = append(errs, fault.New(fault.Invalid, "%s", bad))
	}
	for _, d := range plan.Drop {
		if !confirmed(env, d, f) {
			errs = append(errs, fault.New(fault.Unconfirmed, "project %q is no longer configured and keeps its schema", d.Project).
				Fix("run: indexer scan --drop %s", d.Project))
			continue
		}
		if err := a.Drop(ctx, d.Project); err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintf(env.Err, "dropped schema %s with %d files\n", d.Project, d.Files)
	}
	return errors.Join(errs...)
}
