package database

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"coderag/internal/fault"
)

// EnsureExtension creates the extension vector in schema public, unless the
// database has it. That needs a superuser, and pgvector on the server.
func (db *DB) EnsureExtension(ctx context.Context) (err error) {
	defer Wrap(&err, "extension vector")
	version, err := db.Version(ctx)
	if err != nil || version.Vector != "" {
		return err
	}
	err = db.exclusively(ctx, "extension vector", func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public")
		return err
	})
	switch sqlState(err) {
	case "0A000", "58P01", "22023": // the control file is not there; how that is said depends on the version
		return fault.New(fault.Unavailable, "PostgreSQL %s has no pgvector: %w", version.Server, err).
			Fix("run: make up").Fix("or install it: https://github.com/pgvector/pgvector#installation")
	case "42501":
		return fault.New(fault.Unavailable, "creating it needs a superuser: %w", err).
			Fix("run as superuser in the database: CREATE EXTENSION vector")
	}
	if err == nil {
		db.pool.Reset() // new connections know the types
	}
	return err
}

// exclusively runs work in a transaction, one process at a time: IF NOT EXISTS
// alone does not keep two of them from creating the same thing.
func (db *DB) exclusively(ctx context.Context, key string, work func(pgx.Tx) error) error {
	return db.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key); err != nil {
			return err
		}
		return work(tx)
	})
}

// Version names the programs behind a database.
type Version struct {
	Server string // "17.12"
	Vector string // "0.8.0"; "" when the database does not have the extension
}

// Version asks the database.
func (db *DB) Version(ctx context.Context) (v Version, err error) {
	defer Wrap(&err, "version of the database")
	err = db.pool.QueryRow(ctx, `
		SELECT split_part(current_setting('server_version'), ' ', 1),
		       coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'), '')`,
	).Scan(&v.Server, &v.Vector)
	return v, err
}

// String returns "PostgreSQL 17.12, pgvector 0.8.0".
func (v Version) String() string {
	if v.Vector == "" {
		return fmt.Sprintf("PostgreSQL %s, no pgvector", v.Server)
	}
	return fmt.Sprintf("PostgreSQL %s, pgvector %s", v.Server, v.Vector)
}
