package app

import (
	"context"
	"slices"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// Search implements mcpserver.Searcher.
func (a *App) Search(ctx context.Context, project string, r search.Request) (search.Reply, error) {
	if project != code.AllProjects {
		e, err := a.engine(ctx, project)
		if err != nil {
			return search.Reply{}, err
		}
		return e.Search(ctx, r)
	}
	all, err := a.federation(ctx)
	if err != nil {
		return search.Reply{}, err
	}
	return all.Search(ctx, r)
}

// Chunk implements mcpserver.Searcher.
func (a *App) Chunk(ctx context.Context, project, id string, neighbors int) (search.ChunkText, error) {
	if project == code.AllProjects {
		project = search.ProjectOf(id)
	}
	e, err := a.engine(ctx, project)
	if err != nil {
		return search.ChunkText{}, err
	}
	return e.Chunk(ctx, id, neighbors)
}

// Span implements mcpserver.Searcher.
func (a *App) Span(ctx context.Context, project string, r search.SpanRequest) (search.SpanText, error) {
	e, err := a.engine(ctx, project)
	if err != nil {
		return search.SpanText{}, err
	}
	return e.Span(ctx, r)
}

// engine returns the read path of a project that may be searched.
func (a *App) engine(ctx context.Context, name string) (*search.Engine, error) {
	p, err := a.served(name)
	if err != nil {
		return nil, err
	}
	store, err := a.project(ctx, name)
	if err != nil {
		return nil, err
	}
	e := &search.Engine{
		Project: name, Store: store, Options: a.searchOptions(),
		Disk: newDisk(p.Roots, int64(a.config.Index.MaxFileBytes)),
	}
	if a.guard != nil {
		e.Embedder = a.guard
	}
	return e, nil
}

func (a *App) federation(ctx context.Context) (search.Federation, error) {
	var all search.Federation
	for _, name := range a.Names() {
		e, err := a.engine(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		return nil, fault.New(fault.NotFound, "no project is configured").Fix("add one to rag-projects.json")
	}
	return all, nil
}

// configured returns a project that can be swept.
func (a *App) configured(name string) (code.Project, error) {
	projects, err := a.source.Projects()
	if err != nil && len(projects.Names()) == 0 {
		return code.Project{}, err
	}
	return projects.Find(name)
}

// served returns a project whose index may be searched.
func (a *App) served(name string) (code.Project, error) {
	projects, _ := a.source.Projects()
	all := projects.Served()
	if i := slices.IndexFunc(all, func(p code.Project) bool { return p.Name == name }); i >= 0 {
		return all[i], nil
	}
	return projects.Find(name)
}
