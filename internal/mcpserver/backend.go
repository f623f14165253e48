// Package mcpserver offers projects to coding agents as tools over the Model
// Context Protocol.
package mcpserver

import (
	"context"

	"coderag/internal/code"
	"coderag/internal/search"
	"coderag/internal/status"
)

// Searcher reads the index. A project may be code.AllProjects.
type Searcher interface {
	Search(ctx context.Context, project string, r search.Request) (search.Reply, error)
	Chunk(ctx context.Context, project, id string, neighbors int) (search.ChunkText, error)
	Span(ctx context.Context, project string, r search.SpanRequest) (search.SpanText, error)
}

// Reindexer brings named files of a project up to date at once. A path is
// relative to a root of the project, or absolute and, as text, inside one;
// symbolic links in it are for the Reindexer to judge.
type Reindexer interface {
	Reindex(ctx context.Context, project string, paths []string) ([]Reindexed, error)
}

// Reindexed says what became of one path.
type Reindexed struct {
	Repo    string `json:"repo"`
	Path    string `json:"path"`
	Outcome string `json:"outcome"` // indexed, unchanged, removed or skipped
	Detail  string `json:"detail"`  // why it was skipped
}

// Catalog knows the projects that are configured now. All but Status answer
// from memory: they are asked on every call.
type Catalog interface {
	Has(project string) bool
	Names() []string                  // sorted
	Roots(project string) []code.Root // in order of their labels; nil for an unknown project
	Status(ctx context.Context, project string) (status.Project, error)
}
