package app

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"coderag/internal/code"
	"coderag/internal/config"
)

// A catalog is rag-projects.json as it is at each question. It is safe for
// concurrent use.
type catalog struct {
	source  *config.Source
	changed func(problems []error) // may be nil

	mu   sync.Mutex
	told string // the problems the last call of changed named
}

func newCatalog(path string, changed func([]error)) *catalog {
	return &catalog{source: config.NewSource(path), changed: changed}
}

// current returns what the file says now; where it cannot be used, what it said
// last, and why.
func (c *catalog) current() (config.Projects, error) {
	projects, err := c.source.Projects()
	if c.changed != nil {
		c.tell(projects, err)
	}
	return projects, err
}

// tell calls changed unless the problems are those it has told.
func (c *catalog) tell(projects config.Projects, err error) {
	var problems []error
	if err != nil {
		problems = append(problems, err)
	}
	for _, bad := range projects.Bad {
		problems = append(problems, bad.Err)
	}
	text := ""
	if len(problems) > 0 {
		text = errors.Join(problems...).Error()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if text != c.told {
		c.told = text
		c.changed(problems)
	}
}

// sweepable returns a project whose roots are all there.
func (c *catalog) sweepable(name string) (code.Project, error) {
	projects, err := c.current()
	if err != nil && projects.Path == "" {
		return code.Project{}, err
	}
	return projects.Find(name)
}

// served returns a project whose index may be searched.
func (c *catalog) served(name string) (code.Project, error) {
	projects, err := c.current()
	if err != nil && projects.Path == "" {
		return code.Project{}, err
	}
	all := projects.Served()
	if i := slices.IndexFunc(all, func(p code.Project) bool { return p.Name == name }); i >= 0 {
		return all[i], nil
	}
	return projects.Find(name)
}

// Projects returns what rag-projects.json says now; where it cannot be used,
// what it said last, and why.
func (a *App) Projects() (config.Projects, error) { return a.catalog.current() }

// Names implements mcpserver.Catalog: the projects whose index may be searched.
func (a *App) Names() []string {
	projects, _ := a.catalog.current()
	var names []string
	for _, p := range projects.Served() {
		names = append(names, p.Name)
	}
	return names
}

// Has implements mcpserver.Catalog.
func (a *App) Has(project string) bool { return slices.Contains(a.Names(), project) }

// Roots implements mcpserver.Catalog.
func (a *App) Roots(project string) []code.Root {
	p, err := a.catalog.served(project)
	if err != nil {
		return nil
	}
	roots := slices.Clone(p.Roots)
	slices.SortFunc(roots, func(x, y code.Root) int { return strings.Compare(x.Repo, y.Repo) })
	return roots
}
