package app

import (
	"context"
	"errors"
	"slices"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/postgres"
)

// A Reconciliation is how the database differs from rag-projects.json.
type Reconciliation struct {
	Create []string    `json:"create"` // configured and not in the database
	Roots  []RootLeave `json:"roots"`  // of projects in both, roots no longer configured
	Drop   []DropPlan  `json:"drop"`   // in the database and surely no longer configured
	Bad    []string    `json:"bad"`    // what is wrong with entries of rag-projects.json
}

// RootLeave is a root whose rows leave with the next sweep.
type RootLeave struct {
	Project string `json:"project"`
	Repo    string `json:"repo"`
	Path    string `json:"path"`
	Files   int64  `json:"files"`
}

// DropPlan is a project whose schema would be dropped.
type DropPlan struct {
	Project string `json:"project"`
	Files   int64  `json:"files"`
}

// Empty reports whether there is nothing to do or to tell.
func (r Reconciliation) Empty() bool {
	return len(r.Create)+len(r.Roots)+len(r.Drop)+len(r.Bad) == 0
}

// Reconcile compares the database with rag-projects.json. It changes nothing.
func (a *App) Reconcile(ctx context.Context) (r Reconciliation, err error) {
	defer fault.Wrap(&err, "reconcile")
	projects, err := a.source.Projects()
	if err != nil {
		return r, err
	}
	for _, bad := range projects.Bad {
		r.Bad = append(r.Bad, bad.Err.Error())
	}
	registered, err := a.registry.Projects(ctx)
	if err != nil {
		return r, err
	}
	served := projects.Served()
	for _, p := range served {
		if !slices.ContainsFunc(registered, func(g postgres.Registered) bool { return g.Name == p.Name }) {
			r.Create = append(r.Create, p.Name)
		}
	}
	for _, g := range registered {
		i := slices.IndexFunc(served, func(p code.Project) bool { return p.Name == g.Name })
		switch {
		case i >= 0:
			err = a.leavingRoots(ctx, &r, g, served[i])
		case projects.Gone(g.Name):
			err = a.planDrop(ctx, &r, g.Name)
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

func (a *App) leavingRoots(ctx context.Context, r *Reconciliation, g postgres.Registered, p code.Project) error {
	for _, root := range g.Roots {
		if slices.ContainsFunc(p.Roots, func(now code.Root) bool { return now.Repo == root.Repo }) {
			continue
		}
		files, err := a.countFiles(ctx, p.Name, root.Repo)
		if err != nil {
			return err
		}
		r.Roots = append(r.Roots, RootLeave{Project: p.Name, Repo: root.Repo, Path: root.Path, Files: files})
	}
	return nil
}

func (a *App) planDrop(ctx context.Context, r *Reconciliation, name string) error {
	files, err := a.countFiles(ctx, name, "")
	if err != nil {
		return err
	}
	r.Drop = append(r.Drop, DropPlan{Project: name, Files: files})
	return nil
}

// countFiles counts the indexed files of a repo, of all with repo "".
func (a *App) countFiles(ctx context.Context, project, repo string) (n int64, err error) {
	store, err := a.project(ctx, project)
	if err != nil {
		return 0, err
	}
	return store.CountFiles(ctx, repo)
}

// Drop removes the schema of a project that is no longer configured. It is for
// the caller to have it confirmed; a project that is configured is refused.
func (a *App) Drop(ctx context.Context, name string) (err error) {
	defer fault.Wrap(&err, "drop project %q", name)
	projects, err := a.source.Projects()
	if err != nil {
		return err
	}
	if !projects.Gone(name) {
		return fault.New(fault.Invalid, "it is configured").Fix("take it out of %s first", projects.Path)
	}
	lock, held, err := a.db.Lock(ctx, "coderag "+name)
	if err != nil {
		return err
	}
	if !held {
		return fault.New(fault.Busy, "a sweep of it is running").Fix("try again when it has ended")
	}
	a.forget(name)
	return errors.Join(a.registry.Drop(ctx, name), lock.Unlock())
}
