package postgres

import (
	"context"
	"crypto/sha256"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"coderag/internal/database"
	"coderag/internal/quantize"
)

// vectorPageFormat is the version of rag_vector_page.data.
const vectorPageFormat = 2

// vectorPageBytes bounds the memory of the cached pages of one project. It holds
// three million vectors of 256 dimensions; a project that has more is read anew
// for each search.
const vectorPageBytes = 448 << 20

// A vectorPageKey names a page for ever, as segmentKey does a segment.
type vectorPageKey struct {
	Table                uint32 // oid of rag_vector_page
	Model, Segment, Page int32
}

// A vectorPage is up to quantize.PageSize vectors of a segment and the chunks they
// are of.
type vectorPage struct {
	segment int32
	files   []int64
	numbers []int32
	texts   []byte // text_sha of each chunk, one after the other
	vectors *quantize.Page
}

func (p vectorPage) bytes() int { return p.vectors.Bytes() + 12*len(p.files) + len(p.texts) }

func (p vectorPage) text(at int) []byte { return p.texts[at*sha256.Size : (at+1)*sha256.Size] }

// vectorPages returns the pages of the model, and the segments that have none yet.
func (v view) vectorPages(ctx context.Context, model int32) (pages []vectorPage, without []int32, err error) {
	defer database.Wrap(&err, "pages of vectors")
	rows, _ := v.tx.Query(ctx, v.p.sql(`
		SELECT s.id, coalesce(p.tableoid, 0), coalesce(p.page, -1), coalesce(p.vectors, 0)
		FROM {}.rag_segment s
		LEFT JOIN {}.rag_vector_page p ON p.model_id = $1 AND p.segment = s.id AND p.format = $2
		ORDER BY s.id, p.page`), model, vectorPageFormat)
	var keys []vectorPageKey
	key := vectorPageKey{Model: model}
	var vectors int
	if _, err := pgx.ForEachRow(rows, []any{&key.Segment, &key.Table, &key.Page, &vectors}, func() error {
		switch {
		case key.Page < 0:
			without = append(without, key.Segment)
		case vectors > 0:
			keys = append(keys, key)
		}
		return nil
	}); err != nil {
		return nil, nil, err
	}
	pages = make([]vectorPage, len(keys))
	for i, key := range keys {
		if pages[i], err = v.vectorPage(ctx, key); err != nil {
			return nil, nil, err
		}
	}
	return pages, without, nil
}

func (v view) vectorPage(ctx context.Context, key vectorPageKey) (vectorPage, error) {
	page, ok := v.p.vectorPages.get(key)
	if ok {
		return page, nil
	}
	page = vectorPage{segment: key.Segment, vectors: &quantize.Page{}}
	var data []byte
	err := v.tx.QueryRow(ctx, v.p.sql(`SELECT files, numbers, texts, data FROM {}.rag_vector_page WHERE model_id = $1 AND segment = $2 AND page = $3`),
		key.Model, key.Segment, key.Page).Scan(&page.files, &page.numbers, &page.texts, &data)
	if err == nil {
		err = page.vectors.UnmarshalBinary(data)
	}
	if err == nil {
		v.p.vectorPages.put(key, page)
	}
	return page, err
}

// withoutPages returns the segments that have no page of vectors of the model yet.
func (p *Project) withoutPages(ctx context.Context, model int32) ([]int32, error) {
	rows, _ := p.db.Pool().Query(ctx, p.sql(`
		SELECT s.id FROM {}.rag_segment s
		WHERE NOT EXISTS (SELECT FROM {}.rag_vector_page p WHERE p.model_id = $1 AND p.segment = s.id AND p.format = $2)
		ORDER BY s.id`), model, vectorPageFormat)
	return pgx.CollectRows(rows, pgx.RowTo[int32])
}

// putVectorPages writes the pages of every segment that has none of the model, each
// segment in a transaction of its own. Every chunk that is to have a vector has it.
func (p *Project) putVectorPages(ctx context.Context, model int32) (err error) {
	defer database.Wrap(&err, "write pages of vectors")
	segments, err := p.withoutPages(ctx, model)
	if err != nil {
		return err
	}
	for _, segment := range segments {
		if err := p.db.InTx(ctx, func(tx pgx.Tx) error { return p.putPagesOf(ctx, tx, model, segment) }); err != nil {
			return err
		}
	}
	return nil
}

// putPagesOf reads the vectors of a segment through a cursor, a page at a time.
func (p *Project) putPagesOf(ctx context.Context, tx pgx.Tx, model, segment int32) error {
	if _, err := tx.Exec(ctx, p.sql(`DELETE FROM {}.rag_vector_page WHERE model_id = $1 AND segment = $2`), model, segment); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, p.sql(`
		DECLARE vectors NO SCROLL CURSOR FOR
		SELECT c.file_id, c.number, c.text_sha, e.vector
		FROM {}.rag_file f
		JOIN {}.rag_chunk c ON c.file_id = f.id
		JOIN {}.rag_embedding e ON e.model_id = $1 AND e.text_sha = c.text_sha
		WHERE f.segment = $2
		ORDER BY c.file_id, c.number`), model, segment)
	if err != nil {
		return err
	}
	for number := 0; ; number++ {
		page, vectors, err := fetchPage(ctx, tx)
		if err != nil {
			return err
		}
		if len(vectors) == 0 && number > 0 {
			break
		}
		if err := p.putPage(ctx, tx, model, segment, number, page, vectors); err != nil {
			return err
		}
		if len(vectors) < quantize.PageSize {
			break
		}
	}
	_, err = tx.Exec(ctx, `CLOSE vectors`)
	return err
}

func fetchPage(ctx context.Context, tx pgx.Tx) (page vectorPage, vectors [][]float32, err error) {
	rows, _ := tx.Query(ctx, `FETCH `+strconv.Itoa(quantize.PageSize)+` FROM vectors`)
	var file int64
	var number int32
	var text []byte
	var vector pgvector.HalfVector
	_, err = pgx.ForEachRow(rows, []any{&file, &number, &text, &vector}, func() error {
		page.files = append(page.files, file)
		page.numbers = append(page.numbers, number)
		page.texts = append(page.texts, text...)
		vectors = append(vectors, vector.Slice())
		return nil
	})
	return page, vectors, err
}

func (p *Project) putPage(ctx context.Context, tx pgx.Tx, model, segment int32, number int, page vectorPage, vectors [][]float32) error {
	data := []byte{}
	if len(vectors) == 0 {
		page = vectorPage{files: []int64{}, numbers: []int32{}, texts: []byte{}}
	} else {
		var err error
		if data, err = quantize.NewPage(vectors).AppendBinary(nil); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, p.sql(`
		INSERT INTO {}.rag_vector_page (model_id, segment, page, format, vectors, files, numbers, texts, data)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`),
		model, segment, number, vectorPageFormat, len(vectors), page.files, page.numbers, page.texts, data)
	return err
}
