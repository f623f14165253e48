package app

import (
	"context"
	"errors"
	"os"
	"slices"

	"coderag/internal/code"
	"coderag/internal/index"
	"coderag/internal/postgres"
	"coderag/internal/status"
)

// Due returns the projects that should not wait for the schedule, sorted: no sweep was
// ever finished for them, or what another version of the program stored of them is not
// found, or slowly. One that cannot be looked at is left out, and the error has why.
func (a *App) Due(ctx context.Context) (names []string, err error) {
	for _, name := range a.Names() {
		due, dueErr := a.due(ctx, name)
		if due {
			names = append(names, name)
		}
		err = errors.Join(err, dueErr)
	}
	return names, err
}

func (a *App) due(ctx context.Context, name string) (bool, error) {
	at, err := a.registry.LastSweepAt(ctx, name)
	if err != nil || at.IsZero() {
		return err == nil, err
	}
	store, err := a.reader(ctx, name)
	if errors.Is(err, errNeverScanned) { // its schema was dropped since
		return true, nil
	}
	if err != nil {
		return false, err
	}
	outdated, err := store.Outdated(ctx)
	a.forgetGone(name, err)
	return outdated, err
}

// Status implements mcpserver.Catalog: what the schema holds, together with what
// the configuration and the registry know. A project without a schema has an
// empty one.
func (a *App) Status(ctx context.Context, project string) (s status.Project, err error) {
	p, err := a.catalog.served(project)
	if err != nil {
		return s, err
	}
	store, err := a.reader(ctx, project)
	switch {
	case errors.Is(err, errNeverScanned):
		s = emptyStatus(project)
	case err != nil:
		return s, err
	default:
		if s, err = a.storedStatus(ctx, project, store); err != nil {
			return s, err
		}
	}
	s.Repos = withRoots(s.Repos, p.Roots)
	if s.Problem == "" {
		s.Problem = a.problem(s)
	}
	return s, nil
}

func emptyStatus(project string) status.Project {
	return status.Project{
		Name: project, Skipped: map[string]int64{}, Languages: map[string]int64{}, Rung: status.RungNone,
	}
}

// storedStatus is what the database knows.
func (a *App) storedStatus(ctx context.Context, project string, store *postgres.Project) (s status.Project, err error) {
	defer func() { a.forgetGone(project, err) }()
	if s, err = store.Status(ctx); err != nil {
		return s, err
	}
	s.Rung = status.RungNone
	if err := a.tellModels(ctx, store, &s); err != nil {
		return s, err
	}
	if s.Outdated > 0 {
		s.Rebuild = "files of an older version of the index are replaced by the next sweep"
	}
	s.LastSweep, err = a.registry.LastSweep(ctx, project)
	return s, err
}

// problem says why the project cannot be swept or searched as it should.
func (a *App) problem(s status.Project) string {
	_, err := a.catalog.sweepable(s.Name)
	switch {
	case s.LastSweep == nil:
		return "never scanned; run: " + scanCommand(s.Name)
	case err != nil:
		return err.Error()
	}
	return s.LastSweep.Error
}

// withRoots gives the configured repos their roots and the counts of the index.
func withRoots(counted []status.Repo, roots []code.Root) []status.Repo {
	repos := make([]status.Repo, 0, len(roots))
	for _, r := range roots {
		repo := status.Repo{Label: r.Repo, Root: r.Path}
		if i := slices.IndexFunc(counted, func(c status.Repo) bool { return c.Label == r.Repo }); i >= 0 {
			repo.Files = counted[i].Files
		}
		_, err := os.Stat(r.Path)
		repo.Missing = err != nil
		repos = append(repos, repo)
	}
	return repos
}

// Skips returns every file and directory of the project that was seen and not
// indexed, ordered by repo and path.
func (a *App) Skips(ctx context.Context, project string) (_ []index.Skip, err error) {
	if _, err := a.catalog.served(project); err != nil {
		return nil, err
	}
	store, err := a.reader(ctx, project)
	if err != nil {
		return nil, err
	}
	defer func() { a.forgetGone(project, err) }()
	return store.Skips(ctx)
}

// unscanned says what who searches the project has to know: that no sweep of it
// has ended well yet. It is "" once one has.
func (a *App) unscanned(ctx context.Context, project string) (string, error) {
	s := a.schema(project)
	if s.scanned.Load() {
		return "", nil
	}
	at, err := a.registry.LastSweepAt(ctx, project)
	if err != nil {
		return "", err
	}
	if !at.IsZero() {
		s.scanned.Store(true)
		return "", nil
	}
	last, err := a.registry.LastSweep(ctx, project)
	if err != nil {
		return "", err
	}
	return firstScan(project, last), nil
}

// firstScan says how far the first scan of a project has come.
func firstScan(project string, last *status.Sweep) string {
	subject := "project " + project
	switch {
	case last == nil:
		return subject + " was never scanned: it has no hits before that; run: " + scanCommand(project)
	case last.FinishedAt == nil:
		return subject + " is being scanned for the first time, or that was cut off: files not reached yet are not found; see: bin/indexer status " + project
	}
	return "no scan of " + subject + " has succeeded yet, files may be missing: " + last.Error
}
