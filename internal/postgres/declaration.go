package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
	"coderag/internal/search"
)

// declarationsSQL finds $2 declarations of each name by the index on the names in lower
// case. OFFSET 0 keeps the planner from walking the primary key of rag_def, which has
// the wanted order and, of a name that nothing declares, every row to look at.
const declarationsSQL = `
	SELECT d.name, d.scope, d.kind, d.start_line, d.end_line, d.file_id, c.number
	FROM (SELECT DISTINCT unnest($1::text[]) AS name) n
	CROSS JOIN LATERAL (
		SELECT * FROM (SELECT * FROM {}.rag_def WHERE lower(name) = n.name OFFSET 0) named
		ORDER BY file_id, number LIMIT $2) d
	CROSS JOIN LATERAL (
		SELECT number FROM {}.rag_chunk
		WHERE file_id = d.file_id AND start_line <= d.start_line AND end_line >= d.start_line
		ORDER BY number LIMIT 1) c
	ORDER BY d.file_id, d.start_line, d.number`

// Declarations implements search.View, by the index on the names and the primary key
// of rag_chunk.
func (v view) Declarations(ctx context.Context, names []string, limit int) (_ []search.Declaration, err error) {
	defer database.Wrap(&err, "declarations of %q", names)
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(name)
	}
	rows, _ := v.tx.Query(ctx, v.p.sql(declarationsSQL), lower, limit)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d search.Declaration, err error) {
		err = row.Scan(&d.Name, &d.Scope, &d.Kind, &d.Lines.Start, &d.Lines.End, &d.Chunk.File, &d.Chunk.Number)
		return d, err
	})
}
