package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
)

// Dump returns a line for every row of the project, sorted, without the ids and
// times that depend on when it was written: two indexes of the same files are
// the same lines. The inverted index is not among them, see Words.
func (p *Project) Dump(ctx context.Context) (_ []string, err error) {
	defer database.Wrap(&err, "dump %q", p.name)
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT line FROM (
			SELECT concat_ws(' ', 'file', repo, path, encode(sha256, 'hex'), mtime, size, language, lines, version, md5(content)) AS line
			FROM {}.rag_file f JOIN {}.rag_content c ON c.file_id = f.id
			UNION ALL
			SELECT concat_ws(' ', 'chunk', repo, path, number, start_line, end_line, start_byte, end_byte, decl_start, decl_end, symbol, kind, encode(text_sha, 'hex'))
			FROM {}.rag_chunk c LEFT JOIN {}.rag_file f ON f.id = c.file_id
			UNION ALL
			SELECT concat_ws(' ', 'definition', repo, path, number, name, scope, kind, signature, start_line, end_line, doc_start, doc_end)
			FROM {}.rag_def d LEFT JOIN {}.rag_file f ON f.id = d.file_id
			UNION ALL
			SELECT concat_ws(' ', 'skip', repo, path, reason, detail, size, mtime, version) FROM {}.rag_skip
			UNION ALL
			SELECT concat_ws(' ', 'vector', m.provider, m.name, m.digest, encode(text_sha, 'hex'), md5(vector::text))
			FROM {}.rag_embedding e JOIN {}.rag_model m ON m.id = e.model_id
		) AS everything ORDER BY line COLLATE "C"`))
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Words returns every word of the inverted index, sorted by byte order.
func (p *Project) Words(ctx context.Context) (_ []string, err error) {
	defer database.Wrap(&err, "words of %q", p.name)
	rows, _ := p.db.Pool().Query(ctx, p.sql(`SELECT DISTINCT word FROM {}.rag_posting ORDER BY word`))
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
