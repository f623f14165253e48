package postgres

import (
	"context"

	"github.com/pgvector/pgvector-go"

	"coderag/internal/database"
	"coderag/internal/search"
)

// Similarities implements search.Store. The primary keys of rag_chunk and
// rag_embedding find the vectors; an answer is at most a few thousand chunks, and
// no file takes part in it that was not named.
func (p *Project) Similarities(ctx context.Context, model int32, vector []float32, files []int64) (_ []search.ChunkScore, err error) {
	defer database.Wrap(&err, "similarities of %d files", len(files))
	return scanChunks(p.db.Pool().Query(ctx, p.sql(`
		SELECT c.file_id, c.number, 1 - (e.vector <=> $2) AS similarity
		FROM {}.rag_chunk c
		JOIN {}.rag_embedding e ON e.model_id = $1 AND e.text_sha = c.text_sha
		WHERE c.file_id = ANY($3)
		ORDER BY similarity DESC, c.file_id, c.number`), model, pgvector.NewHalfVector(vector), files))
}
