package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"coderag/internal/database"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/index"
)

// metaLiveModel is the key of rag_meta that names the model whose vectors answer.
const metaLiveModel = "live_model"

// UseModel implements index.Store.
func (p *Project) UseModel(ctx context.Context, m embed.Model) (id int32, err error) {
	defer database.Wrap(&err, "use model %s", m.Name)
	err = p.db.InTx(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, p.sql(`
			INSERT INTO {}.rag_model (provider, name, digest, dimension, prefixes) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (provider, name, digest, dimension, prefixes) DO UPDATE SET name = excluded.name
			RETURNING id`), m.Provider, m.Name, m.Digest, m.Dimension, m.Prefixes).Scan(&id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, p.sql(`INSERT INTO {}.rag_meta VALUES ($1, $2) ON CONFLICT DO NOTHING`), metaLiveModel, strconv.Itoa(int(id)))
		return err
	})
	return id, err
}

// pendingSQL is the condition under which chunk c has no vector of model $1 and
// was not refused one.
const pendingSQL = `NOT EXISTS (SELECT FROM {}.rag_embedding e WHERE e.model_id = $1 AND e.text_sha = c.text_sha)
	AND NOT EXISTS (SELECT FROM {}.rag_embedding_refused r WHERE r.model_id = $1 AND r.text_sha = c.text_sha)`

// CountPending implements index.Store with a pass over the chunks.
func (p *Project) CountPending(ctx context.Context, model int32) (n int, err error) {
	defer database.Wrap(&err, "count pending texts")
	err = p.db.Pool().QueryRow(ctx, p.sql(`SELECT count(DISTINCT c.text_sha) FROM {}.rag_chunk c WHERE `+pendingSQL), model).Scan(&n)
	return n, err
}

// PendingTexts implements index.Store. The primary key of rag_chunk gives the
// order and the place to go on from.
func (p *Project) PendingTexts(ctx context.Context, model int32, after index.ChunkKey, limit int) (texts []index.Text, last index.ChunkKey, err error) {
	defer database.Wrap(&err, "pending texts")
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT c.file_id, c.number, c.text_sha, c.symbol, c.start_byte, c.end_byte, f.repo, f.path, f.language, t.content
		FROM {}.rag_chunk c
		JOIN {}.rag_file f ON f.id = c.file_id
		JOIN {}.rag_content t ON t.file_id = c.file_id
		WHERE (c.file_id, c.number) > ($2, $3) AND `+pendingSQL+`
		ORDER BY c.file_id, c.number LIMIT $4`), model, after.File, after.Number, limit)
	seen := map[[32]byte]bool{}
	last = after
	texts, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (t index.Text, err error) {
		var sha []byte
		var start, end int
		var content string
		err = row.Scan(&last.File, &last.Number, &sha, &t.Symbol, &start, &end, &t.Repo, &t.Path, &t.Language, &content)
		if err != nil {
			return t, err
		}
		copy(t.SHA[:], sha)
		if end > len(content) {
			return t, fmt.Errorf("chunk %d of file %d ends at byte %d of %d", last.Number, last.File, end, len(content))
		}
		t.Content = content[start:end]
		return t, nil
	})
	return unique(texts, seen), last, err
}

// unique drops texts whose hash came before.
func unique(texts []index.Text, seen map[[32]byte]bool) []index.Text {
	kept := texts[:0]
	for _, t := range texts {
		if !seen[t.SHA] {
			seen[t.SHA] = true
			kept = append(kept, t)
		}
	}
	return kept
}

// PutVectors implements index.Store.
func (p *Project) PutVectors(ctx context.Context, model int32, vectors []index.Vector) (err error) {
	defer database.Wrap(&err, "store %d vectors", len(vectors))
	batch := &pgx.Batch{}
	for _, v := range vectors {
		if v.Refused != "" {
			batch.Queue(p.sql(`INSERT INTO {}.rag_embedding_refused VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`), model, v.SHA[:], v.Refused)
			continue
		}
		batch.Queue(p.sql(`INSERT INTO {}.rag_embedding VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`), model, v.SHA[:], pgvector.NewHalfVector(v.Vector))
	}
	if batch.Len() == 0 {
		return nil
	}
	return p.db.InTx(ctx, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
}

// FinishModel implements index.Store: the model becomes the live one, vectors of
// other models go, texts no chunk has any more go once they are a quarter of
// all, and a graph index is built where there are more vectors than an exact
// scan is to compare.
func (p *Project) FinishModel(ctx context.Context, model int32) (err error) {
	defer database.Wrap(&err, "finish model %d", model)
	err = p.db.InTx(ctx, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(p.sql(`UPDATE {}.rag_meta SET value = $2 WHERE key = $1`), metaLiveModel, strconv.Itoa(int(model)))
		batch.Queue(p.sql(`DELETE FROM {}.rag_embedding WHERE model_id <> $1`), model)
		batch.Queue(p.sql(`DELETE FROM {}.rag_embedding_refused WHERE model_id <> $1`), model)
		batch.Queue(p.sql(`DELETE FROM {}.rag_model WHERE id <> $1`), model)
		return tx.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return err
	}
	vectors, err := p.dropOrphans(ctx, model)
	if err != nil || vectors <= p.options.ExactScanRows {
		return err
	}
	return p.buildGraph(ctx, model, vectors)
}

// dropOrphans removes vectors and refusals no chunk needs, once they are a
// quarter of all, and returns how many vectors there are. Until then they spare
// the model the work when a branch is switched back.
func (p *Project) dropOrphans(ctx context.Context, model int32) (vectors int, err error) {
	var orphans int
	err = p.db.Pool().QueryRow(ctx, p.sql(`
		SELECT count(*), count(*) FILTER (WHERE NOT EXISTS (SELECT FROM {}.rag_chunk c WHERE c.text_sha = e.text_sha))
		FROM {}.rag_embedding e WHERE model_id = $1`), model).Scan(&vectors, &orphans)
	if err != nil || orphans*4 < vectors || orphans == 0 {
		return vectors, err
	}
	batch := &pgx.Batch{}
	for _, table := range []string{"rag_embedding", "rag_embedding_refused"} {
		batch.Queue(p.sql(`DELETE FROM {}.` + table + ` e WHERE NOT EXISTS (SELECT FROM {}.rag_chunk c WHERE c.text_sha = e.text_sha)`))
	}
	return vectors - orphans, p.db.InTx(ctx, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
}

// LiveModel implements search.Store.
func (p *Project) LiveModel(ctx context.Context) (id int32, m embed.Model, err error) {
	defer database.Wrap(&err, "live model of %q", p.name)
	err = p.db.Pool().QueryRow(ctx, p.sql(`
		SELECT m.id, m.provider, m.name, m.digest, m.dimension, m.prefixes
		FROM {}.rag_meta k JOIN {}.rag_model m ON m.id = k.value::int WHERE k.key = $1`), metaLiveModel).
		Scan(&id, &m.Provider, &m.Name, &m.Digest, &m.Dimension, &m.Prefixes)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, m, fault.New(fault.NotFound, "no vectors yet").Fix("run: bin/indexer scan %s", p.name)
	}
	return id, m, err
}
