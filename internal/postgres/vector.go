package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
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
	err = p.db.Pool().QueryRow(ctx, p.sql(`
		INSERT INTO {}.rag_model (provider, name, digest, dimension, prefixes) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (provider, name, digest, dimension, prefixes) DO UPDATE SET name = excluded.name
		RETURNING id`), m.Provider, m.Name, m.Digest, m.Dimension, m.Prefixes).Scan(&id)
	return id, err
}

// pendingSQL is the condition under which chunk c has no vector of model $1 and
// was not refused one.
const pendingSQL = `NOT EXISTS (SELECT FROM {}.rag_embedding e WHERE e.model_id = $1 AND e.text_sha = c.text_sha)
	AND NOT EXISTS (SELECT FROM {}.rag_embedding_refused r WHERE r.model_id = $1 AND r.text_sha = c.text_sha)`

// WithVector implements index.Store, by primary keys.
func (p *Project) WithVector(ctx context.Context, model int32, texts [][32]byte) (done map[[32]byte]bool, err error) {
	defer database.Wrap(&err, "which of %d texts have vectors", len(texts))
	done = map[[32]byte]bool{}
	if len(texts) == 0 {
		return done, nil
	}
	keys := make([][]byte, len(texts))
	for i := range texts {
		keys[i] = texts[i][:]
	}
	rows, _ := p.db.Pool().Query(ctx, p.sql(`SELECT c.text_sha FROM unnest($2::bytea[]) AS c(text_sha) WHERE NOT (`+pendingSQL+`)`), model, keys)
	var text []byte
	_, err = pgx.ForEachRow(rows, []any{&text}, func() error {
		done[[32]byte(text)] = true
		return nil
	})
	return done, err
}

// CountPending implements index.Store with a look at the chunks of segments without
// pages of vectors, where there are any: in others no chunk is pending. It is planned for the segments at hand, which may have a file or all.
func (p *Project) CountPending(ctx context.Context, model int32) (n int, err error) {
	defer database.Wrap(&err, "count pending texts")
	segments, err := p.withoutPages(ctx, model)
	if err != nil || len(segments) == 0 {
		return 0, err
	}
	err = p.db.Pool().QueryRow(ctx, p.sql(`
		SELECT count(DISTINCT c.text_sha) FROM {}.rag_file f JOIN {}.rag_chunk c ON c.file_id = f.id
		WHERE f.segment = ANY($2) AND `+pendingSQL), pgx.QueryExecModeCacheDescribe, model, segments).Scan(&n)
	return n, err
}

// A pendingChunk is a chunk whose text needs a vector, and where in its file it is.
type pendingChunk struct {
	index.Text
	file       int64
	start, end int
}

// PendingTexts implements index.Store. The primary key of rag_chunk gives the
// order and the place to go on from. A page is planned anew each time: a plan
// kept from when there were no vectors would compare each chunk with all of them.
func (p *Project) PendingTexts(ctx context.Context, model int32, after index.ChunkKey, limit int) (texts []index.Text, last index.ChunkKey, err error) {
	defer database.Wrap(&err, "pending texts")
	last = after
	segments, err := p.withoutPages(ctx, model)
	if err != nil || len(segments) == 0 {
		return nil, last, err
	}
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT c.file_id, c.number, c.text_sha, c.symbol, c.start_byte, c.end_byte, f.repo, f.path, f.language
		FROM {}.rag_chunk c
		JOIN {}.rag_file f ON f.id = c.file_id
		WHERE (c.file_id, c.number) > ($2, $3) AND f.segment = ANY($5) AND `+pendingSQL+`
		ORDER BY c.file_id, c.number LIMIT $4`), pgx.QueryExecModeCacheDescribe, model, after.File, after.Number, limit, segments)
	chunks, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c pendingChunk, err error) {
		var sha []byte
		err = row.Scan(&last.File, &last.Number, &sha, &c.Symbol, &c.start, &c.end, &c.Repo, &c.Path, &c.Language)
		copy(c.SHA[:], sha)
		c.file = last.File
		return c, err
	})
	if err != nil {
		return nil, last, err
	}
	texts, err = p.cutTexts(ctx, chunks)
	return unique(texts), last, err
}

// cutTexts gives the chunks their text. Each file is read once: it is compressed
// as a whole.
func (p *Project) cutTexts(ctx context.Context, chunks []pendingChunk) ([]index.Text, error) {
	var files []int64
	for _, c := range chunks { // in order of file
		if len(files) == 0 || files[len(files)-1] != c.file {
			files = append(files, c.file)
		}
	}
	contents := make(map[int64]string, len(files))
	rows, _ := p.db.Pool().Query(ctx, p.sql(`SELECT file_id, content FROM {}.rag_content WHERE file_id = ANY($1)`), files)
	var file int64
	var content string
	if _, err := pgx.ForEachRow(rows, []any{&file, &content}, func() error {
		contents[file] = content
		return nil
	}); err != nil {
		return nil, err
	}
	var texts []index.Text
	for _, c := range chunks {
		content, ok := contents[c.file]
		if !ok {
			continue // removed since the chunks were listed
		}
		if c.end > len(content) {
			return nil, fmt.Errorf("a chunk of file %d ends at byte %d of %d", c.file, c.end, len(content))
		}
		c.Content = content[c.start:c.end]
		texts = append(texts, c.Text)
	}
	return texts, nil
}

// unique drops texts whose hash came before.
func unique(texts []index.Text) []index.Text {
	seen := map[[32]byte]bool{}
	kept := texts[:0]
	for _, t := range texts {
		if !seen[t.SHA] {
			seen[t.SHA] = true
			kept = append(kept, t)
		}
	}
	return kept
}

// PutVectors implements index.Store. What is pending has no vector yet, so all
// are copied, which is fastest; only where one is there after all are they
// inserted one by one.
func (p *Project) PutVectors(ctx context.Context, model int32, vectors []index.Vector) (err error) {
	defer database.Wrap(&err, "store %d vectors", len(vectors))
	var embedded, refused []index.Vector
	for _, v := range vectors {
		if v.Refused != "" {
			refused = append(refused, v)
		} else {
			embedded = append(embedded, v)
		}
	}
	err = p.copyVectors(ctx, model, embedded)
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok && failure.Code == uniqueViolation {
		err = p.insertVectors(ctx, `INSERT INTO {}.rag_embedding VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, embedded,
			func(v index.Vector) []any { return []any{model, v.SHA[:], pgvector.NewHalfVector(v.Vector)} })
	}
	if err != nil {
		return err
	}
	return p.insertVectors(ctx, `INSERT INTO {}.rag_embedding_refused VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, refused,
		func(v index.Vector) []any { return []any{model, v.SHA[:], v.Refused} })
}

// uniqueViolation is the SQLSTATE of a key that is there already.
const uniqueViolation = "23505"

func (p *Project) copyVectors(ctx context.Context, model int32, vectors []index.Vector) error {
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		return copyRows(ctx, tx, p.table("rag_embedding"), []string{"model_id", "text_sha", "vector"}, vectors,
			func(v *index.Vector) []any { return []any{model, v.SHA[:], pgvector.NewHalfVector(v.Vector)} })
	})
}

func (p *Project) insertVectors(ctx context.Context, query string, vectors []index.Vector, values func(index.Vector) []any) error {
	if len(vectors) == 0 {
		return nil
	}
	batch := &pgx.Batch{}
	for _, v := range vectors {
		batch.Queue(p.sql(query), values(v)...)
	}
	return p.db.InTx(ctx, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
}

// FinishModel implements index.Store: pages of the vectors are written, the model
// becomes the live one, and vectors of other models go.
func (p *Project) FinishModel(ctx context.Context, model int32) (err error) {
	defer database.Wrap(&err, "finish model %d", model)
	if err := p.putVectorPages(ctx, model); err != nil {
		return err
	}
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(p.sql(`INSERT INTO {}.rag_meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`), metaLiveModel, strconv.Itoa(int(model)))
		batch.Queue(p.sql(`DELETE FROM {}.rag_model WHERE id <> $1`), model) // and by their keys, its vectors
		return tx.SendBatch(ctx, batch).Close()
	})
}

// dropAfter is the share of the files, in percent, that change before vectors of no chunk
// are looked for: a quarter of all are not such before.
const dropAfter = 10

// DropOrphans implements index.Store with a pass over the vectors.
func (p *Project) DropOrphans(ctx context.Context) (err error) {
	defer database.Wrap(&err, "drop vectors of no chunk")
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		if due, err := p.changed(ctx, tx, metaUndropped, dropAfter); err != nil || !due {
			return err
		}
		var vectors, orphans int
		err := tx.QueryRow(ctx, p.sql(`
			SELECT count(*), count(*) FILTER (WHERE NOT EXISTS (SELECT FROM {}.rag_chunk c WHERE c.text_sha = e.text_sha))
			FROM {}.rag_embedding e`)).Scan(&vectors, &orphans)
		if err != nil {
			return err
		}
		if orphans*4 >= vectors {
			for _, table := range []string{"rag_embedding", "rag_embedding_refused"} {
				if _, err := tx.Exec(ctx, p.sql(`DELETE FROM {}.`+table+` e WHERE NOT EXISTS (SELECT FROM {}.rag_chunk c WHERE c.text_sha = e.text_sha)`)); err != nil {
					return err
				}
			}
		}
		return p.workDone(ctx, tx, metaUndropped)
	})
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
