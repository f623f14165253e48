package database

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// InTx runs work in a transaction, which is committed when work returns nil
// and rolled back otherwise. No model is to be called from work: what runs in
// a transaction takes milliseconds.
func (db *DB) InTx(ctx context.Context, work func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, db.pool, work)
}

// Snapshot runs work in a read-only transaction in which every query sees the
// database as it was when the first one began.
func (db *DB) Snapshot(ctx context.Context, work func(pgx.Tx) error) error {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, db.pool, options, work)
}
