package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/postgres"
)

// A Reconciliation is how the database differs from rag-projects.json. Its
// lists are in order of their names, and never nil.
type Reconciliation struct {
	Create []string     `json:"create"` // configured and not in the database
	Join   []RootChange `json:"join"`   // roots that the next sweep brings into a project
	Leave  []RootChange `json:"leave"`  // roots whose rows leave with the next sweep
	Drop   []DropPlan   `json:"drop"`   // in the database and surely no longer configured
	Bad    []BadEntry   `json:"bad"`    // entries of rag-projects.json that cannot be swept
}

// RootChange is a root that joins or leaves a project.
type RootChange struct {
	Project string `json:"project"`
	Repo    string `json:"repo"`
	Path    string `json:"path"`
	Files   int64  `json:"files"` // indexed now
}

// DropPlan is a project whose schema would be dropped.
type DropPlan struct {
	Project string `json:"project"`
	Files   int64  `json:"files"`
}

// BadEntry is an entry that is wrong, or whose folders are not there.
type BadEntry struct {
	Project string `json:"project"` // as written
	Problem string `json:"problem"`
	Err     error  `json:"-"` // the same, with its kind and fixes
}

// Empty reports whether there is nothing to do or to tell.
func (r Reconciliation) Empty() bool {
	return len(r.Create)+len(r.Join)+len(r.Leave)+len(r.Drop)+len(r.Bad) == 0
}

// Reconcile compares the database with rag-projects.json. It changes nothing.
func (a *App) Reconcile(ctx context.Context) (_ Reconciliation, err error) {
	defer fault.Wrap(&err, "reconcile")
	projects, err := a.catalog.current()
	if err != nil {
		return Reconciliation{}, err
	}
	registered, err := a.registry.Projects(ctx)
	if err != nil {
		return Reconciliation{}, err
	}
	r := Reconciliation{
		Create: []string{}, Join: []RootChange{}, Leave: []RootChange{}, Drop: []DropPlan{}, Bad: badEntries(projects),
	}
	for _, p := range projects.Served() {
		i := slices.IndexFunc(registered, func(g postgres.Registered) bool { return g.Name == p.Name })
		if i < 0 {
			r.Create = append(r.Create, p.Name)
			continue
		}
		if err := a.compareRoots(ctx, &r, p.Name, registered[i].Roots, p.Roots); err != nil {
			return r, err
		}
	}
	err = a.planDrops(ctx, &r, projects, registered)
	return r, err
}

func badEntries(projects config.Projects) []BadEntry {
	entries := []BadEntry{}
	for _, bad := range projects.Bad {
		entries = append(entries, BadEntry{Project: bad.Name, Problem: bad.Err.Error(), Err: bad.Err})
	}
	return entries
}

// compareRoots plans what joins and leaves. A root that left and has no rows
// any more is none of it.
func (a *App) compareRoots(ctx context.Context, r *Reconciliation, project string, before, now []code.Root) error {
	for _, root := range without(now, before) {
		r.Join = append(r.Join, RootChange{Project: project, Repo: root.Repo, Path: root.Path})
	}
	for _, root := range without(before, now) {
		files, err := a.countFiles(ctx, project, root.Repo)
		if err != nil {
			return err
		}
		if files > 0 {
			r.Leave = append(r.Leave, RootChange{Project: project, Repo: root.Repo, Path: root.Path, Files: files})
		}
	}
	return nil
}

// without returns the roots whose repo none of the others has, by repo.
func without(roots, others []code.Root) []code.Root {
	rest := slices.DeleteFunc(slices.Clone(roots), func(r code.Root) bool {
		return slices.ContainsFunc(others, func(o code.Root) bool { return o.Repo == r.Repo })
	})
	slices.SortFunc(rest, func(a, b code.Root) int { return strings.Compare(a.Repo, b.Repo) })
	return rest
}

func (a *App) planDrops(ctx context.Context, r *Reconciliation, projects config.Projects, registered []postgres.Registered) error {
	for _, g := range registered {
		if !projects.Gone(g.Name) {
			continue
		}
		files, err := a.countFiles(ctx, g.Name, "")
		if err != nil {
			return err
		}
		r.Drop = append(r.Drop, DropPlan{Project: g.Name, Files: files})
	}
	return nil
}

// countFiles counts the indexed files of a repo, of all with repo "". A schema
// that was never made, or that somebody removed, has none.
func (a *App) countFiles(ctx context.Context, project, repo string) (int64, error) {
	n, err := a.schema(project).store.CountFiles(ctx, repo)
	if fault.Is(err, fault.NotFound) {
		return 0, nil
	}
	return n, err
}

// Drop removes the schema of a project that is no longer configured. It is for
// the caller to have it confirmed. A project that is configured is refused, and
// so is a schema that is none of a project.
func (a *App) Drop(ctx context.Context, name string) (err error) {
	defer fault.Wrap(&err, "drop project %q", name)
	if err := a.droppable(ctx, name); err != nil {
		return err
	}
	lock, held, err := a.db.Lock(ctx, lockKey(name))
	if err != nil {
		return err
	}
	if !held {
		return fault.New(fault.Busy, "a sweep of it is running").Fix("try again when it has ended")
	}
	defer a.forget(name)
	return errors.Join(a.registry.Drop(ctx, name), lock.Unlock()) //nolint:contextcheck // it is freed also when ctx has ended
}

func (a *App) droppable(ctx context.Context, name string) error {
	projects, err := a.catalog.current()
	if err != nil {
		return err
	}
	if !projects.Gone(name) {
		return fault.New(fault.Invalid, "it is configured, or an entry without a valid name may be meant for it").
			Fix("take it out of %s first, and mend what is wrong there", projects.Path)
	}
	registered, err := a.registered(ctx, name)
	if err == nil && !registered {
		err = fault.New(fault.NotFound, "the database has no such project").Fix("run: bin/indexer reconcile --dry-run")
	}
	return err
}
