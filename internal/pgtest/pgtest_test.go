package pgtest_test

import (
	"testing"

	"coderag/internal/code"
	"coderag/internal/pgtest"
)

func TestNewIsMigratedAndItsOwn(t *testing.T) {
	t.Parallel()
	first, second := pgtest.New(t), pgtest.New(t)
	insert := "INSERT INTO " + code.RegistrySchema + ".project (name) VALUES ('api')"
	if _, err := first.Pool().Exec(t.Context(), insert); err != nil {
		t.Fatal(err)
	}
	var rows int
	err := second.Pool().QueryRow(t.Context(), "SELECT count(*) FROM "+code.RegistrySchema+".project").Scan(&rows)
	if err != nil || rows != 0 {
		t.Errorf("another test's database has %d projects, %v; want 0", rows, err)
	}
}

func TestProject(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	pgtest.Project(t, db, "api")
	pgtest.Project(t, db, "api") // again: nothing to do
	var tables int
	err := db.Pool().QueryRow(t.Context(),
		"SELECT count(*) FROM pg_tables WHERE schemaname = 'api' AND tablename LIKE 'rag\\_%'").Scan(&tables)
	if err != nil || tables == 0 {
		t.Errorf("project has %d tables, %v; want some", tables, err)
	}
}

// The database is gone after the test: its own subtest, so that the cleanup
// has run.
func TestDroppedAfterwards(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var name string
	t.Run("user", func(t *testing.T) {
		if err := pgtest.New(t).Pool().QueryRow(t.Context(), "SELECT current_database()").Scan(&name); err != nil {
			t.Fatal(err)
		}
	})
	var left int
	err := db.Pool().QueryRow(t.Context(), "SELECT count(*) FROM pg_database WHERE datname = $1", name).Scan(&left)
	if err != nil || name == "" || left != 0 {
		t.Errorf("database %q: %d left, %v; want 0", name, left, err)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		pgtest.New(b)
	}
}

func BenchmarkProject(b *testing.B) {
	db := pgtest.New(b)
	for i := 0; b.Loop(); i++ {
		pgtest.Project(b, db, "p"+string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676)))
	}
}
