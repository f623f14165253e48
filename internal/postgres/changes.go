package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Work that passes over all of a table waits until enough files have changed to be worth
// it. A key of rag_meta each has how many files were stored or removed since it was done.
const (
	metaUncounted = "mentions uncounted"
	metaUndropped = "orphans undropped"
)

// noteChanges adds to the files changed since each kind of work was done.
func (p *Project) noteChanges(ctx context.Context, tx pgx.Tx, files int) error {
	if files == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, p.sql(`
		INSERT INTO {}.rag_meta AS m SELECT key, $2::int::text FROM unnest($1::text[]) AS key
		ON CONFLICT (key) DO UPDATE SET value = m.value::int + excluded.value::int`), []string{metaUncounted, metaUndropped}, files)
	return err
}

// changed reports whether more than so many percent of the files have changed since the
// work was done.
func (p *Project) changed(ctx context.Context, tx pgx.Tx, work string, percent int) (due bool, err error) {
	err = tx.QueryRow(ctx, p.sql(`
		SELECT coalesce((SELECT value::bigint FROM {}.rag_meta WHERE key = $1), 0) * 100 / $2 > (SELECT count(*) FROM {}.rag_file)`),
		work, percent).Scan(&due)
	return due, err
}

// workDone starts counting anew.
func (p *Project) workDone(ctx context.Context, tx pgx.Tx, work string) error {
	_, err := tx.Exec(ctx, p.sql(`UPDATE {}.rag_meta SET value = 0 WHERE key = $1`), work)
	return err
}
