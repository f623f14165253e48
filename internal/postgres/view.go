package postgres

import (
	"context"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// view is a project as one read-only transaction sees it.
type view struct {
	p  *Project
	tx pgx.Tx
}

// View implements search.Store.
func (p *Project) View(ctx context.Context, fn func(search.View) error) (err error) {
	defer database.Wrap(&err, "project %q", p.name)
	return p.db.Snapshot(ctx, func(tx pgx.Tx) error { return fn(view{p, tx}) })
}

const fileColumns = `f.id, f.repo, f.path, f.language, f.mtime, f.size, f.lines, f.segment, coalesce(m.mentions, 0)`

// filesSQL selects fileColumns.
const filesSQL = `SELECT ` + fileColumns + ` FROM {}.rag_file f LEFT JOIN {}.rag_mention m ON m.file_id = f.id `

func scanFile(row pgx.CollectableRow) (f search.File, err error) {
	err = row.Scan(&f.ID, &f.Repo, &f.Path, &f.Language, &f.Stat.ModTime, &f.Stat.Size, &f.Lines, &f.Segment, &f.Mentions)
	return f, err
}

// Files implements search.View, by primary key.
func (v view) Files(ctx context.Context, ids []int64) (_ []search.File, err error) {
	defer database.Wrap(&err, "%d files", len(ids))
	rows, _ := v.tx.Query(ctx, v.p.sql(filesSQL+`WHERE f.id = ANY($1) ORDER BY f.id`), ids)
	return pgx.CollectRows(rows, scanFile)
}

// FilesMatching implements search.View: a pass over rag_file, or over the part
// of its key that has the repo.
func (v view) FilesMatching(ctx context.Context, f search.Filter) (_ map[int64]bool, err error) {
	defer database.Wrap(&err, "files of filter %+v", f)
	where, args := filterSQL(f, nil)
	rows, _ := v.tx.Query(ctx, v.p.sql(`SELECT f.id FROM {}.rag_file f WHERE `+where), args...)
	ids := map[int64]bool{}
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { ids[id] = true; return nil })
	return ids, err
}

// filterSQL returns the condition of the filter on rag_file f, and args with its
// values appended. A prefix is compared, not matched: its % and _ mean
// themselves.
func filterSQL(f search.Filter, args []any) (string, []any) {
	conditions := []string{"true"}
	add := func(condition, value string) {
		if value == "" {
			return
		}
		args = append(args, value)
		conditions = append(conditions, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	add("f.repo = ?", f.Repo)
	add("f.language = ?", f.Language)
	add("starts_with(f.path, ?)", f.PathPrefix)
	return strings.Join(conditions, " AND "), args
}

// Chunks implements search.View, by primary key.
func (v view) Chunks(ctx context.Context, keys []search.ChunkKey) (_ []search.Chunk, err error) {
	defer database.Wrap(&err, "%d chunks", len(keys))
	files, numbers := make([]int64, len(keys)), make([]int32, len(keys))
	for i, k := range keys {
		files[i], numbers[i] = k.File, int32(k.Number)
	}
	rows, _ := v.tx.Query(ctx, v.p.sql(`
		SELECT c.file_id, c.number, c.start_line, c.end_line, c.start_byte, c.end_byte,
		       c.decl_start, c.decl_end, c.symbol, c.kind, c.text_sha
		FROM unnest($1::bigint[], $2::int[]) AS k(file_id, number)
		JOIN {}.rag_chunk c USING (file_id, number)
		ORDER BY c.file_id, c.number`), files, numbers)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c search.Chunk, err error) {
		var sha []byte
		err = row.Scan(&c.Key.File, &c.Key.Number, &c.Lines.Start, &c.Lines.End, &c.Bytes.Start, &c.Bytes.End,
			&c.Decl.Start, &c.Decl.End, &c.Symbol, &c.Kind, &sha)
		c.Number = c.Key.Number
		copy(c.TextSHA[:], sha)
		return c, err
	})
}

// Texts implements search.View, by primary key.
func (v view) Texts(ctx context.Context, files []int64) (_ map[int64]string, err error) {
	defer database.Wrap(&err, "texts of %d files", len(files))
	rows, _ := v.tx.Query(ctx, v.p.sql(`SELECT file_id, content FROM {}.rag_content WHERE file_id = ANY($1)`), files)
	texts := make(map[int64]string, len(files))
	var id int64
	var text string
	_, err = pgx.ForEachRow(rows, []any{&id, &text}, func() error { texts[id] = text; return nil })
	return texts, err
}

// FileByPath implements search.View: by the unique key where the repo is given,
// by a pass over rag_file where it is not.
func (v view) FileByPath(ctx context.Context, id code.FileID) (_ search.File, err error) {
	defer database.Wrap(&err, "file %s", id)
	rows, _ := v.tx.Query(ctx, v.p.sql(filesSQL+`WHERE f.path = $1 AND ($2 = '' OR f.repo = $2) ORDER BY f.repo LIMIT 2`), id.Path, id.Repo)
	found, err := pgx.CollectRows(rows, scanFile)
	switch {
	case err != nil:
		return search.File{}, err
	case len(found) == 0:
		return search.File{}, fault.New(fault.NotFound, "no such file in the index").
			Fix("search for it, or index it with reindex_path if it is new")
	case len(found) > 1:
		return search.File{}, fault.New(fault.Invalid, "the path exists in the repos %q and %q", found[0].Repo, found[1].Repo).
			Fix("say which one with repo")
	}
	return found[0], nil
}
