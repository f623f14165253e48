// Package migrations carries the schema changes of the database: one set for
// the registry, and one that runs once in every project's schema.
package migrations

import "embed"

// Registry holds the migrations of the schema that lists the projects.
//
//go:embed registry/*.sql
var Registry embed.FS

// Project holds the migrations that run in each project's schema. They name
// tables without a schema: the search path decides.
//
//go:embed project/*.sql
var Project embed.FS
