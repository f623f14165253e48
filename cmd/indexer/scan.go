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
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/progress"
)

type scanFlags struct {
	dropFlags
	full bool
}

// everything is what is scanned where no project is named.
const everything = "all"

func scanCommand(env *cli.Env) *cobra.Command {
	var f scanFlags
	c := &cobra.Command{
		Use:   "scan [project|all]",
		Short: "reconcile, then bring projects up to date",
		Long: `scan first compares the database with rag-projects.json and prints what differs.
The schema of a project that is no longer configured is dropped only after "y" at
a terminal, or with --drop naming that very project; else it stays, the rest goes
on, and the exit code is 6. Then it sweeps the project, or all of them, and prints
what it did.

A project that another process sweeps is left to it. Where one was named, the exit
code is 5; for all of them, as cron runs it, that is no failure.

` + cli.ExitCodes,
		Args: cli.Args(0, 1, "[project|all]"),
		RunE: func(c *cobra.Command, args []string) error {
			name := everything
			if len(args) == 1 {
				name = args[0]
			}
			a, err := env.Open(c.Context(), program)
			if err != nil {
				return err
			}
			defer a.Close()
			return (&scan{env: env, app: a, name: name, flags: f, began: time.Now()}).run(c.Context())
		},
	}
	c.Flags().BoolVar(&f.full, "full", false, "read every file and verify its hash, whatever its time and size say")
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON object a project")
	f.add(c)
	return c
}

// A scan is one run of the command.
type scan struct {
	env   *cli.Env
	app   *app.App
	name  string // of a project, or everything
	flags scanFlags
	began time.Time

	reports []index.Report
	errs    []error
}

// run reconciles, scans and sums up. Nothing is done where the project that is
// named cannot be scanned, or a schema that is to be dropped cannot be.
func (s *scan) run(ctx context.Context) error {
	names, err := s.names()
	if err != nil {
		return err
	}
	if err := s.reconcile(ctx); err != nil {
		return err
	}
	for _, name := range names {
		if ctx.Err() != nil {
			break
		}
		s.project(ctx, name)
	}
	if !s.flags.json {
		fmt.Fprintln(s.env.Out, summary(s.reports, time.Since(s.began)))
	}
	if ctx.Err() != nil {
		return errors.New("interrupted: what is stored stays, the next scan goes on from there")
	}
	return errors.Join(s.errs...)
}

// names returns the projects to scan: those that can be searched, whether or
// not all of their roots are there now.
func (s *scan) names() ([]string, error) {
	projects, err := s.app.Projects()
	if err != nil {
		return nil, err
	}
	if s.name != everything {
		_, err := projects.Find(s.name)
		return []string{s.name}, err
	}
	if len(projects.OK)+len(projects.Bad) == 0 {
		return nil, fault.New(fault.NotFound, "no project is configured").Fix("add one to %s", s.env.ProjectsPath())
	}
	s.errs = append(s.errs, invalid(projects)...)
	return s.app.Names(), nil
}

// invalid returns what is wrong with the entries that no sweep will report.
func invalid(projects config.Projects) (errs []error) {
	for _, bad := range projects.Bad {
		if !bad.Absent {
			errs = append(errs, bad.Err)
		}
	}
	return errs
}

// reconcile prints the plan and drops what is confirmed. Its error says that
// nothing may follow.
func (s *scan) reconcile(ctx context.Context) error {
	plan, err := s.app.Reconcile(ctx)
	if err != nil {
		return err
	}
	if err := checkDrops(plan, s.flags.drop); err != nil {
		return err
	}
	if s.name != everything {
		plan = only(plan, s.name)
	}
	if !s.flags.json {
		printPlan(s.env.Out, plan)
	}
	s.errs = append(s.errs, drop(ctx, s.env, s.app, plan, s.flags.dropFlags))
	return nil
}

// project sweeps one project and tells of it.
func (s *scan) project(ctx context.Context, name string) {
	width := s.env.TerminalWidth(s.env.Err)
	if s.flags.json {
		width = 0
	}
	printer := progress.New(s.env.Err, width, name, time.Now)
	report, err := s.app.Sweep(ctx, app.SweepRequest{
		Project: name, Cause: "command", Full: s.flags.full, Progress: printer.Show,
	})
	printer.Close()
	s.tell(name, report, err)
	switch {
	case !fault.Is(err, fault.Busy):
		s.errs, s.reports = append(s.errs, err), append(s.reports, report)
	case s.name != everything:
		s.errs = append(s.errs, err)
	}
}

func (s *scan) tell(name string, report index.Report, err error) {
	if s.flags.json {
		if err := json.NewEncoder(s.env.Out).Encode(scanned{name, report, text(err)}); err != nil {
			s.errs = append(s.errs, err)
		}
		return
	}
	busy := fault.Is(err, fault.Busy)
	switch {
	case busy && s.name == everything:
		fmt.Fprintf(s.env.Out, "%s: already running in another process, left to it\n", name)
	case busy:
	case report.Changes():
		fmt.Fprintf(s.env.Out, "%s: %s\n", name, describe(report))
	}
	if report.Dense != "" {
		fmt.Fprintf(s.env.Out, "%s: %s for a vector: %s\n", name, waiting(report.Pending), report.Dense)
	}
}

func waiting(texts int) string {
	if texts == 1 {
		return "1 text waits"
	}
	return fmt.Sprintf("%d texts wait", texts)
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
