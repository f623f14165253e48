package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
	"coderag/internal/embed"
)

// A StoredModel is a model with how far its vectors are.
type StoredModel struct {
	embed.Model
	Live    bool // its vectors answer
	Vectors int  // stored
	Refused int  // texts it cannot embed
	Pending int  // texts that have neither

	id int32
}

// Models returns the models of the project: the live one, and any that is being
// built beside it, in order of their first use. It passes over the hashes of the
// chunks once for each.
func (p *Project) Models(ctx context.Context) (models []StoredModel, err error) {
	defer database.Wrap(&err, "models of %q", p.name)
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT m.id, m.provider, m.name, m.digest, m.dimension, m.prefixes, coalesce(k.value = m.id::text, false),
		       (SELECT count(*) FROM {}.rag_embedding WHERE model_id = m.id),
		       (SELECT count(*) FROM {}.rag_embedding_refused WHERE model_id = m.id)
		FROM {}.rag_model m LEFT JOIN {}.rag_meta k ON k.key = $1 ORDER BY m.id`), metaLiveModel)
	models, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (m StoredModel, err error) {
		err = row.Scan(&m.id, &m.Provider, &m.Name, &m.Digest, &m.Dimension, &m.Prefixes, &m.Live, &m.Vectors, &m.Refused)
		return m, err
	})
	if err != nil {
		return nil, err
	}
	for i := range models {
		if models[i].Pending, err = p.CountPending(ctx, models[i].id); err != nil {
			return nil, err
		}
	}
	return models, nil
}

// CountTexts returns how many different texts the chunks have: as many vectors
// as a new model has to compute.
func (p *Project) CountTexts(ctx context.Context) (n int, err error) {
	defer database.Wrap(&err, "count texts of %q", p.name)
	err = p.db.Pool().QueryRow(ctx, p.sql(`SELECT count(DISTINCT text_sha) FROM {}.rag_chunk`)).Scan(&n)
	return n, err
}
