// Package app puts the packages together into the service the commands run: it
// opens what config.ini names, holds the projects of rag-projects.json, and
// offers sweeping, searching and reporting over them. It is the one package
// besides the commands that may import any other; no other imports it.
package app

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"coderag/internal/config"
	"coderag/internal/database"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/postgres"
	"coderag/internal/rerank"
	"coderag/internal/search"
	"coderag/internal/symbols"
)

// Options is what main hands over.
type Options struct {
	Config   config.Config
	Projects string       // path of rag-projects.json
	Name     string       // of the program, told to PostgreSQL
	Logger   *slog.Logger // nil: nothing is logged

	// Off names parts of the search that are turned off, for measuring.
	Off search.Off

	// Changed, if set, is called when what is wrong with rag-projects.json has
	// changed: with every problem there is now, nil when there is none any more.
	Changed func(problems []error)
}

// App is the running service. It is safe for concurrent use. Close ends it.
type App struct {
	config   config.Config
	log      *slog.Logger
	db       *database.DB
	registry *postgres.Registry
	catalog  *catalog
	embedder embed.Embedder // for the write path; nil without a provider
	guard    *embed.Guard   // for the read path; nil without a provider
	standby  *embed.Guard   // of the built-in model, where another is configured; nil without one
	patience time.Duration  // how long Reindex waits for a running sweep
	reranker *rerank.Client // nil without one
	off      search.Off     // parts of the search that are turned off
	slots    search.Slots   // for searches that run at once

	mu      sync.Mutex
	schemas map[string]*schema // by project, those used so far
	symbols *symbols.Set       // nil before the first file is indexed
}

// Open connects to the database and brings the registry up to date. It does not
// touch the projects, and starts nothing that only indexing needs.
func Open(ctx context.Context, o Options) (_ *App, err error) {
	defer fault.Wrap(&err, "start")
	if err := o.Config.RequireDatabase(); err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	a := &App{
		config: o.Config, log: o.Logger, catalog: newCatalog(o.Projects, o.Changed),
		schemas: map[string]*schema{}, patience: lockPatience, off: o.off(), slots: search.NewSlots(o.Config.Database.MaxConns),
	}
	if a.embedder, err = NewEmbedder(o.Config.Embedding); err != nil {
		return nil, err
	}
	standby, err := newStandby(o.Config.Embedding)
	if err != nil {
		return nil, err
	}
	if a.reranker, err = NewReranker(o.Config.Rerank); err != nil {
		return nil, err
	}
	if err := a.openDatabase(ctx, o.Name); err != nil {
		return nil, err
	}
	if a.embedder != nil {
		a.guard = embed.NewGuard(a.embedder, embed.GuardOptions{Timeout: queryTimeout(o.Config)})
	}
	if standby != nil {
		a.standby = embed.NewGuard(standby, embed.GuardOptions{Timeout: o.Config.Search.Timeout})
	}
	return a, nil
}

// off returns what is turned off: what the caller names, and legs that the
// configuration gives no weight.
func (o Options) off() search.Off {
	off := search.Off{}
	maps.Copy(off, o.Off)
	if o.Config.Search.WeightLexical == 0 {
		off["lexical"] = true
	}
	if o.Config.Search.WeightDense == 0 {
		off["dense"] = true
	}
	return off
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

// Close ends what Open and the work since then have started. Nothing of the App
// may run then or later.
func (a *App) Close() {
	for _, guard := range []*embed.Guard{a.guard, a.standby} {
		if guard != nil {
			guard.Close()
		}
	}
	if a.reranker != nil {
		a.reranker.Close()
	}
	if a.symbols != nil {
		if err := a.symbols.Close(); err != nil {
			a.log.Warn("close extractors", "error", err)
		}
	}
	a.db.Close()
}

// Ready says what the service needs, and what is wrong with it. A list of
// projects that cannot be read now is well as long as an earlier one is served.
func (a *App) Ready(ctx context.Context) map[string]error {
	projects, err := a.catalog.current()
	if projects.Path != "" {
		err = nil
	}
	return map[string]error{"database": a.db.Ping(ctx), "projects": err}
}
