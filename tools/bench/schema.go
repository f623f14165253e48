package main

import (
	"context"

	"coderag/internal/fault"
)

// measureSchema reads the sizes of the tables, as the scan left them.
func (b *bench) measureSchema(ctx context.Context, r *Result) (err error) {
	defer fault.Wrap(&err, "read the sizes of the tables")
	rows, err := b.db.Pool().Query(ctx, `
		SELECT c.relname, pg_relation_size(c.oid), pg_indexes_size(c.oid), pg_total_relation_size(c.oid)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY 4 DESC, 1`, project)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var t Table
		if err := rows.Scan(&t.Name, &t.Heap, &t.Indexes, &t.Total); err != nil {
			return err
		}
		r.Schema.Total += t.Total
		r.Schema.Tables = append(r.Schema.Tables, t)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return b.countRows(ctx, r)
}

func (b *bench) countRows(ctx context.Context, r *Result) error {
	for i := range r.Schema.Tables {
		t := &r.Schema.Tables[i]
		// The name is one of our own migrations'.
		if err := b.db.Pool().QueryRow(ctx, "SELECT count(*) FROM "+project+"."+t.Name).Scan(&t.Rows); err != nil {
			return err
		}
		if t.Name == "rag_def" {
			r.Corpus.Definitions = t.Rows
		}
	}
	return nil
}
