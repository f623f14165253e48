package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/history"
)

// metaHistory is the key of rag_meta that has the revision of a repo whose
// history was read last.
func metaHistory(repo string) string { return "history " + repo }

// HistoryHead implements index.Store.
func (p *Project) HistoryHead(ctx context.Context, repo string) (head string, err error) {
	defer database.Wrap(&err, "history head of repo %q", repo)
	err = p.db.Pool().QueryRow(ctx, p.sql(`SELECT value FROM {}.rag_meta WHERE key = $1`), metaHistory(repo)).Scan(&head)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return head, err
}

// PutCommits implements index.Store, in one transaction.
func (p *Project) PutCommits(ctx context.Context, repo string, commits []history.Commit, afresh bool) (err error) {
	defer database.Wrap(&err, "store %d commits of repo %q", len(commits), repo)
	revisions := make([]string, len(commits))
	for i := range commits {
		revisions[i] = commits[i].Revision
	}
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, p.sql(`
			WITH gone AS (DELETE FROM {}.rag_commit WHERE repo = $1 AND ($2 OR revision = ANY($3)) RETURNING id)
			DELETE FROM {}.rag_commit_file f USING gone WHERE f.commit_id = gone.id`), repo, afresh, revisions)
		if err != nil {
			return err
		}
		return p.copyCommits(ctx, tx, repo, commits)
	})
}

// SetHistoryHead implements index.Store.
func (p *Project) SetHistoryHead(ctx context.Context, repo, head string) (err error) {
	defer database.Wrap(&err, "note history head of repo %q", repo)
	_, err = p.db.Pool().Exec(ctx, p.sql(`
		INSERT INTO {}.rag_meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`), metaHistory(repo), head)
	return err
}

func (p *Project) copyCommits(ctx context.Context, tx pgx.Tx, repo string, commits []history.Commit) error {
	type fileRow struct {
		commit int64
		path   string
	}
	rows, _ := tx.Query(ctx, `SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)`, p.schema+".rag_commit", len(commits))
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	var files []fileRow
	for i := range commits {
		for _, path := range commits[i].Paths {
			files = append(files, fileRow{ids[i], path})
		}
	}
	next := 0
	err = copyRows(ctx, tx, p.table("rag_commit"),
		[]string{"id", "repo", "revision", "author", "authored_at", "subject", "body", "files"}, commits,
		func(c *history.Commit) []any {
			next++
			return []any{ids[next-1], repo, c.Revision, c.Author, c.Time, c.Subject, c.Body, c.Files}
		})
	if err != nil {
		return err
	}
	return copyRows(ctx, tx, p.table("rag_commit_file"), []string{"commit_id", "repo", "path"}, files,
		func(f *fileRow) []any { return []any{f.commit, repo, f.path} })
}

// Subjects implements index.Store, by the index on path.
func (p *Project) Subjects(ctx context.Context, files []code.FileID, most int) (_ map[code.FileID][]history.Subject, err error) {
	defer database.Wrap(&err, "subjects of %d files", len(files))
	repos, paths := make([]string, len(files)), make([]string, len(files))
	for i, f := range files {
		repos[i], paths[i] = f.Repo, f.Path
	}
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT f.repo, f.path, c.subject, c.files
		FROM unnest($1::text[], $2::text[]) AS k(repo, path)
		JOIN {}.rag_commit_file f USING (repo, path)
		JOIN {}.rag_commit c ON c.id = f.commit_id
		WHERE c.files <= $3
		ORDER BY f.repo, f.path, c.authored_at DESC, c.id`), repos, paths, most)
	subjects := map[code.FileID][]history.Subject{}
	var f code.FileID
	var s history.Subject
	_, err = pgx.ForEachRow(rows, []any{&f.Repo, &f.Path, &s.Text, &s.Files}, func() error {
		subjects[f] = append(subjects[f], s)
		return nil
	})
	return subjects, err
}

// OtherSubjects implements search.View: a pass over rag_commit and one over
// rag_commit_file, neither of which has an index on the revision alone, then by
// the index on path. It is for measuring.
func (v view) OtherSubjects(ctx context.Context, revision string) (_ map[int64][]history.Subject, err error) {
	defer database.Wrap(&err, "subjects without revision %s", revision)
	rows, _ := v.tx.Query(ctx, v.p.sql(`
		WITH told AS (
			SELECT DISTINCT f.id, f.repo, f.path
			FROM {}.rag_commit c
			JOIN {}.rag_commit_file cf ON cf.commit_id = c.id
			JOIN {}.rag_file f ON f.repo = cf.repo AND f.path = cf.path
			WHERE c.revision = $1 AND c.files <= $2)
		SELECT t.id, c.revision = $1, c.subject, c.files
		FROM told t
		JOIN {}.rag_commit_file cf USING (repo, path)
		JOIN {}.rag_commit c ON c.id = cf.commit_id
		WHERE c.files <= $2
		ORDER BY t.id, c.authored_at DESC, c.id`), revision, history.MaxTold)
	subjects, commits := map[int64][]history.Subject{}, map[int64]int{}
	var file int64
	var leftOut bool
	var s history.Subject
	_, err = pgx.ForEachRow(rows, []any{&file, &leftOut, &s.Text, &s.Files}, func() error {
		all, n := subjects[file], commits[file]
		if n < history.MaxCommits && !leftOut {
			all = append(all, s)
		}
		subjects[file], commits[file] = all, n+1
		return nil
	})
	return subjects, err
}
