package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"coderag/internal/database"
	"coderag/internal/quantize"
	"coderag/internal/search"
)

// withSpare returns how many chunks are compared exactly where so many are wanted: a
// quarter more, which has nearly all of the nearest half; see docs/decisions.md.
func withSpare(limit int) int { return limit + limit/4 + 20 }

// Nearest implements search.Store. The quantized vectors in memory say which chunks
// may be near, the database compares these exactly. Segments whose vectors are not
// quantized yet are compared exactly as a whole.
func (p *Project) Nearest(ctx context.Context, model int32, vector []float32, f search.Filter, limit int) (found []search.ChunkScore, err error) {
	defer database.Wrap(&err, "nearest %d chunks", limit)
	err = p.db.Snapshot(ctx, func(tx pgx.Tx) error {
		v := view{p, tx}
		pages, without, err := v.vectorPages(ctx, model)
		if err != nil {
			return err
		}
		var allowed map[int64]bool
		if !f.IsZero() {
			if allowed, err = v.FilesMatching(ctx, f); err != nil {
				return err
			}
		}
		if found, err = v.nearestInPages(ctx, model, vector, pages, allowed, limit); err != nil || len(without) == 0 {
			return err
		}
		more, err := v.nearestInSegments(ctx, model, vector, without, f, limit)
		found = append(found, more...)
		slices.SortFunc(found, search.ByScore)
		found = found[:min(len(found), limit)]
		return err
	})
	return found, err
}

// nearestInPages compares the chunks exactly that have the largest products. Those
// of files that have moved on to another segment are dead, and the dead must not
// take the places of the living: when they do, more are looked at.
func (v view) nearestInPages(ctx context.Context, model int32, vector []float32, pages []vectorPage, allowed map[int64]bool, limit int) (found []search.ChunkScore, err error) {
	vectors := make([]*quantize.Page, len(pages))
	for i, page := range pages {
		vectors[i] = page.vectors
	}
	var passes func(page, at int) bool
	if allowed != nil {
		passes = func(page, at int) bool { return allowed[pages[page].files[at]] }
	}
	query := quantize.NewQuery(vector)
	for n := withSpare(limit); ; n *= 2 {
		matches := query.Nearest(vectors, n, passes)
		if found, err = v.compare(ctx, model, vector, pages, matches, limit); err != nil || len(found) == limit || len(matches) < n {
			return found, err
		}
	}
}

// compare returns the exact cosines of those of the matches that are live, by
// primary keys.
func (v view) compare(ctx context.Context, model int32, vector []float32, pages []vectorPage, matches []quantize.Match, limit int) ([]search.ChunkScore, error) {
	if len(matches) == 0 {
		return nil, nil
	}
	files, numbers := make([]int64, len(matches)), make([]int32, len(matches))
	segments, texts := make([]int32, len(matches)), make([][]byte, len(matches))
	for i, m := range matches {
		page := pages[m.Page]
		files[i], numbers[i], segments[i], texts[i] = page.files[m.At], page.numbers[m.At], page.segment, page.text(m.At)
	}
	return scanChunks(v.tx.Query(ctx, v.p.sql(`
		SELECT k.file_id, k.number, 1 - (e.vector <=> $2) AS similarity
		FROM unnest($3::bigint[], $4::int[], $5::int[], $6::bytea[]) AS k(file_id, number, segment, text_sha)
		JOIN {}.rag_file f ON f.id = k.file_id AND f.segment = k.segment
		JOIN {}.rag_embedding e ON e.model_id = $1 AND e.text_sha = k.text_sha
		ORDER BY similarity DESC, k.file_id, k.number LIMIT $7`),
		model, pgvector.NewHalfVector(vector), files, numbers, segments, texts, limit))
}

// nearestInSegments compares every chunk of the segments that the filter lets
// through.
func (v view) nearestInSegments(ctx context.Context, model int32, vector []float32, segments []int32, f search.Filter, limit int) ([]search.ChunkScore, error) {
	where, args := filterSQL(f, []any{model, pgvector.NewHalfVector(vector), segments, limit})
	return scanChunks(v.tx.Query(ctx, v.p.sql(`
		SELECT c.file_id, c.number, 1 - (e.vector <=> $2) AS similarity
		FROM {}.rag_file f
		JOIN {}.rag_chunk c ON c.file_id = f.id
		JOIN {}.rag_embedding e ON e.model_id = $1 AND e.text_sha = c.text_sha
		WHERE f.segment = ANY($3) AND `+where+`
		ORDER BY similarity DESC, c.file_id, c.number LIMIT $4`), args...))
}

func scanChunks(rows pgx.Rows, _ error) ([]search.ChunkScore, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c search.ChunkScore, err error) {
		err = row.Scan(&c.Key.File, &c.Key.Number, &c.Score)
		return c, err
	})
}
