package evaluate

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"coderag/internal/app"
	"coderag/internal/code"
	"coderag/internal/config"
	"coderag/internal/database"
	"coderag/internal/eval"
	"coderag/internal/fault"
)

// A ground is what an evaluation is made on: the service in this process, and
// where in its projects the repositories of the question set are.
type ground struct {
	config   config.Config
	app      *app.App
	db       *database.DB
	projects []code.Project // those to ask, by name
	places   map[string]*place
}

// A place is the repository of a question set within a project.
type place struct {
	repo    string // as the question set names it
	project string
	label   string // of the root
	prefix  string // what an indexed path lacks to be relative to the repository: "", or "src/flask/"
	files   []indexed
}

// open opens the service with the configuration of the run.
func (e *evaluation) open(ctx context.Context) (_ *ground, err error) {
	c, err := e.env.Config()
	if err != nil {
		return nil, err
	}
	g := &ground{config: e.configured(c), places: map[string]*place{}}
	if g.projects, err = e.selected(); err != nil {
		return nil, err
	}
	logger := slog.New(slog.NewTextHandler(e.env.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	g.app, err = app.Open(ctx, app.Options{Config: g.config, Projects: e.env.ProjectsPath(), Name: "coderag eval", Logger: logger, Off: e.off()})
	if err != nil {
		return nil, err
	}
	g.db, err = database.Open(ctx, database.Options{
		URL: c.Database.URL, MaxConns: 2, ConnectTimeout: c.Database.ConnectTimeout, ApplicationName: "coderag eval",
	})
	if err != nil {
		g.app.Close()
		return nil, err
	}
	return g, nil
}

func (g *ground) close() {
	g.db.Close()
	g.app.Close()
}

// selected returns the projects that were named, or all of them.
func (e *evaluation) selected() ([]code.Project, error) {
	all, err := config.LoadProjects(e.env.ProjectsPath())
	if err != nil {
		return nil, err
	}
	if len(e.projects) == 0 {
		return all.Served(), nil
	}
	var named []code.Project
	for _, p := range all.Served() {
		if slices.Contains(e.projects, p.Name) {
			named = append(named, p)
		}
	}
	for _, name := range e.projects {
		if !slices.ContainsFunc(named, func(p code.Project) bool { return p.Name == name }) {
			_, err := all.Find(name)
			return nil, errors.Join(err)
		}
	}
	return named, nil
}

// find says which root the repository of a question set is: the one with its
// label.
func (g *ground) find(repo string) (found place, err error) {
	var all []place
	for _, p := range g.projects {
		for _, r := range p.Roots {
			if r.Repo == repo || p.Name == repo && len(p.Roots) == 1 {
				all = append(all, place{repo: repo, project: p.Name, label: r.Repo})
			}
		}
	}
	switch len(all) {
	case 0:
		return found, fault.New(fault.NotFound, "no project has a repo %q", repo).
			Fix("add a root with this label to rag-projects.json, and scan it")
	case 1:
		return all[0], nil
	}
	return found, fault.New(fault.Invalid, "the projects %s and %s both have a repo %q", all[0].project, all[1].project, repo).
		Fix("name the project to ask: coderag eval ... %s", all[0].project)
}

// settle finds the place of every repository of the set and reads what is
// indexed there.
func (g *ground) settle(ctx context.Context, s eval.Set, roots map[string]string) error {
	for _, q := range s.Questions {
		if g.places[q.Repo] != nil {
			continue
		}
		p, err := g.find(q.Repo)
		if err != nil {
			return err
		}
		if p.files, err = g.indexedFiles(ctx, p.project, p.label); err != nil {
			return err
		}
		p.prefix = prefix(p, s, roots[q.Repo])
		g.places[q.Repo] = &p
	}
	return nil
}

// prefix tells whether the index has the paths of the repository, or lacks the
// folder that is the root: by which of the two finds more targets.
func prefix(p place, s eval.Set, root string) string {
	if root == "" {
		return ""
	}
	root += "/"
	has := map[string]bool{}
	for _, f := range p.files {
		has[f.Path] = true
	}
	whole, below := 0, 0
	for _, q := range s.Questions {
		for _, t := range q.Expect {
			if q.Repo != p.repo {
				continue
			}
			if has[t.Path] {
				whole++
			}
			if rest, ok := strings.CutPrefix(t.Path, root); ok && has[rest] {
				below++
			}
		}
	}
	if below > whole {
		return root
	}
	return ""
}

// missing returns the targets that are not indexed: no search can find them.
func (g *ground) missing(s eval.Set) (all []eval.Target) {
	has := map[eval.Target]bool{}
	for _, p := range g.places {
		for _, f := range p.files {
			has[eval.Target{Repo: p.repo, Path: p.prefix + f.Path}] = true
		}
	}
	for _, q := range s.Questions {
		for _, t := range q.Expect {
			if !has[eval.Target{Repo: t.Repo, Path: t.Path}] {
				all = append(all, t)
			}
		}
	}
	return all
}
