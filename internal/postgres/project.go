// Package postgres holds all SQL of the service. Its types implement the
// storage interfaces that the read path and the write path declare; every
// statement is run by a test on a real server.
package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
	"coderag/internal/index"
	"coderag/internal/search"
	"coderag/migrations"
)

// Project is the schema of one project. It is safe for concurrent use, and one
// value serves a project for the life of a process: it remembers segments and
// pages of vectors.
type Project struct {
	db          *database.DB
	name        string
	schema      string                             // quoted
	segments    *cache[segmentKey, search.Segment] // without lists
	vectorPages *cache[vectorPageKey, vectorPage]
}

var (
	_ index.Store  = (*Project)(nil)
	_ search.Store = (*Project)(nil)
)

// OpenProject returns the schema of the project; it does not touch the
// database. The name is valid.
func OpenProject(db *database.DB, name string) *Project {
	return &Project{
		db: db, name: name, schema: pgx.Identifier{name}.Sanitize(),
		segments:    newCache[segmentKey](segmentBytes, sizeOfSegment),
		vectorPages: newCache[vectorPageKey](vectorPageBytes, vectorPage.bytes),
	}
}

// Migrate creates the schema, or brings it to the version of this program.
func (p *Project) Migrate(ctx context.Context) error {
	return p.db.Migrate(ctx, p.name, migrations.Project, "project")
}

// sql fills the schema into a statement: "{}" stands for it.
func (p *Project) sql(statement string) string {
	return strings.ReplaceAll(statement, "{}", p.schema)
}

// table names a table of the schema for COPY.
func (p *Project) table(name string) pgx.Identifier { return pgx.Identifier{p.name, name} }
