package app

import (
	"context"
	"errors"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// Search implements mcpserver.Searcher. That a project was never scanned is no
// error: the reply says so in a note.
func (a *App) Search(ctx context.Context, project string, r search.Request) (search.Reply, error) {
	if project == code.AllProjects {
		return a.searchAll(ctx, r)
	}
	e, note, err := a.searchable(ctx, project)
	if err != nil {
		return search.Reply{}, err
	}
	var reply search.Reply
	if e != nil {
		if reply, err = e.Search(ctx, r); err != nil {
			a.forgetGone(project, err)
			return search.Reply{}, err
		}
	}
	if note != "" {
		reply.Notes = append([]string{note}, reply.Notes...)
	}
	return reply, nil
}

// searchAll searches every project. One that cannot be searched is left out
// with a note; when none can, that is the error.
func (a *App) searchAll(ctx context.Context, r search.Request) (search.Reply, error) {
	names := a.Names()
	if len(names) == 0 {
		return search.Reply{}, fault.New(fault.NotFound, "no project is configured").Fix("add one to rag-projects.json")
	}
	var all search.Federation
	var notes []string
	var errs []error
	for _, name := range names {
		e, note, err := a.searchable(ctx, name)
		if err != nil {
			errs, note = append(errs, err), "project "+name+" is left out: "+err.Error()
		}
		if e != nil {
			all = append(all, e)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	if len(errs) == len(names) {
		return search.Reply{}, errors.Join(errs...)
	}
	reply, err := all.Search(ctx, r)
	reply.Notes = append(notes, reply.Notes...)
	return reply, err
}

// searchable returns the read path of a project, nil where it has no schema
// yet, and what is to be said of an index that is not complete.
func (a *App) searchable(ctx context.Context, name string) (*search.Engine, string, error) {
	e, err := a.engine(ctx, name)
	switch {
	case errors.Is(err, errNeverScanned):
		return nil, firstScan(name, nil), nil
	case err != nil:
		return nil, "", err
	}
	note, err := a.unscanned(ctx, name)
	return e, note, err
}

// Chunk implements mcpserver.Searcher.
func (a *App) Chunk(ctx context.Context, project, id string, neighbors int) (_ search.ChunkText, err error) {
	if project == code.AllProjects {
		if project = search.ProjectOf(id); !a.Has(project) {
			return search.ChunkText{}, fault.New(fault.NotFound, "%q names a chunk of no project here", id).
				Fix("use a chunk_id as search_code returned it")
		}
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
	p, err := a.catalog.served(name)
	if err != nil {
		return nil, err
	}
	store, err := a.reader(ctx, name)
	if err != nil {
		return nil, err
	}
	e := &search.Engine{
		Project: name, Store: store, Options: a.searchOptions(), Slots: a.slots,
		Disk: newDisk(p.Roots, int64(a.config.Index.MaxFileBytes)),
	}
	if a.guard != nil {
		e.Embedder = a.guard
	}
	if a.standby != nil {
		e.Standby = a.standby
	}
	if a.reranker != nil {
		e.Reranker = a.reranker
	}
	return e, nil
}
