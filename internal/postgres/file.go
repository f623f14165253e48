package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/index"
)

// Files implements index.Store. It reads the whole table.
func (p *Project) Files(ctx context.Context) (_ []index.Stored, err error) {
	defer database.Wrap(&err, "files of %q", p.name)
	rows, _ := p.db.Pool().Query(ctx, p.sql(`SELECT id, repo, path, sha256, mtime, size, version FROM {}.rag_file`))
	return pgx.CollectRows(rows, scanStored)
}

// FilesAt implements index.Store, by the unique key.
func (p *Project) FilesAt(ctx context.Context, ids []code.FileID) (_ []index.Stored, err error) {
	defer database.Wrap(&err, "%d files by path", len(ids))
	repos, paths := make([]string, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		repos[i], paths[i] = id.Repo, id.Path
	}
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT id, repo, path, sha256, mtime, size, version
		FROM {}.rag_file JOIN unnest($1::text[], $2::text[]) AS k(repo, path) USING (repo, path)`), repos, paths)
	return pgx.CollectRows(rows, scanStored)
}

func scanStored(row pgx.CollectableRow) (f index.Stored, err error) {
	var sha []byte
	err = row.Scan(&f.ID, &f.Repo, &f.Path, &sha, &f.Stat.ModTime, &f.Stat.Size, &f.Version)
	copy(f.SHA256[:], sha)
	return f, err
}

// ReserveIDs implements index.Store.
func (p *Project) ReserveIDs(ctx context.Context, n int) (_ []int64, err error) {
	defer database.Wrap(&err, "reserve %d file ids", n)
	rows, _ := p.db.Pool().Query(ctx,
		`SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)`, p.schema+".rag_file", n)
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// Skips implements index.Store. The primary key gives the order.
func (p *Project) Skips(ctx context.Context) (_ []index.Skip, err error) {
	defer database.Wrap(&err, "skips of %q", p.name)
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT repo, path, reason, detail, mtime, size, version FROM {}.rag_skip ORDER BY repo, path`))
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (s index.Skip, err error) {
		err = row.Scan(&s.Repo, &s.Path, &s.Reason, &s.Detail, &s.Stat.ModTime, &s.Stat.Size, &s.Version)
		if s.Version == 0 {
			s.Stat = code.FileStat{}
		}
		return s, err
	})
}

// ReplaceSkips implements index.Store.
func (p *Project) ReplaceSkips(ctx context.Context, repo string, skips []index.Skip) (err error) {
	defer database.Wrap(&err, "replace %d skips of repo %q", len(skips), repo)
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, p.sql(`DELETE FROM {}.rag_skip WHERE repo = $1`), repo); err != nil {
			return err
		}
		return copyRows(ctx, tx, p.table("rag_skip"),
			[]string{"repo", "path", "reason", "detail", "mtime", "size", "version"}, skips,
			func(s *index.Skip) []any {
				mtime := s.Stat.ModTime
				if mtime.IsZero() {
					mtime = time.Unix(0, 0)
				}
				return []any{repo, s.Path, string(s.Reason), s.Detail, mtime, s.Stat.Size, s.Version}
			})
	})
}

// CountFiles returns how many files of the repo are indexed, of all repos with "".
func (p *Project) CountFiles(ctx context.Context, repo string) (n int64, err error) {
	defer database.Wrap(&err, "count files of %q", p.name)
	err = p.db.Pool().QueryRow(ctx, p.sql(`SELECT count(*) FROM {}.rag_file WHERE $1 = '' OR repo = $1`), repo).Scan(&n)
	return n, err
}

// copyRows copies items into the table, one row an item.
func copyRows[T any](ctx context.Context, tx pgx.Tx, table pgx.Identifier, columns []string, items []T, row func(*T) []any) error {
	if len(items) == 0 {
		return nil
	}
	_, err := tx.CopyFrom(ctx, table, columns, pgx.CopyFromSlice(len(items), func(i int) ([]any, error) {
		return row(&items[i]), nil
	}))
	return err
}
