package database_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
)

func TestMeaningOfStates(t *testing.T) {
	t.Parallel()
	state := func(code string) error { return fmt.Errorf("insert chunk: %w", &pgconn.PgError{Code: code}) }
	for _, test := range []struct {
		err                       error
		kind                      fault.Kind
		retry, refused, exhausted bool
	}{
		{state("08006"), fault.Unavailable, true, false, false},
		{state("57P01"), fault.Unavailable, true, false, false},
		{state("57P03"), fault.Unavailable, true, false, false},
		{state("57014"), fault.Timeout, false, false, false},
		{state("40001"), fault.Busy, true, false, false},
		{state("40P01"), fault.Busy, true, false, false},
		{state("53300"), fault.Busy, true, false, false},
		{state("53100"), fault.Unavailable, false, false, true},
		{state("53200"), fault.Unavailable, false, false, true},
		{state("22021"), fault.Invalid, false, true, false},
		{state("22P05"), fault.Invalid, false, true, false},
		{state("22001"), fault.TooLarge, false, true, false},
		{state("54000"), fault.TooLarge, false, true, false},
		{state("28P01"), fault.Unavailable, false, false, false},
		{state("42P01"), fault.NotFound, false, false, false},
		{state("23505"), fault.Internal, false, false, false},
		{pgx.ErrNoRows, fault.Internal, false, false, false},
		{context.Canceled, fault.Internal, false, false, false},
		{context.DeadlineExceeded, fault.Timeout, false, false, false},
		{&net.OpError{Op: "read", Err: errors.New("connection reset")}, fault.Unavailable, true, false, false},
	} {
		if got := database.Kind(test.err); got != test.kind {
			t.Errorf("Kind(%v) = %v, want %v", test.err, got, test.kind)
		}
		if got := database.Retryable(test.err); got != test.retry {
			t.Errorf("Retryable(%v) = %v, want %v", test.err, got, test.retry)
		}
		if got := database.Refused(test.err); got != test.refused {
			t.Errorf("Refused(%v) = %v, want %v", test.err, got, test.refused)
		}
		if got := database.Exhausted(test.err); got != test.exhausted {
			t.Errorf("Exhausted(%v) = %v, want %v", test.err, got, test.exhausted)
		}
	}
}

// What PostgreSQL really says to bad input, and to a connection it ends.
func TestMeaningOfRealErrors(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	query := func(sql string, args ...any) error {
		_, err := db.Pool().Exec(t.Context(), sql, args...)
		return err
	}
	if err := query("CREATE TABLE t (w text PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"NUL in a text":   query("SELECT $1::text", "a\x00b"),
		"broken UTF-8":    query("SELECT $1::text", "\xff"),
		"key of an index": query("INSERT INTO t SELECT string_agg(md5(i::text), '') FROM generate_series(1, 2000) i"),
	} {
		if !database.Refused(err) {
			t.Errorf("%s: %v is not Refused", name, err)
		}
	}
	if err := query("SELECT pg_terminate_backend(pg_backend_pid())"); !database.Retryable(err) {
		t.Errorf("terminated connection: %v is not Retryable", err)
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	err := func() (err error) {
		defer database.Wrap(&err, "files of %q", "api")
		return &pgconn.PgError{Code: "42P01", Message: `relation "rag_file" does not exist`}
	}()
	if !fault.Is(err, fault.NotFound) || len(fault.FixesOf(err)) == 0 {
		t.Errorf("kind %v, fixes %q; want NotFound with a fix", fault.KindOf(err), fault.FixesOf(err))
	}
	if !strings.HasPrefix(err.Error(), `files of "api": `) {
		t.Errorf("got %q, want the call first", err)
	}
	own := error(fault.New(fault.Busy, "swept: %w", &pgconn.PgError{Code: "42P01"}))
	database.Wrap(&own, "again")
	if !fault.Is(own, fault.Busy) {
		t.Errorf("a kind given before became %v", fault.KindOf(own))
	}
	var none error
	database.Wrap(&none, "nothing")
	if none != nil {
		t.Errorf("Wrap made an error of nil: %v", none)
	}
}

// silentServer accepts connections and never answers.
func silentServer(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return "postgres://user@" + listener.Addr().String() + "/x?sslmode=disable"
}
