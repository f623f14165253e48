package database_test

import (
	"testing"
	"time"

	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
)

func mustLock(t *testing.T, db *database.DB, key string) *database.Lock {
	t.Helper()
	lock, held, err := db.Lock(t.Context(), key)
	if err != nil || !held {
		t.Fatalf("Lock(%q): held %v, %v; want it", key, held, err)
	}
	return lock
}

func TestLockIsExclusive(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	lock := mustLock(t, db, "api")
	if _, held, err := db.Lock(t.Context(), "api"); held || err != nil {
		t.Errorf("second Lock: held %v, %v; want neither", held, err)
	}
	other := mustLock(t, db, "web")
	for range 2 { // twice does no harm
		if err := lock.Unlock(); err != nil {
			t.Fatal(err)
		}
	}
	again := mustLock(t, db, "api") // at once: Unlock waits for the server
	for _, l := range []*database.Lock{other, again} {
		if err := l.Unlock(); err != nil {
			t.Error(err)
		}
	}
	select {
	case <-lock.Lost():
		t.Error("Lost after Unlock")
	default:
	}
}

// The lock does not live on a connection that a query may get: all of the
// pool's come and go, and it stays.
func TestLockIsNotOfThePool(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	lock := mustLock(t, db, "api")
	db.Pool().Reset()
	if _, held, err := db.Lock(t.Context(), "api"); held || err != nil {
		t.Errorf("after Reset: held %v, %v; want neither", held, err)
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
}

func TestLockTellsThatItIsLost(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	lock := mustLock(t, db, "api")
	terminate(t, db, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
	select {
	case <-lock.Lost():
	case <-time.After(10 * time.Second):
		t.Fatal("Lost was not closed")
	}
	if err := lock.Unlock(); !fault.Is(err, fault.Unavailable) {
		t.Errorf("Unlock of a lost lock: %v, want Unavailable", err)
	}
	if err := mustLock(t, db, "api").Unlock(); err != nil {
		t.Error(err)
	}
}

// terminate ends the connections whose process ids the query returns.
func terminate(t *testing.T, db *database.DB, pids string) {
	t.Helper()
	tag, err := db.Pool().Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM ("+pids+") holders")
	if err != nil || tag.RowsAffected() == 0 {
		t.Fatalf("terminate: %v connections, %v; want some", tag.RowsAffected(), err)
	}
}
