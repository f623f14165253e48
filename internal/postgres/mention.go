package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
)

// countAfter is the share of the files, in percent, that change before mentions
// are counted again. It takes a second for a corpus of ten thousand files, and
// one edit moves no count by much.
const countAfter = 1

// CountMentions implements index.Store, with one pass over rag_def and one over
// rag_posting, in one transaction.
func (p *Project) CountMentions(ctx context.Context) (err error) {
	defer database.Wrap(&err, "count mentions")
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		if due, err := p.changed(ctx, tx, metaUncounted, countAfter); err != nil || !due {
			return err
		}
		if _, err := tx.Exec(ctx, p.sql(`DELETE FROM {}.rag_mention`)); err != nil {
			return err
		}
		// Tables just filled have no statistics, and a nested loop would read all
		// postings once for each name.
		if _, err := tx.Exec(ctx, `SET LOCAL enable_nestloop = off`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, p.sql(insertMentions)); err != nil {
			return err
		}
		return p.workDone(ctx, tx, metaUncounted)
	})
}

// insertMentions counts names of several parts alone (parseQuery, parse_query):
// of one that is a word of its own, most occurrences are of the word.
const insertMentions = `
	WITH declared AS (
		SELECT translate(lower(name), '_-', '') AS word, min(file_id) AS file_id
		FROM {}.rag_def
		WHERE name ~ '[[:lower:][:digit:]][[:upper:]]|[[:alnum:]][_-][[:alpha:]]' AND kind NOT IN ('heading', 'test')
		GROUP BY 1 HAVING count(DISTINCT file_id) = 1
	), mentioned AS (
		SELECT d.file_id, d.word, sum(p.files) - 1 AS files
		FROM declared d JOIN {}.rag_posting p ON p.word = d.word
		GROUP BY d.file_id, d.word
	)
	INSERT INTO {}.rag_mention
	SELECT file_id, sum(files) FROM mentioned WHERE files > 0 GROUP BY file_id`
