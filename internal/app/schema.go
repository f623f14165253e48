package app

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/postgres"
)

// A schema is what this process knows of the schema of one project. Only a
// sweep or an update of files makes one; reading leaves the database as it is.
type schema struct {
	store   *postgres.Project
	scanned atomic.Bool // a sweep ended without an error

	mu      sync.Mutex // held while the schema is made or brought up to date
	current bool       // it exists, at the version of this program
}

// errNeverScanned marks the error for a project that has no schema yet.
var errNeverScanned = errors.New("never scanned")

// schema returns the entry of the project, which it makes at the first call.
func (a *App) schema(name string) *schema {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.schemas[name]
	if s == nil {
		s = &schema{store: postgres.OpenProject(a.db, name)}
		a.schemas[name] = s
	}
	return s
}

// forget makes the next use of a project look at the database again.
func (a *App) forget(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.schemas, name)
}

// forgetGone forgets the project when err may be that its schema is gone: what
// another process dropped is found missing once, and made or refused next time.
func (a *App) forgetGone(name string, err error) {
	if fault.Is(err, fault.NotFound) {
		a.forget(name)
	}
}

// reader returns the schema of a project for reading. Where there is none the
// error is of kind NotFound and wraps errNeverScanned.
func (a *App) reader(ctx context.Context, name string) (*postgres.Project, error) {
	s := a.schema(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current {
		return s.store, nil
	}
	registered, err := a.registered(ctx, name)
	if err != nil {
		return nil, err
	}
	if !registered {
		return nil, fault.New(fault.NotFound, "project %q was %w", name, errNeverScanned).Fix("run: %s", scanCommand(name))
	}
	return s.store, s.update(ctx)
}

// writer returns the schema of a project, made and registered if need be.
func (a *App) writer(ctx context.Context, p code.Project) (*postgres.Project, error) {
	s := a.schema(p.Name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current {
		return s.store, nil
	}
	registered, err := a.registered(ctx, p.Name)
	if err != nil {
		return nil, err
	}
	if !registered {
		if err := a.registry.Put(ctx, p); err != nil {
			return nil, err
		}
	}
	return s.store, s.update(ctx)
}

// update migrates the schema. The caller holds s.mu.
func (s *schema) update(ctx context.Context) error {
	if err := s.store.Migrate(ctx); err != nil {
		return err
	}
	s.current = true
	return nil
}

// registered reports whether the database has the project.
func (a *App) registered(ctx context.Context, name string) (bool, error) {
	projects, err := a.registry.Projects(ctx)
	return slices.ContainsFunc(projects, func(r postgres.Registered) bool { return r.Name == name }), err
}

// Migrate makes the schemas of all configured projects, or brings them up to
// date. One failure does not stop the rest.
func (a *App) Migrate(ctx context.Context) error {
	projects, err := a.catalog.current()
	errs := []error{err}
	for _, p := range projects.Served() {
		_, err := a.writer(ctx, p)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func scanCommand(project string) string { return "bin/indexer scan " + project }
