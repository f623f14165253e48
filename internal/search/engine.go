package search

import (
	"context"
	"strings"

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
	Embedder embed.Embedder // nil: no dense leg
	Options  Options
}

// Search answers a request: the legs propose files, their ranks are fused, the
// paths' priors applied, and the best are shaped into hits. A leg that cannot
// answer is left out and named in the reply.
func (e *Engine) Search(ctx context.Context, r Request) (_ Reply, err error) {
	defer fault.Wrap(&err, "search project %q", e.Project)
	q, err := e.query(r)
	if err != nil {
		return Reply{}, err
	}
	var reply Reply
	err = e.Store.View(ctx, func(v View) error {
		found, err := e.retrieve(ctx, v, q, &reply)
		if err != nil {
			return err
		}
		return e.shape(ctx, v, q, found, &reply)
	})
	return reply, err
}

// query is a request with its defaults filled in and its words found.
type query struct {
	Request
	terms  []lexeme.Term
	filter Filter
}

func (e *Engine) query(r Request) (query, error) {
	o := e.Options.WithDefaults()
	set(&r.K, o.DefaultK)
	set(&r.MaxChars, o.MaxChars)
	set(&r.Granularity, GranularityFile)
	set(&r.Expand, ExpandSymbol)
	q := query{Request: r, terms: lexeme.Query(r.Query)}
	q.filter = Filter{Repo: r.Repo, Language: r.Language, PathPrefix: strings.TrimPrefix(r.PathPrefix, "/")}
	switch {
	case strings.TrimSpace(r.Query) == "":
		return q, fault.New(fault.Invalid, "the query is empty").Fix("say in words or identifiers what to look for")
	case len(q.terms) == 0:
		return q, fault.New(fault.Invalid, "the query has no word or identifier").Fix("use words; punctuation is not searched, grep finds it")
	case r.K < 1 || r.K > o.MaxK:
		return q, fault.New(fault.Invalid, "k is %d", r.K).Fix("choose k from 1 to %d", o.MaxK)
	}
	return q, nil
}

// minCandidates is how many files a leg proposes however few are wanted: among
// the first 60 files by words are 99.5 % of all targets of a public benchmark.
const minCandidates = 60

// retrieve runs the legs side by side and fuses what they propose.
func (e *Engine) retrieve(ctx context.Context, v View, q query, reply *Reply) ([]candidate, error) {
	o := e.Options.WithDefaults()
	lexical := ranking{name: "lexical", weight: o.WeightLexical}
	dense := ranking{name: "dense", weight: o.WeightDense}
	limit := max(minCandidates, o.Overfetch*q.K)
	var skipped string

	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		allowed, err := allowedFiles(gctx, v, q.filter)
		if err != nil {
			return err
		}
		lexical.candidates, err = lexicalLeg(gctx, v, q.terms, allowed, limit)
		return err
	})
	g.Go(func() error {
		dense.candidates, skipped = e.denseLeg(gctx, q, limit)
		return nil
	})
	if err := g.Wait(); err != nil {
		return nil, err
	}
	reply.Legs = []Leg{
		{Name: lexical.name, Hits: len(lexical.candidates)},
		{Name: dense.name, Hits: len(dense.candidates), Skipped: skipped},
	}
	return fuse(o.RRFK, lexical, dense), nil
}

// allowedFiles returns the files the filter lets through, nil where it lets all.
func allowedFiles(ctx context.Context, v View, f Filter) (map[int64]bool, error) {
	if f.IsZero() {
		return nil, nil
	}
	return v.FilesMatching(ctx, f)
}
