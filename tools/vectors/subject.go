package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/postgres"
	"coderag/internal/search"
)

// nearest is how many chunks the search asks for.
const nearest = 200

// depths are those at which recall is told: of the nearest so many chunks, the share
// that is found.
var depths = []int{10, 60, nearest}

// A subject is a project that is measured.
type subject struct {
	db      *database.DB
	name    string
	schema  string // quoted
	store   *postgres.Project
	queries [][]float32

	model     int32
	dimension int
	vectors   int
	truth     [][]search.ChunkScore // by query: what comparing all finds, best first
}

func newSubject(db *database.DB, name string, queries [][]float32) *subject {
	return &subject{db: db, name: name, schema: strconv.Quote(name), store: postgres.OpenProject(db, name), queries: queries}
}

// A way finds the nearest chunks.
type way func(ctx context.Context, query []float32) ([]search.ChunkScore, error)

func (s *subject) measure(ctx context.Context, out io.Writer, graph bool) error {
	model, live, err := s.store.LiveModel(ctx)
	if err != nil {
		return err
	}
	if live.Provider != "builtin" {
		return fault.New(fault.Invalid, "its vectors are of model %s", live).Fix("set provider = builtin in section [embedding] of config.ini, and scan")
	}
	s.model, s.dimension = model, live.Dimension
	if err := s.db.Pool().QueryRow(ctx, `SELECT count(*) FROM `+s.schema+`.rag_embedding WHERE model_id = $1`, model).Scan(&s.vectors); err != nil {
		return err
	}
	if err := s.exact(ctx, out); err != nil {
		return err
	}
	if err := s.pages(ctx, out); err != nil || !graph {
		return err
	}
	return s.graph(ctx, out)
}

// exact compares every vector, for the truth and for the time it takes.
func (s *subject) exact(ctx context.Context, out io.Writer) error {
	size, err := s.size(ctx, "rag_embedding")
	if err != nil {
		return err
	}
	find := s.byDistance("e.vector <=> $1::text::halfvec", "e.model_id = "+strconv.Itoa(int(s.model)))
	return s.ask(ctx, out, "exact", 0, size, func(ctx context.Context, query []float32) ([]search.ChunkScore, error) {
		rows, err := s.db.Pool().Query(ctx, find, literal(query), nearest)
		if err != nil {
			return nil, err
		}
		return collect(rows)
	})
}

// byDistance is the statement that finds the nearest texts by an expression, and
// looks up their chunks.
func (s *subject) byDistance(distance, where string) string {
	return `
		SELECT c.file_id, c.number, 1 - n.distance
		FROM (SELECT e.text_sha, ` + distance + ` AS distance FROM ` + s.schema + `.rag_embedding e WHERE ` + where + `
		      ORDER BY ` + distance + ` LIMIT $2) n
		JOIN ` + s.schema + `.rag_chunk c USING (text_sha)
		ORDER BY n.distance, c.file_id, c.number LIMIT $2`
}

// literal is a vector as pgvector reads it.
func literal(v []float32) string {
	numbers := make([]string, len(v))
	for i, x := range v {
		numbers[i] = strconv.FormatFloat(float64(x), 'g', -1, 32)
	}
	return "[" + strings.Join(numbers, ",") + "]"
}

// collect reads the rows of byDistance.
func collect(rows interface {
	Next() bool
	Scan(into ...any) error
	Err() error
},
) (found []search.ChunkScore, err error) {
	for rows.Next() {
		var c search.ChunkScore
		if err := rows.Scan(&c.Key.File, &c.Key.Number, &c.Score); err != nil {
			return nil, err
		}
		found = append(found, c)
	}
	return found, rows.Err()
}

// pages writes the pages of the product anew, and asks it.
func (s *subject) pages(ctx context.Context, out io.Writer) error {
	if _, err := s.db.Pool().Exec(ctx, `TRUNCATE `+s.schema+`.rag_vector_page`); err != nil {
		return err
	}
	start := time.Now()
	if err := s.store.FinishModel(ctx, s.model); err != nil {
		return err
	}
	took := time.Since(start)
	size, err := s.size(ctx, "rag_vector_page")
	if err != nil {
		return err
	}
	return s.ask(ctx, out, "four bits, then exact", took, size, func(ctx context.Context, query []float32) ([]search.ChunkScore, error) {
		return s.store.Nearest(ctx, s.model, query, search.Filter{}, nearest)
	})
}

// graph builds a graph index with the defaults of pgvector, asks it, and takes it back.
// One process builds it: below pgvector 0.8.2 several can overflow a buffer
// (CVE-2026-3172).
func (s *subject) graph(ctx context.Context, out io.Writer) (err error) {
	tx, err := s.db.Pool().Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tx.Rollback(context.WithoutCancel(ctx))) }()
	vector, model := "halfvec("+strconv.Itoa(s.dimension)+")", strconv.Itoa(int(s.model))
	start := time.Now()
	_, err = tx.Exec(ctx, `
		SET LOCAL maintenance_work_mem = '1GB';
		SET LOCAL max_parallel_maintenance_workers = 0;
		SET LOCAL hnsw.ef_search = `+strconv.Itoa(nearest)+`;
		CREATE INDEX rag_measured ON `+s.schema+`.rag_embedding USING hnsw ((vector::`+vector+`) halfvec_cosine_ops) WHERE model_id = `+model)
	if err != nil {
		return err
	}
	took := time.Since(start)
	var size int64
	if err := tx.QueryRow(ctx, `SELECT pg_relation_size($1::regclass)`, s.schema+".rag_measured").Scan(&size); err != nil {
		return err
	}
	find := s.byDistance("e.vector::"+vector+" <=> $1::text::"+vector, "e.model_id = "+model)
	return s.ask(ctx, out, "HNSW", took, size, func(ctx context.Context, query []float32) ([]search.ChunkScore, error) {
		rows, err := tx.Query(ctx, find, literal(query), nearest)
		if err != nil {
			return nil, err
		}
		return collect(rows)
	})
}

func (s *subject) size(ctx context.Context, table string) (bytes int64, err error) {
	err = s.db.Pool().QueryRow(ctx, `SELECT pg_total_relation_size($1::regclass)`, s.schema+"."+table).Scan(&bytes)
	return bytes, err
}

// ask puts the queries, the first few of them twice to warm up, and prints a row.
// The answers of the first way it is called for are the truth.
func (s *subject) ask(ctx context.Context, out io.Writer, name string, built time.Duration, size int64, find way) error {
	for _, q := range s.queries[:min(len(s.queries), 5)] {
		if _, err := find(ctx, q); err != nil {
			return err
		}
	}
	var took []time.Duration
	var answers [][]search.ChunkScore
	for _, q := range s.queries {
		start := time.Now()
		found, err := find(ctx, q)
		if err != nil {
			return err
		}
		took = append(took, time.Since(start))
		answers = append(answers, found)
	}
	if s.truth == nil {
		s.truth = answers
	}
	slices.Sort(took)
	fmt.Fprintf(out, "| %s | %d | %s | %.1f s | %.1f MB |", s.name, s.vectors, name, built.Seconds(), float64(size)/1e6)
	for _, depth := range depths {
		fmt.Fprintf(out, " %.4f |", recall(s.truth, answers, depth))
	}
	fmt.Fprintf(out, " %.1f ms | %.1f ms |\n", milliseconds(took[len(took)/2]), milliseconds(took[len(took)*95/100]))
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// recall returns the share of the first so many chunks of the truth that is found.
// Chunks as near as the last of them stand for it.
func recall(truth, answers [][]search.ChunkScore, depth int) (mean float64) {
	for i, right := range truth {
		wanted := min(depth, len(right))
		if wanted == 0 {
			mean += 1 / float64(len(truth))
			continue
		}
		last := right[wanted-1].Score - rounding
		found := 0
		for _, c := range answers[i] {
			if c.Score >= last {
				found++
			}
		}
		mean += float64(min(found, wanted)) / float64(wanted) / float64(len(truth))
	}
	return mean
}

// rounding is what equal distances may differ by.
const rounding = 1e-9
