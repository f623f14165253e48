package database

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/golang-migrate/migrate/v4"
	"github.com/golang-migrate/migrate/v4/database"
	driver "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"coderag/internal/fault"
)

// Migrate brings schema to the newest version of the migrations in folder dir
// of set, and creates it when it does not exist. The migrations name tables
// without a schema; the version is kept in the schema's own schema_migrations.
// Each migration is one transaction together with its version: a process
// killed at any point leaves nothing to repair.
func (db *DB) Migrate(ctx context.Context, schema string, set fs.FS, dir string) (err error) {
	defer Wrap(&err, "migrate schema %q", schema)
	if err := db.createSchema(ctx, schema); err != nil {
		return err
	}
	return db.migrate(ctx, schema, set, dir, (*migrate.Migrate).Up)
}

// MigrateDown undoes all migrations of the schema, and with them all it holds.
func (db *DB) MigrateDown(ctx context.Context, schema string, set fs.FS, dir string) (err error) {
	defer Wrap(&err, "migrate schema %q down", schema)
	return db.migrate(ctx, schema, set, dir, (*migrate.Migrate).Down)
}

func (db *DB) createSchema(ctx context.Context, schema string) error {
	return db.exclusively(ctx, "schema "+schema, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+pgx.Identifier{schema}.Sanitize())
		return err
	})
}

// migrate runs one direction. A context that ends meanwhile lets it come to its
// end: the library's own way to stop is a data race, and leaves goroutines.
func (db *DB) migrate(ctx context.Context, schema string, set fs.FS, dir string, run func(*migrate.Migrate) error) (err error) {
	source, err := iofs.New(set, dir)
	if err != nil {
		return err
	}
	target, err := db.migrationTarget(schema)
	if err != nil {
		return errors.Join(err, source.Close())
	}
	m, err := migrate.NewWithInstance("iofs", source, "pgx5", target)
	if err != nil {
		return errors.Join(err, source.Close(), target.Close())
	}
	defer func() {
		sourceErr, targetErr := m.Close()
		err = errors.Join(err, sourceErr, targetErr)
	}()
	if err := migrationError(run(m)); err != nil {
		return err
	}
	return ctx.Err()
}

// migrationTarget opens a connection whose search path is the schema.
func (db *DB) migrationTarget(schema string) (database.Driver, error) {
	config := db.pool.Config().ConnConfig
	config.RuntimeParams["search_path"] = pgx.Identifier{schema}.Sanitize() + ", public"
	conns := stdlib.OpenDB(*config)
	target, err := driver.WithInstance(conns, &driver.Config{SchemaName: schema})
	if err != nil {
		return nil, errors.Join(err, conns.Close())
	}
	table := pgx.Identifier{schema, driver.DefaultMigrationsTable}.Sanitize()
	return &atomicDriver{Driver: target, table: table}, nil
}

// migrationError unwraps the library's error, which hides the SQLSTATE.
func migrationError(err error) error {
	if errors.Is(err, migrate.ErrNoChange) {
		return nil
	}
	if errors.Is(err, migrate.ErrLockTimeout) {
		return fault.New(fault.Busy, "another process migrates it: %w", err)
	}
	if e, ok := errors.AsType[database.Error](err); ok && e.OrigErr != nil {
		return fmt.Errorf("line %d: %w", e.Line, e.OrigErr)
	}
	if e, ok := errors.AsType[*database.Error](err); ok && e.OrigErr != nil {
		return e.OrigErr
	}
	return err
}

// atomicDriver runs each migration in one transaction with the change of the
// version. The library's own driver marks the version dirty, migrates, and
// marks it clean, in three transactions: killed between them, it leaves a
// schema that a person has to repair.
type atomicDriver struct {
	database.Driver
	table   string // quoted
	version int    // the one that Run leads to
}

// SetVersion remembers the version that is about to be reached; once it is,
// Run has written it.
func (d *atomicDriver) SetVersion(version int, _ bool) error {
	d.version = version
	return nil
}

// Run executes the migration and stores the version. Several statements sent
// as one are one transaction.
func (d *atomicDriver) Run(migration io.Reader) error {
	body, err := io.ReadAll(migration)
	if err != nil {
		return err
	}
	all := fmt.Sprintf("%s\n;DELETE FROM %s;", body, d.table)
	if d.version != database.NilVersion {
		all += fmt.Sprintf("INSERT INTO %s (version, dirty) VALUES (%d, false);", d.table, d.version)
	}
	return d.Driver.Run(bytes.NewReader([]byte(all)))
}
