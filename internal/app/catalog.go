package app

import (
	"context"
	"os"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/index"
	"coderag/internal/status"
)

// Projects returns what rag-projects.json says now; where it cannot be read,
// what it said last, and why.
func (a *App) Projects() (config.Projects, error) { return a.source.Projects() }

// Migrate brings the schemas of all configured projects up to date.
func (a *App) Migrate(ctx context.Context) error {
	for _, name := range a.Names() {
		if _, err := a.project(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// Names implements mcpserver.Catalog.
func (a *App) Names() []string {
	projects, _ := a.source.Projects()
	var names []string
	for _, p := range projects.Served() {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return names
}

// NeverScanned returns the projects no sweep was ever finished for.
func (a *App) NeverScanned(ctx context.Context) ([]string, error) {
	var names []string
	for _, name := range a.Names() {
		at, err := a.registry.LastSweepAt(ctx, name)
		if err != nil {
			return nil, err
		}
		if at.IsZero() {
			names = append(names, name)
		}
	}
	return names, nil
}

// Ready says what the service needs, and what is wrong with it.
func (a *App) Ready(ctx context.Context) map[string]error {
	_, projects := a.source.Projects()
	return map[string]error{"database": a.db.Ping(ctx), "projects": projects}
}

// Has implements mcpserver.Catalog.
func (a *App) Has(project string) bool { return slices.Contains(a.Names(), project) }

// Roots implements mcpserver.Catalog.
func (a *App) Roots(project string) []code.Root {
	p, err := a.served(project)
	if err != nil {
		return nil
	}
	roots := slices.Clone(p.Roots)
	slices.SortFunc(roots, func(x, y code.Root) int { return strings.Compare(x.Repo, y.Repo) })
	return roots
}

// Status implements mcpserver.Catalog: what the schema holds, together with what
// the configuration and the registry know.
func (a *App) Status(ctx context.Context, project string) (status.Project, error) {
	p, err := a.served(project)
	if err != nil {
		return status.Project{}, err
	}
	store, err := a.project(ctx, project)
	if err != nil {
		return status.Project{}, err
	}
	s, err := store.Status(ctx)
	if err != nil {
		return s, err
	}
	s.Repos = withRoots(s.Repos, p.Roots)
	if s.Outdated > 0 && s.Rebuild == "" {
		s.Rebuild = "files of an older version of the index are replaced by the next sweep"
	}
	s.LastSweep, err = a.registry.LastSweep(ctx, project)
	switch {
	case err != nil:
		return s, err
	case s.LastSweep == nil:
		s.Problem = "never scanned; run: bin/indexer scan " + project
	case s.LastSweep.Error != "":
		s.Problem = s.LastSweep.Error
	}
	return s, nil
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
func (a *App) Skips(ctx context.Context, project string) ([]index.Skip, error) {
	if _, err := a.served(project); err != nil {
		return nil, err
	}
	store, err := a.project(ctx, project)
	if err != nil {
		return nil, err
	}
	return store.Skips(ctx)
}
