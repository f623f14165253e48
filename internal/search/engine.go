package search

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"coderag/internal/code"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/lexeme"
)

// Disk looks at the files of a project as they are now.
type Disk interface {
	// Stat returns the stat of the file; an error wrapping fs.ErrNotExist when
	// it is gone.
	Stat(f code.FileID) (code.FileStat, error)
	// Read returns the text of the file, decoded as it is for the index.
	Read(f code.FileID) (string, error)
}

// Engine searches one project. It is safe for concurrent use.
type Engine struct {
	Project  string
	Store    Store
	Disk     Disk
	Embedder embed.Embedder // the configured one; nil: no dense leg
	Standby  embed.Embedder // embeds queries while the vectors that are there are its, and not Embedder's; nil: none
	Reranker Reranker       // nil: the order stays as the legs and the model make it
	Options  Options
	Slots    Slots // shared with the other engines of the process; nil: any number of searches at once
}

// Search answers a request: the legs propose files, their ranks are fused, the
// first reranked where there is a model for it, and the best are shaped into
// hits. A leg that cannot answer is left out and named in the reply.
func (e *Engine) Search(ctx context.Context, r Request) (Reply, error) {
	return e.search(ctx, r, false)
}

// search is Search. Among several projects the hits come as they are before any
// is reranked, with what a reranker needs, and more than are wanted.
func (e *Engine) search(ctx context.Context, r Request, among bool) (_ Reply, err error) {
	defer fault.Wrap(&err, "search project %q", e.Project)
	q, err := e.query(r)
	if err != nil {
		return Reply{}, err
	}
	q.among = among && e.reranks()
	ctx, cancel := context.WithTimeout(ctx, e.Options.WithDefaults().Timeout)
	defer cancel()
	if err := e.Slots.take(ctx); err != nil {
		return Reply{}, err
	}
	defer e.Slots.give()
	var reply Reply
	err = e.Store.View(ctx, func(v View) (err error) {
		reply, err = e.answer(ctx, v, q)
		return err
	})
	return reply, err
}

// answer answers the query from one view.
func (e *Engine) answer(ctx context.Context, v View, q query) (reply Reply, err error) {
	if !q.filter.IsZero() {
		if q.allowed, err = v.FilesMatching(ctx, q.filter); err != nil {
			return reply, err
		}
		if len(q.allowed) == 0 {
			return Reply{Notes: []string{"no indexed file has " + q.filter.String()}}, nil
		}
	}
	rows := &fileRows{view: v, rows: map[int64]File{}}
	rankings, err := e.retrieve(ctx, v, q, rows)
	if err != nil {
		return reply, err
	}
	reply.Setting = rankQuery(q, rankings[0].matches, len(rankings[1].candidates) > 0).Setting()
	reply.Legs = legs(rankings...)
	reply.Notes = notes(q, reply.Legs)
	if reply.Diagnosis = rankings[0].diagnosis; reply.Diagnosis != nil {
		if !q.Anyway {
			return reply, nil
		}
		reply.Notes = append(reply.Notes, "the words of the query are no evidence of these hits: "+reply.Diagnosis.Reason.Text())
	}
	found := fuse(e.Options.WithDefaults().RRFK, rankings...)
	if named := rankings[0].candidates; len(named) > 0 && looksLikeName(q) {
		found = among(found, named)
	}
	if err := rows.load(ctx, found); err != nil {
		return reply, err
	}
	found, err = e.order(ctx, v, q, existing(found, rows.rows), rankings, rows.rows)
	if err != nil {
		return reply, err
	}
	if q.Explain {
		explain(found, rankings)
	}
	err = e.shape(ctx, v, q, found, rows.rows, &reply)
	return reply, err
}

// notes tells the caller what the reply lacks.
func notes(q query, legs []Leg) (notes []string) {
	for _, l := range legs {
		if l.Skipped != "" && l.Skipped != notConfigured && l.Skipped != turnedOff {
			notes = append(notes, l.leftOut())
		}
	}
	if len(q.terms) == lexeme.MaxQueryTerms || len(q.Query) > lexeme.MaxQueryBytes {
		notes = append(notes, fmt.Sprintf("the query is long: its first %d words are searched for", len(q.terms)))
	}
	return notes
}

// fileRows holds the rows of files; each file is asked for once.
type fileRows struct {
	view View
	rows map[int64]File // without the files that do not exist
	seen map[int64]bool
}

// load reads the rows of those candidates that were not seen before.
func (r *fileRows) load(ctx context.Context, candidates []candidate) error {
	if r.seen == nil {
		r.seen = make(map[int64]bool, len(candidates))
	}
	var ids []int64
	for _, c := range candidates {
		if !r.seen[c.file] {
			r.seen[c.file] = true
			ids = append(ids, c.file)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	files, err := r.view.Files(ctx, ids)
	for _, f := range files {
		r.rows[f.ID] = f
	}
	return err
}

// minCandidates is how many files a leg proposes however few are wanted: among
// the first 100 files by words are 99.6 % of all targets of a public benchmark,
// and 99.8 % among those of both legs. With the default of Options.Overfetch it
// holds for every number of hits, so that few are the first of many.
const minCandidates = 100

// retrieve runs the legs side by side and returns what they propose.
func (e *Engine) retrieve(ctx context.Context, v View, q query, rows *fileRows) ([]ranking, error) {
	o := e.Options.WithDefaults()
	var lexical, dense ranking
	limit := max(minCandidates, o.Overfetch*q.K)

	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		lexical, err = e.lexicalLeg(gctx, v, q, rows, limit)
		return err
	})
	g.Go(func() error {
		dense = e.denseLeg(gctx, q, limit)
		return nil
	})
	err := g.Wait()
	if err == nil && lexical.reach != nil {
		if !looksLikeName(q) {
			lexical.reach.near = dense.leaning()
		}
		lexical.diagnosis = diagnose(lexical.matches.asked(q), *lexical.reach, q.filter, lexical.matches.near)
	}
	return []ranking{lexical, dense}, err
}

// among returns the candidates whose files are others' too. Who asks for a name or
// a single word wants the files that have it, or a part of it: what vectors alone
// propose is noise beside them, and before them where they are prose.
func among(candidates, others []candidate) (kept []candidate) {
	files := make(map[int64]bool, len(others))
	for _, c := range others {
		files[c.file] = true
	}
	for _, c := range candidates {
		if files[c.file] {
			kept = append(kept, c)
		}
	}
	return kept
}
