package database_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"coderag/internal/database"
	"coderag/internal/pgtest"
)

// numbers returns a database with an empty table n (i int).
func numbers(t *testing.T) *database.DB {
	t.Helper()
	db := pgtest.New(t)
	if _, err := db.Pool().Exec(t.Context(), "CREATE TABLE n (i int)"); err != nil {
		t.Fatal(err)
	}
	return db
}

type queryer interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func count(t *testing.T, q queryer) int {
	t.Helper()
	var n int
	if err := q.QueryRow(t.Context(), "SELECT count(*) FROM n").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestInTx(t *testing.T) {
	t.Parallel()
	db := numbers(t)
	stop := errors.New("stop")
	for _, test := range []struct {
		result error
		want   int // rows after
	}{{nil, 1}, {stop, 1}, {nil, 2}} {
		err := db.InTx(t.Context(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), "INSERT INTO n VALUES (1)"); err != nil {
				return err
			}
			return test.result
		})
		if !errors.Is(err, test.result) {
			t.Errorf("InTx = %v, want %v", err, test.result)
		}
		if got := count(t, db.Pool()); got != test.want {
			t.Errorf("after %v: %d rows, want %d", test.result, got, test.want)
		}
	}
}

func TestSnapshot(t *testing.T) {
	t.Parallel()
	db := numbers(t)
	err := db.Snapshot(t.Context(), func(tx pgx.Tx) error {
		before := count(t, tx)
		if _, err := db.Pool().Exec(t.Context(), "INSERT INTO n VALUES (1)"); err != nil {
			return err
		}
		if after := count(t, tx); after != before {
			t.Errorf("the snapshot went from %d to %d rows", before, after)
		}
		if _, err := tx.Exec(t.Context(), "INSERT INTO n VALUES (2)"); err == nil {
			t.Error("a snapshot could be written to")
		}
		return nil
	})
	if err == nil && count(t, db.Pool()) != 1 {
		t.Error("the row written beside the snapshot is not there")
	}
}
