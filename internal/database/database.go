// Package database connects to PostgreSQL with pgvector: a pool, transactions,
// advisory locks, migrations and the meaning of errors. It knows no table.
package database

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	pgvector "github.com/pgvector/pgvector-go/pgx"

	"coderag/internal/fault"
)

// Options says how to connect.
type Options struct {
	URL             string        // postgres://user:password@host:port/database; required
	MaxConns        int           // connections of the pool at most; 0 means 16
	ConnectTimeout  time.Duration // for one attempt to connect; 0 means 5 s
	ApplicationName string        // as in pg_stat_activity; "" means "coderag"
}

// WithDefaults returns o with its zero values replaced.
func (o Options) WithDefaults() Options {
	if o.MaxConns == 0 {
		o.MaxConns = 16
	}
	if o.ConnectTimeout == 0 {
		o.ConnectTimeout = 5 * time.Second
	}
	if o.ApplicationName == "" {
		o.ApplicationName = "coderag"
	}
	return o
}

// Validate returns an error that names the first field with a wrong value.
func (o Options) Validate() error {
	switch {
	case o.URL == "":
		return fault.New(fault.Invalid, "database url is empty").
			Fix("run: make up").Fix("or set DATABASE_URL, or url in section [database] of config.ini")
	case o.MaxConns < 0:
		return fault.New(fault.Invalid, "MaxConns is %d, want 1 or more", o.MaxConns)
	case o.ConnectTimeout < 0:
		return fault.New(fault.Invalid, "ConnectTimeout is %v, want more than 0", o.ConnectTimeout)
	}
	return nil
}

// DB is a pool of connections to one database. It is safe for concurrent use.
type DB struct {
	pool *pgxpool.Pool
}

// Open connects to the database and makes sure that it answers.
func Open(ctx context.Context, o Options) (_ *DB, err error) {
	o = o.WithDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	config, err := poolConfig(o)
	if err != nil {
		return nil, err
	}
	defer Wrap(&err, "open database %s", address(config.ConnConfig))
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return &DB{pool}, nil
}

// Pool returns the connections, for queries that need no transaction.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// Close waits for the queries that run and closes all connections.
func (db *DB) Close() { db.pool.Close() }

// Ping returns an error unless the database answers.
func (db *DB) Ping(ctx context.Context) (err error) {
	defer Wrap(&err, "ping database")
	return db.pool.Ping(ctx)
}

// poolConfig turns o into the pool's configuration. What the URL says itself,
// application_name for example, wins.
func poolConfig(o Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fault.New(fault.Invalid, "database url: %w", err).
			Fix("write it as postgres://user:password@host:port/database")
	}
	config.MaxConns = int32(min(o.MaxConns, 10_000))
	config.ConnConfig.ConnectTimeout = o.ConnectTimeout
	params := config.ConnConfig.RuntimeParams
	if params["application_name"] == "" {
		params["application_name"] = o.ApplicationName
	}
	config.AfterConnect = prepareSession
	return config, nil
}

// prepareSession readies a new connection: the server notices within half a
// second when this process dies, so that no lock outlives it, and pgvector's
// types are known. A database that does not have the extension yet is fine.
func prepareSession(ctx context.Context, conn *pgx.Conn) error {
	if err := noticeDeadClients(ctx, conn); err != nil {
		return err
	}
	err := pgvector.RegisterTypes(ctx, conn)
	if conn.IsClosed() || ctx.Err() != nil {
		return err
	}
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pgErr
	}
	return nil
}

// noticeDeadClients sets client_connection_check_interval, which servers
// before PostgreSQL 14 and some platforms do not have.
func noticeDeadClients(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SET client_connection_check_interval = '500ms'")
	switch sqlState(err) {
	case "42704", "22023": // undefined_object, invalid_parameter_value
		return nil
	}
	return err
}

// address names the database in messages, without the password.
func address(c *pgx.ConnConfig) string {
	return c.User + "@" + hostPort(c.Host, c.Port) + "/" + c.Database
}
