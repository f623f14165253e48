package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"coderag/internal/database"
	"coderag/internal/search"
)

// Nearest implements search.Store. It compares every vector where there are few
// or a filter leaves few, which is exact, and walks the graph index above.
func (p *Project) Nearest(ctx context.Context, model int32, vector []float32, f search.Filter, limit int) (_ []search.ChunkScore, err error) {
	defer database.Wrap(&err, "nearest %d chunks", limit)
	var found []search.ChunkScore
	err = p.db.Snapshot(ctx, func(tx pgx.Tx) error {
		dimension, err := p.graphDimension(ctx, tx, model, f)
		if err != nil {
			return err
		}
		if dimension == len(vector) {
			if found, err = p.nearestByGraph(ctx, tx, model, vector, f, limit); err != nil || len(found) >= limit {
				return err
			}
		}
		if f.IsZero() {
			if found, err = p.nearestTexts(ctx, tx, model, vector, limit); err != nil || len(found) >= limit {
				return err
			}
		}
		found, err = p.nearestChunks(ctx, tx, model, vector, f, limit)
		return err
	})
	return found, err
}

// graphName is the name of a model's graph index.
func graphName(model int32) string { return "rag_embedding_graph_" + strconv.Itoa(int(model)) }

// graphDimension returns the dimension of the model's graph index, 0 where there
// is none or where the filter leaves few enough chunks for an exact scan.
func (p *Project) graphDimension(ctx context.Context, tx pgx.Tx, model int32, f search.Filter) (dimension int, err error) {
	err = tx.QueryRow(ctx, p.sql(`
		SELECT coalesce(max(m.dimension), 0)
		FROM {}.rag_model m, pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE m.id = $1 AND n.nspname = $2 AND c.relname = $3 AND i.indisvalid`), model, p.name, graphName(model)).Scan(&dimension)
	if err != nil || dimension == 0 || f.IsZero() {
		return dimension, err
	}
	where, args := filterSQL(f, nil)
	var chunks int
	err = tx.QueryRow(ctx, p.sql(`SELECT count(*) FROM {}.rag_chunk c JOIN {}.rag_file f ON f.id = c.file_id WHERE `+where), args...).Scan(&chunks)
	if chunks <= p.options.ExactScanRows {
		dimension = 0
	}
	return dimension, err
}

// nearestTexts computes the distance of every text, and looks up the chunks of
// the nearest alone. Texts no chunk has any more can make its answer short. (WITH
// TIES would have to sort them all.)
func (p *Project) nearestTexts(ctx context.Context, tx pgx.Tx, model int32, vector []float32, limit int) ([]search.ChunkScore, error) {
	return scanChunks(tx.Query(ctx, p.sql(`
		SELECT c.file_id, c.number, 1 - e.distance
		FROM (SELECT text_sha, vector <=> $2 AS distance FROM {}.rag_embedding
		      WHERE model_id = $1 ORDER BY distance, text_sha LIMIT $3) e
		JOIN {}.rag_chunk c USING (text_sha)
		ORDER BY e.distance, c.file_id, c.number LIMIT $3`), model, pgvector.NewHalfVector(vector), limit))
}

// nearestChunks computes the distance of every chunk the filter lets through.
func (p *Project) nearestChunks(ctx context.Context, tx pgx.Tx, model int32, vector []float32, f search.Filter, limit int) ([]search.ChunkScore, error) {
	where, args := filterSQL(f, []any{model, pgvector.NewHalfVector(vector), limit})
	return scanChunks(tx.Query(ctx, p.sql(`
		SELECT c.file_id, c.number, 1 - (e.vector <=> $2) AS similarity
		FROM {}.rag_file f
		JOIN {}.rag_chunk c ON c.file_id = f.id
		JOIN {}.rag_embedding e ON e.model_id = $1 AND e.text_sha = c.text_sha
		WHERE `+where+`
		ORDER BY similarity DESC, c.file_id, c.number LIMIT $3`), args...))
}

// nearestByGraph walks the graph index, which is used only by an ORDER BY on the
// operator with a LIMIT in the same level, and only for the literal model and
// dimension it was built for. Filters apply while it walks on.
func (p *Project) nearestByGraph(ctx context.Context, tx pgx.Tx, model int32, vector []float32, f search.Filter, limit int) ([]search.ChunkScore, error) {
	settings := fmt.Sprintf("SET LOCAL hnsw.ef_search = %d; SET LOCAL hnsw.iterative_scan = strict_order",
		min(max(p.options.EFSearch, limit), 1000))
	if _, err := tx.Exec(ctx, settings); err != nil {
		return nil, err
	}
	where, args := filterSQL(f, []any{pgvector.NewHalfVector(vector), limit})
	exists := "true"
	if !f.IsZero() {
		exists = `EXISTS (SELECT FROM {}.rag_chunk c JOIN {}.rag_file f ON f.id = c.file_id WHERE c.text_sha = e.text_sha AND ` + where + `)`
	}
	query := strings.NewReplacer("{model}", strconv.Itoa(int(model)), "{dimension}", strconv.Itoa(len(vector)), "{exists}", exists, "{where}", where).Replace(`
		SELECT c.file_id, c.number, 1 - n.distance
		FROM (SELECT e.text_sha, e.vector::halfvec({dimension}) <=> $1 AS distance FROM {}.rag_embedding e
		      WHERE e.model_id = {model} AND {exists}
		      ORDER BY e.vector::halfvec({dimension}) <=> $1 LIMIT $2) n
		JOIN {}.rag_chunk c USING (text_sha)
		JOIN {}.rag_file f ON f.id = c.file_id
		WHERE {where}
		ORDER BY n.distance, c.file_id, c.number LIMIT $2`)
	return scanChunks(tx.Query(ctx, p.sql(query), args...))
}

func scanChunks(rows pgx.Rows, _ error) ([]search.ChunkScore, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c search.ChunkScore, err error) {
		err = row.Scan(&c.Key.File, &c.Key.Number, &c.Score)
		return c, err
	})
}

// buildGraph builds the HNSW index of the model unless it is there. Below
// pgvector 0.8.2 a parallel build can overflow a buffer (CVE-2026-3172), so
// there it is serial. Readers go on meanwhile; the project's one writer is us.
func (p *Project) buildGraph(ctx context.Context, model int32, vectors int) (err error) {
	defer database.Wrap(&err, "build graph index over %d vectors", vectors)
	version, err := p.db.Version(ctx)
	if err != nil {
		return err
	}
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		var dimension int
		err := tx.QueryRow(ctx, p.sql(`SELECT dimension FROM {}.rag_model WHERE id = $1`), model).Scan(&dimension)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SET LOCAL maintenance_work_mem = '512MB'`); err != nil {
			return err
		}
		if !version.ParallelBuild() {
			if _, err := tx.Exec(ctx, `SET LOCAL max_parallel_maintenance_workers = 0`); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, p.sql(fmt.Sprintf(`
			CREATE INDEX IF NOT EXISTS %s ON {}.rag_embedding
			USING hnsw ((vector::halfvec(%d)) halfvec_cosine_ops) WHERE model_id = %d`, graphName(model), dimension, model)))
		return err
	})
}
