// Package app puts the packages together into the service the commands run: it
// opens what config.ini names, holds the projects of rag-projects.json, and
// offers sweeping, searching and reporting over them. It is the one package
// besides the commands that may import any other; no other imports it.
package app

import (
	"context"
	"log/slog"
	"sync"

	"coderag/internal/chunk"
	"coderag/internal/config"
	"coderag/internal/database"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/lang"
	"coderag/internal/postgres"
	"coderag/internal/search"
	"coderag/internal/symbols"
	"coderag/internal/walk"
)

// Options is what main hands over.
type Options struct {
	Config   config.Config
	Projects string // path of rag-projects.json
	Name     string // of the program, told to PostgreSQL
	Logger   *slog.Logger
}

// App is the running service. It is safe for concurrent use. Close ends it.
type App struct {
	config   config.Config
	log      *slog.Logger
	db       *database.DB
	registry *postgres.Registry
	source   *config.Source
	symbols  *symbols.Set
	embedder embed.Embedder // for the write path; nil without a provider
	guard    *embed.Guard   // for the read path; nil without a provider

	mu       sync.Mutex
	projects map[string]*postgres.Project // schemas used so far
	migrated map[string]bool              // schemas at the version of this program
}

// Open connects to the database, brings the registry up to date and makes ready
// what sweeping and searching need. It does not touch the projects.
func Open(ctx context.Context, o Options) (_ *App, err error) {
	defer fault.Wrap(&err, "start")
	if err := o.Config.RequireDatabase(); err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	a := &App{
		config: o.Config, log: o.Logger, source: config.NewSource(o.Projects),
		projects: map[string]*postgres.Project{}, migrated: map[string]bool{},
	}
	if a.embedder, err = NewEmbedder(o.Config.Embedding); err != nil {
		return nil, err
	}
	if err := a.openDatabase(ctx, o.Name); err != nil {
		return nil, err
	}
	a.symbols = newSymbols(ctx, o.Logger)
	if a.embedder != nil {
		a.guard = embed.NewGuard(a.embedder, embed.GuardOptions{Timeout: o.Config.Embedding.QueryTimeout})
	}
	return a, nil
}

func (a *App) openDatabase(ctx context.Context, name string) (err error) {
	c := a.config.Database
	a.db, err = database.Open(ctx, database.Options{
		URL: c.URL, MaxConns: c.MaxConns, ConnectTimeout: c.ConnectTimeout, ApplicationName: name,
	})
	if err != nil {
		return err
	}
	a.registry = postgres.OpenRegistry(a.db)
	if err := a.db.EnsureExtension(ctx); err != nil {
		a.db.Close()
		return err
	}
	if err := a.registry.Migrate(ctx); err != nil {
		a.db.Close()
		return err
	}
	return nil
}

// Close ends what Open started.
func (a *App) Close() {
	if a.guard != nil {
		a.guard.Close()
	}
	if err := a.symbols.Close(); err != nil {
		a.log.Warn("close extractors", "error", err)
	}
	a.db.Close()
}

// Database returns the connection pool, for checks of its health.
func (a *App) Database() *database.DB { return a.db }

// project returns the schema of a project, migrated.
func (a *App) project(ctx context.Context, name string) (*postgres.Project, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.projects[name]
	if p == nil {
		p = postgres.OpenProject(a.db, name, postgres.Options{
			ExactScanRows: a.config.Search.ExactScanRows, EFSearch: a.config.Search.EFSearch,
		})
		a.projects[name] = p
	}
	if a.migrated[name] {
		return p, nil
	}
	if err := p.Migrate(ctx); err != nil {
		return nil, err
	}
	a.migrated[name] = true
	return p, nil
}

// forget makes the next use of a project look at its schema again.
func (a *App) forget(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.projects, name)
	delete(a.migrated, name)
}

func (a *App) indexer() *index.Indexer {
	c, e := a.config.Index, a.config.Embedding
	return &index.Indexer{
		Symbols:  a.symbols,
		Embedder: a.embedder,
		Batcher: embed.Batcher{
			MaxTexts: e.Batch, MaxBytes: int(e.MaxBatchBytes), MinTextBytes: int(e.MinTextBytes),
			Retry: embed.Retry{Attempts: e.Retries + 1},
		},
		Options: index.Options{
			MaxFileBytes: int64(c.MaxFileBytes),
			Chunk: chunk.Options{
				MaxBytes: int(c.ChunkBytes), MinBytes: int(c.MinChunkBytes),
				WindowLines: c.WindowLines, WindowOverlap: c.WindowOverlap,
			},
			Walk:         walk.Rules{BaseExclude: c.BaseExcludes, Secrets: c.IncludeSecrets, LanguagesOf: lang.Candidates},
			Workers:      c.Workers,
			ParseTimeout: c.ParseTimeout,
			CommitFiles:  c.CommitFiles,
		},
	}
}

func (a *App) searchOptions() search.Options {
	c := a.config.Search
	return search.Options{
		RRFK: float64(c.RRFK), WeightLexical: c.WeightLexical, WeightDense: c.WeightDense,
		Overfetch: c.Overfetch, PerFileCap: c.PerFileCap, DefaultK: c.DefaultK, MaxK: c.MaxK,
		MaxChars: c.MaxChars, ReplyChars: c.ReplyChars, QueryTimeout: a.config.Embedding.QueryTimeout,
	}
}
