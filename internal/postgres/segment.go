package postgres

import (
	"container/list"
	"context"
	"sync"

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
		var parts []postings.Part
		for _, id := range ids {
			part, err := p.segmentPart(ctx, tx, id)
			if err != nil {
				return err
			}
			parts = append(parts, part)
		}
		merged, err := postings.Merge(parts)
		if err != nil {
			return err
		}
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

// Postings implements search.View with one statement over the primary key of
// rag_posting, and one more for segments not seen before.
func (v view) Postings(ctx context.Context, words []string) (_ []search.Segment, err error) {
	defer database.Wrap(&err, "postings of %d words", len(words))
	segments, err := v.segments(ctx)
	if err != nil {
		return nil, err
	}
	ids, at := make([]int32, len(segments)), make(map[int32]int, len(segments))
	for i := range segments {
		ids[i], at[segments[i].ID] = segments[i].ID, i
		segments[i].Frequency = make([]int32, len(words))
		segments[i].Lists = make([][]byte, len(words))
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
		s := &segments[at[id]]
		s.Frequency[position-1] = files
		s.Lists[position-1] = append([]byte(nil), data...)
		return nil
	})
	return segments, err
}

// segments returns the segments of the view, ordered by id. Their documents come
// from the cache, since a segment never changes.
func (v view) segments(ctx context.Context) ([]search.Segment, error) {
	rows, _ := v.tx.Query(ctx, v.p.sql(`SELECT tableoid, id FROM {}.rag_segment WHERE format = $1 ORDER BY id`), postings.Format)
	keys, err := pgx.CollectRows(rows, pgx.RowToStructByPos[segmentKey])
	if err != nil {
		return nil, err
	}
	segments := make([]search.Segment, len(keys))
	for i, key := range keys {
		segments[i].ID = key.ID
		if segments[i].Documents, err = v.documents(ctx, key); err != nil {
			return nil, err
		}
	}
	return segments, nil
}

func (v view) documents(ctx context.Context, key segmentKey) (*postings.Documents, error) {
	if d := v.p.segments.get(key); d != nil {
		return d, nil
	}
	var data []byte
	if err := v.tx.QueryRow(ctx, v.p.sql(`SELECT documents FROM {}.rag_segment WHERE id = $1`), key.ID).Scan(&data); err != nil {
		return nil, err
	}
	d, err := postings.DecodeDocuments(data)
	if err != nil {
		return nil, err
	}
	v.p.segments.put(key, d)
	return d, nil
}

// cachedChunks bounds the cache by the chunks it describes, at eight bytes each.
const cachedChunks = 4 << 20

// A segmentKey names a segment for ever. The table is in it because a project
// that was dropped and made anew, by whatever process, counts from 1 again.
type segmentKey struct {
	Table uint32 // oid of rag_segment
	ID    int32
}

// segmentCache keeps the documents of the segments used last. Segments are
// immutable and their keys are never used again, so nothing in it can be stale.
type segmentCache struct {
	mu     sync.Mutex
	recent *list.List // of cachedSegment, the most recent first
	byKey  map[segmentKey]*list.Element
	chunks int
}

type cachedSegment struct {
	key segmentKey
	d   *postings.Documents
}

func newSegmentCache() *segmentCache {
	return &segmentCache{recent: list.New(), byKey: map[segmentKey]*list.Element{}}
}

func (c *segmentCache) get(key segmentKey) *postings.Documents {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(cachedSegment).d
}

func (c *segmentCache) put(key segmentKey, d *postings.Documents) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[key] != nil {
		return
	}
	c.byKey[key] = c.recent.PushFront(cachedSegment{key, d})
	c.chunks += d.Total.Chunks
	for c.chunks > cachedChunks && c.recent.Len() > 1 {
		last := c.recent.Remove(c.recent.Back()).(cachedSegment)
		delete(c.byKey, last.key)
		c.chunks -= last.d.Total.Chunks
	}
}
