package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"coderag/internal/database"
	"coderag/internal/fault"
)

// postgres is the server in which databases are made.
type postgres struct {
	url     string
	admin   *database.DB
	version string
	main    int // process id of the server's main process, 0 when it is not on this machine
}

func openPostgres(ctx context.Context, given string) (p postgres, err error) {
	if given == "" {
		return p, fault.New(fault.Invalid, "TEST_DATABASE_URL is not set").
			Fix("run: make bench").
			Fix("or set it to a PostgreSQL whose role may create databases, such as the one of make up")
	}
	p.url = given
	if p.admin, err = database.Open(ctx, database.Options{URL: given, MaxConns: 1, ApplicationName: "coderag bench"}); err != nil {
		return p, err
	}
	var backend int
	err = p.admin.Pool().QueryRow(ctx, `SELECT pg_backend_pid(), current_setting('server_version')`).Scan(&backend, &p.version)
	p.main = parentNamed(backend, "postgres")
	return p, err
}

// cpu returns the CPU time the server and all its processes have used, 0 where
// that cannot be seen.
func (p postgres) cpu() time.Duration { return familyCPU(p.main) }

// newDatabase makes a database, configures the commands for it, and connects.
func (b *bench) newDatabase(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "make a database")
	if err := b.dropDatabase(ctx); err != nil {
		return err
	}
	u, err := url.Parse(b.postgres.url)
	if err != nil {
		return err
	}
	u.Path = "/" + b.databaseName()
	if _, err := b.postgres.admin.Pool().Exec(ctx, "CREATE DATABASE "+b.databaseName()); err != nil {
		return err
	}
	b.url = u.String()
	if err := b.configure(b.url); err != nil {
		return err
	}
	b.db, err = database.Open(ctx, database.Options{URL: b.url, ApplicationName: "coderag bench"})
	if err != nil {
		return errors.Join(err, b.drop(ctx))
	}
	return b.db.EnsureExtension(ctx)
}

// databaseName needs no quotes, and is no other run's.
func (b *bench) databaseName() string { return fmt.Sprintf("coderag_bench_%d", os.Getpid()) }

// dropDatabase drops the database of the run at hand, if there is one.
func (b *bench) dropDatabase(ctx context.Context) error {
	if b.db == nil {
		return nil
	}
	b.db.Close()
	b.db = nil
	return b.drop(ctx)
}

// drop waits for autovacuum, which WITH (FORCE) may not end.
func (b *bench) drop(ctx context.Context) error {
	_, err := b.postgres.admin.Pool().Exec(ctx, "DROP DATABASE "+b.databaseName())
	return err
}
