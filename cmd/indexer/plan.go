package main

import (
	"fmt"
	"io"
	"slices"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/fault"
)

// only returns the part of the plan that a scan of one project carries out, and
// what is to be confirmed or mended whichever project is scanned.
func only(plan app.Reconciliation, project string) app.Reconciliation {
	other := func(r app.RootChange) bool { return r.Project != project }
	plan.Create = slices.DeleteFunc(slices.Clone(plan.Create), func(name string) bool { return name != project })
	plan.Join = slices.DeleteFunc(slices.Clone(plan.Join), other)
	plan.Leave = slices.DeleteFunc(slices.Clone(plan.Leave), other)
	return plan
}

func printPlan(w io.Writer, plan app.Reconciliation) {
	if plan.Empty() {
		return
	}
	fmt.Fprintln(w, "rag-projects.json and the database differ:")
	for _, name := range plan.Create {
		fmt.Fprintf(w, "  create   %s\n", name)
	}
	for _, r := range plan.Join {
		fmt.Fprintf(w, "  join     %s: repo %q (%s)\n", r.Project, r.Repo, r.Path)
	}
	for _, r := range plan.Leave {
		fmt.Fprintf(w, "  remove   %s: the %s of repo %q (%s)\n", r.Project, cli.Count(r.Files, "file"), r.Repo, r.Path)
	}
	for _, d := range plan.Drop {
		fmt.Fprintf(w, "  DROP     %s: the schema with its %s\n", d.Project, cli.Count(d.Files, "file"))
	}
	for _, bad := range plan.Bad {
		fmt.Fprintf(w, "  invalid  %s\n", bad.Problem)
	}
}

// checkDrops refuses a --drop of what the plan does not drop: a misspelled name
// would otherwise pass for done.
func checkDrops(plan app.Reconciliation, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(plan.Drop, func(d app.DropPlan) bool { return d.Project == name }) {
			return fault.New(fault.Invalid, "--drop %s: the database has no such project, or it is still configured", name).
				Fix("run: bin/indexer reconcile --dry-run, which lists what may be dropped")
		}
	}
	return nil
}
