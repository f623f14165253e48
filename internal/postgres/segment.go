package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
	"coderag/internal/postings"
	"coderag/internal/search"
)

// SegmentSizes implements index.Store. It counts the live files of each
// segment with one pass over rag_file.
func (p *Project) SegmentSizes(ctx context.Context) (_ []postings.SegmentSize, err error) {
	defer database.Wrap(&err, "sizes of segments")
	_, err = p.db.Pool().Exec(ctx, p.sql(`
		WITH dead AS (
			DELETE FROM {}.rag_segment s WHERE format <> $1 AND NOT EXISTS (SELECT FROM {}.rag_file f WHERE f.segment = s.id)
			RETURNING id)
		DELETE FROM {}.rag_posting p USING dead WHERE p.segment = dead.id`), postings.Format)
	if err != nil {
		return nil, err
	}
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT s.id, s.files, count(f.id)::int
		FROM {}.rag_segment s LEFT JOIN {}.rag_file f ON f.segment = s.id
		WHERE s.format = $1
		GROUP BY s.id ORDER BY s.id`), postings.Format)
	return pgx.CollectRows(rows, pgx.RowToStructByPos[postings.SegmentSize])
}

// MergeSegments implements index.Store, in one transaction.
func (p *Project) MergeSegments(ctx context.Context, ids []int32) (err error) {
	defer database.Wrap(&err, "merge segments %v", ids)
	return p.db.InTx(ctx, func(tx pgx.Tx) error {
		var m postings.Merger
		for _, id := range ids {
			part, err := p.segmentPart(ctx, tx, id)
			if err == nil {
				err = m.Add(part)
			}
			if err != nil {
				return err
			}
		}
		merged := m.Finish()
		if err := p.dropSegments(ctx, tx, ids); err != nil || merged.Files == 0 {
			return err
		}
		id, err := p.putSegment(ctx, tx, merged)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, p.sql(`UPDATE {}.rag_file SET segment = $1 WHERE segment = ANY($2)`), id, ids)
		return err
	})
}

func (p *Project) dropSegments(ctx context.Context, tx pgx.Tx, ids []int32) error {
	if _, err := tx.Exec(ctx, p.sql(`DELETE FROM {}.rag_posting WHERE segment = ANY($1)`), ids); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, p.sql(`DELETE FROM {}.rag_segment WHERE id = ANY($1)`), ids)
	return err
}

// segmentPart reads a whole segment. The primary key gives the order.
func (p *Project) segmentPart(ctx context.Context, tx pgx.Tx, id int32) (part postings.Part, err error) {
	var data []byte
	if err := tx.QueryRow(ctx, p.sql(`SELECT documents FROM {}.rag_segment WHERE id = $1`), id).Scan(&data); err != nil {
		return part, err
	}
	if part.Documents, err = postings.DecodeDocuments(data); err != nil {
		return part, err
	}
	rows, _ := tx.Query(ctx, p.sql(`SELECT id FROM {}.rag_file WHERE segment = $1`), id)
	live := map[int64]bool{}
	var file int64
	if _, err := pgx.ForEachRow(rows, []any{&file}, func() error { live[file] = true; return nil }); err != nil {
		return part, err
	}
	part.Live = func(file int64) bool { return live[file] }
	rows, _ = tx.Query(ctx, p.sql(`SELECT word, list FROM {}.rag_posting WHERE segment = $1 ORDER BY word`), id)
	var word string
	var bytes []byte
	_, err = pgx.ForEachRow(rows, []any{&word, &bytes}, func() error {
		part.Words = append(part.Words, word)
		part.Lists = append(part.Lists, append([]byte(nil), bytes...))
		return nil
	})
	return part, err
}

// Segments implements search.View. What it says of segments seen before comes
// from the cache, since a segment never changes.
func (v view) Segments(ctx context.Context) (_ []search.Segment, err error) {
	defer database.Wrap(&err, "segments")
	rows, _ := v.tx.Query(ctx, v.p.sql(`SELECT tableoid, id FROM {}.rag_segment WHERE format = $1 ORDER BY id`), postings.Format)
	keys, err := pgx.CollectRows(rows, pgx.RowToStructByPos[segmentKey])
	if err != nil {
		return nil, err
	}
	segments := make([]search.Segment, len(keys))
	for i, key := range keys {
		if segments[i], err = v.segment(ctx, key); err != nil {
			return nil, err
		}
	}
	return segments, nil
}

func (v view) segment(ctx context.Context, key segmentKey) (s search.Segment, err error) {
	s, ok := v.p.segments.get(key)
	if ok {
		return s, nil
	}
	var documents, vocabulary []byte
	err = v.tx.QueryRow(ctx, v.p.sql(`SELECT documents, vocabulary FROM {}.rag_segment WHERE id = $1`), key.ID).Scan(&documents, &vocabulary)
	if err != nil {
		return s, err
	}
	s.ID = key.ID
	if s.Documents, err = postings.DecodeDocuments(documents); err != nil {
		return s, err
	}
	if s.Vocabulary, err = postings.DecodeVocabulary(vocabulary); err != nil {
		return s, err
	}
	v.p.segments.put(key, s)
	return s, nil
}

// segmentBytes bounds the memory of the cached segments of one project.
const segmentBytes = 128 << 20

// A segmentKey names a segment for ever. The table is in it because a project
// that was dropped and made anew, by whatever process, counts from 1 again.
type segmentKey struct {
	Table uint32 // oid of rag_segment
	ID    int32
}

func sizeOfSegment(s search.Segment) int { return s.Documents.Bytes() + s.Vocabulary.Bytes() }

// Postings implements search.View with one statement over the primary key of
// rag_posting.
func (v view) Postings(ctx context.Context, segments []search.Segment, words []string) (_ []search.Segment, err error) {
	defer database.Wrap(&err, "postings of %d words", len(words))
	out := slices.Clone(segments)
	ids, at := make([]int32, len(out)), make(map[int32]int, len(out))
	for i := range out {
		ids[i], at[out[i].ID] = out[i].ID, i
		out[i].Frequency = make([]int32, len(words))
		out[i].Lists = make([][]byte, len(words))
	}
	rows, _ := v.tx.Query(ctx, v.p.sql(`
		SELECT p.segment, w.position, p.files, p.list
		FROM unnest($1::int[]) AS s(id)
		CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS w(word, position)
		JOIN {}.rag_posting p ON p.segment = s.id AND p.word = w.word`), ids, words)
	var id, files int32
	var position int64
	var data []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &position, &files, &data}, func() error {
		s := &out[at[id]]
		s.Frequency[position-1] = files
		s.Lists[position-1] = append([]byte(nil), data...)
		return nil
	})
	return out, err
}
