package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
	"coderag/internal/index"
	"coderag/internal/status"
)

// Status describes what the schema holds but vectors. Repos have their labels and
// files only; sweeps are the registry's. It passes over the small tables.
func (p *Project) Status(ctx context.Context) (s status.Project, err error) {
	defer database.Wrap(&err, "status of %q", p.name)
	s = status.Project{Name: p.name, Skipped: map[string]int64{}, Languages: map[string]int64{}}
	err = p.db.Snapshot(ctx, func(tx pgx.Tx) error {
		if err := p.countRows(ctx, tx, &s); err != nil {
			return err
		}
		return p.countGroups(ctx, tx, &s)
	})
	return s, err
}

func (p *Project) countRows(ctx context.Context, tx pgx.Tx, s *status.Project) error {
	return tx.QueryRow(ctx, p.sql(`
		SELECT (SELECT count(*) FROM {}.rag_file),
		       (SELECT count(*) FROM {}.rag_file WHERE version <> $2),
		       (SELECT coalesce(sum(size), 0) FROM {}.rag_file),
		       (SELECT count(*) FROM {}.rag_chunk),
		       (SELECT count(*) FROM {}.rag_def),
		       (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)
		        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		        WHERE n.nspname = $1 AND c.relkind = 'r')`), p.name, index.Version).
		Scan(&s.Files, &s.Outdated, &s.TextBytes, &s.Chunks, &s.Definitions, &s.StoredBytes)
}

// Outdated reports whether another version of the program stored files or pages of
// vectors: the next sweep does it again.
func (p *Project) Outdated(ctx context.Context) (outdated bool, err error) {
	defer database.Wrap(&err, "versions in %q", p.name)
	err = p.db.Pool().QueryRow(ctx, p.sql(`
		SELECT EXISTS (SELECT FROM {}.rag_file WHERE version <> $1)
		    OR EXISTS (SELECT FROM {}.rag_vector_page WHERE format <> $2)`), index.Version, vectorPageFormat).Scan(&outdated)
	return outdated, err
}

func (p *Project) countGroups(ctx context.Context, tx pgx.Tx, s *status.Project) error {
	err := groups(ctx, tx, p.sql(`SELECT reason, count(*) FROM {}.rag_skip GROUP BY reason`), func(name string, n int64) {
		s.Skipped[name] = n
	})
	if err != nil {
		return err
	}
	err = groups(ctx, tx, p.sql(`SELECT language, count(*) FROM {}.rag_file GROUP BY language`), func(name string, n int64) {
		s.Languages[name] = n
	})
	if err != nil {
		return err
	}
	return groups(ctx, tx, p.sql(`SELECT repo, count(*) FROM {}.rag_file GROUP BY repo ORDER BY repo`), func(name string, n int64) {
		s.Repos = append(s.Repos, status.Repo{Label: name, Files: n})
	})
}

func groups(ctx context.Context, tx pgx.Tx, query string, add func(name string, n int64)) error {
	rows, _ := tx.Query(ctx, query)
	var name string
	var n int64
	_, err := pgx.ForEachRow(rows, []any{&name, &n}, func() error { add(name, n); return nil })
	return err
}
