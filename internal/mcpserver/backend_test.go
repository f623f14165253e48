package mcpserver_test

import (
	"context"
	"slices"
	"sync"

	"coderag/internal/code"
	"coderag/internal/mcpserver"
	"coderag/internal/search"
	"coderag/internal/status"
)

// backend is a Searcher, Reindexer and Catalog of two projects. It counts the
// calls that reach it and answers with what its functions return.
type backend struct {
	search  func(ctx context.Context, project string, r search.Request) (search.Reply, error)
	chunk   func(project, id string, neighbors int) (search.ChunkText, error)
	span    func(project string, r search.SpanRequest) (search.SpanText, error)
	reindex func(project string, paths []string) ([]mcpserver.Reindexed, error)
	status  func(project string) (status.Project, error)

	mu    sync.Mutex
	calls int
}

func (b *backend) called() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
}

func (b *backend) Search(ctx context.Context, project string, r search.Request) (search.Reply, error) {
	b.called()
	return b.search(ctx, project, r)
}

func (b *backend) Chunk(_ context.Context, project, id string, neighbors int) (search.ChunkText, error) {
	b.called()
	return b.chunk(project, id, neighbors)
}

func (b *backend) Span(_ context.Context, project string, r search.SpanRequest) (search.SpanText, error) {
	b.called()
	return b.span(project, r)
}

func (b *backend) Reindex(_ context.Context, project string, paths []string) ([]mcpserver.Reindexed, error) {
	b.called()
	return b.reindex(project, paths)
}

func (b *backend) Status(_ context.Context, project string) (status.Project, error) {
	return b.status(project)
}

func (b *backend) Names() []string         { return []string{"shop", "tools"} }
func (b *backend) Has(project string) bool { return slices.Contains(b.Names(), project) }
func (b *backend) Roots(p string) []code.Root {
	return map[string][]code.Root{
		"shop":  {{Path: "/src/api", Repo: "api"}, {Path: "/src/web", Repo: "web"}},
		"tools": {{Path: "/src/tools", Repo: "tools"}},
	}[p]
}
