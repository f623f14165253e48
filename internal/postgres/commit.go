package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/index"
	"coderag/internal/postings"
)

// Commit implements index.Store: what the batch replaces or removes goes, what
// it brings comes, in one transaction.
func (p *Project) Commit(ctx context.Context, b index.Batch) (err error) {
	defer database.Wrap(&err, "store %d files", len(b.Files))
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		if err := p.removeFiles(ctx, tx, b); err != nil {
			return err
		}
		if err := p.touchFiles(ctx, tx, b.Touched); err != nil {
			return err
		}
		if err := p.noteChanges(ctx, tx, len(b.Files)+len(b.Removed)); err != nil {
			return err
		}
		if len(b.Files) == 0 {
			return nil
		}
		segment, err := p.putSegment(ctx, tx, b.Segment)
		if err != nil {
			return err
		}
		return p.putFiles(ctx, tx, b.Files, segment)
	})
}

// removeFiles deletes every row of the files the batch removes or replaces. The
// statements use the primary keys.
func (p *Project) removeFiles(ctx context.Context, tx pgx.Tx, b index.Batch) error {
	ids := append([]int64(nil), b.Removed...)
	for i := range b.Files {
		ids = append(ids, b.Files[i].ID)
	}
	batch := &pgx.Batch{}
	for _, statement := range []string{
		`DELETE FROM {}.rag_def WHERE file_id = ANY($1)`,
		`DELETE FROM {}.rag_chunk WHERE file_id = ANY($1)`,
		`DELETE FROM {}.rag_content WHERE file_id = ANY($1)`,
		`DELETE FROM {}.rag_file WHERE id = ANY($1)`,
	} {
		batch.Queue(p.sql(statement), ids)
	}
	return tx.SendBatch(ctx, batch).Close()
}

func (p *Project) touchFiles(ctx context.Context, tx pgx.Tx, touched []index.Touch) error {
	batch := &pgx.Batch{}
	for _, t := range touched {
		batch.Queue(p.sql(`UPDATE {}.rag_file SET mtime = $2, size = $3 WHERE id = $1`), t.ID, t.Stat.ModTime, t.Stat.Size)
	}
	if batch.Len() == 0 {
		return nil
	}
	return tx.SendBatch(ctx, batch).Close()
}

func (p *Project) putFiles(ctx context.Context, tx pgx.Tx, files []index.File, segment int32) error {
	err := copyRows(ctx, tx, p.table("rag_file"),
		[]string{"id", "repo", "path", "sha256", "mtime", "size", "language", "lines", "version", "segment"}, files,
		func(f *index.File) []any {
			return []any{f.ID, f.Repo, f.Path, f.SHA256[:], f.Stat.ModTime, f.Stat.Size, f.Language, f.Lines, index.Version, segment}
		})
	if err != nil {
		return err
	}
	err = copyRows(ctx, tx, p.table("rag_content"), []string{"file_id", "content"}, files,
		func(f *index.File) []any { return []any{f.ID, f.Text} })
	if err != nil {
		return err
	}
	if err := p.putChunks(ctx, tx, files); err != nil {
		return err
	}
	return p.putDefinitions(ctx, tx, files)
}

func (p *Project) putChunks(ctx context.Context, tx pgx.Tx, files []index.File) error {
	type row struct {
		file int64
		*index.Chunk
	}
	var rows []row
	for i := range files {
		for j := range files[i].Chunks {
			rows = append(rows, row{files[i].ID, &files[i].Chunks[j]})
		}
	}
	return copyRows(ctx, tx, p.table("rag_chunk"),
		[]string{"file_id", "number", "start_line", "end_line", "start_byte", "end_byte", "decl_start", "decl_end", "symbol", "kind", "text_sha"},
		rows, func(r *row) []any {
			return []any{
				r.file, r.Number, r.Lines.Start, r.Lines.End, r.Bytes.Start, r.Bytes.End,
				r.Decl.Start, r.Decl.End, r.Symbol, string(r.Kind), r.TextSHA[:],
			}
		})
}

func (p *Project) putDefinitions(ctx context.Context, tx pgx.Tx, files []index.File) error {
	type row struct {
		file   int64
		number int
		*code.Definition
	}
	var rows []row
	for i := range files {
		for j := range files[i].Definitions {
			rows = append(rows, row{files[i].ID, j, &files[i].Definitions[j]})
		}
	}
	return copyRows(ctx, tx, p.table("rag_def"),
		[]string{"file_id", "number", "name", "scope", "kind", "signature", "start_line", "end_line", "doc_start", "doc_end"},
		rows, func(r *row) []any {
			return []any{
				r.file, r.number, r.Name, r.Scope, string(r.Kind), r.Signature,
				r.Lines.Start, r.Lines.End, r.DocLines.Start, r.DocLines.End,
			}
		})
}

// putSegment stores a segment and returns its id.
func (p *Project) putSegment(ctx context.Context, tx pgx.Tx, s postings.Segment) (id int32, err error) {
	err = tx.QueryRow(ctx, p.sql(`INSERT INTO {}.rag_segment (format, files, documents, vocabulary) VALUES ($1, $2, $3, $4) RETURNING id`),
		postings.Format, s.Files, s.Documents, s.Vocabulary).Scan(&id)
	if err != nil {
		return 0, err
	}
	_, err = tx.CopyFrom(ctx, p.table("rag_posting"), []string{"segment", "word", "files", "list"},
		pgx.CopyFromSlice(len(s.Words), func(i int) ([]any, error) {
			return []any{id, s.Words[i], s.Frequency[i], s.Lists[i]}, nil
		}))
	return id, err
}
