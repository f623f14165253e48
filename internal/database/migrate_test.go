package database_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
	"coderag/migrations"
)

// Every migration can be undone, and what is done after that is the same as
// the first time.
func TestMigrationsUpDownUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dir string
		set fs.FS
	}{{"registry", migrations.Registry}, {"project", migrations.Project}} {
		t.Run(test.dir, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			up := func() []string {
				if err := db.Migrate(t.Context(), "here", test.set, test.dir); err != nil {
					t.Fatal(err)
				}
				return shape(t, db, "here")
			}
			first := up()
			if len(first) < 5 {
				t.Errorf("the schema has only %d columns", len(first))
			}
			if err := db.MigrateDown(t.Context(), "here", test.set, test.dir); err != nil {
				t.Fatal(err)
			}
			empty := []string{"schema_migrations.dirty boolean", "schema_migrations.version bigint"}
			if diff := cmp.Diff(empty, shape(t, db, "here")); diff != "" {
				t.Errorf("left after down (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(first, up()); diff != "" {
				t.Errorf("second up (-first +second):\n%s", diff)
			}
			if elsewhere := shape(t, db, "public"); len(elsewhere) != 0 {
				t.Errorf("outside of the schema: %q", elsewhere)
			}
		})
	}
}

// shape lists the columns and indexes of a schema.
func shape(t *testing.T, db *database.DB, schema string) []string {
	t.Helper()
	rows, err := db.Pool().Query(t.Context(), `
		SELECT item FROM (
			SELECT table_name || '.' || column_name || ' ' || data_type
			FROM information_schema.columns WHERE table_schema = $1
			UNION ALL
			SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename <> 'schema_migrations'
		) shape (item) ORDER BY item COLLATE "C"`, schema)
	if err != nil {
		t.Fatal(err)
	}
	items, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return items
}

func set(files ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		m["set/"+files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return m
}

// A migration that breaks leaves nothing of itself, and the version before it;
// mended, it goes on from there.
func TestBrokenMigrationLeavesNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	first := "CREATE TABLE a (i int); -- ends in a comment"
	broken := set("1_a.up.sql", first, "2_b.up.sql", "CREATE TABLE b (i int);\nSELECT nonsense")
	err := db.Migrate(t.Context(), "here", broken, "set")
	if err == nil || !strings.Contains(err.Error(), `migrate schema "here": line 2: `) {
		t.Errorf("Migrate = %v; want an error that names schema and line", err)
	}
	want := []string{"a.i integer", "schema_migrations.dirty boolean", "schema_migrations.version bigint"}
	if diff := cmp.Diff(want, shape(t, db, "here")); diff != "" {
		t.Errorf("left by it (-want +got):\n%s", diff)
	}
	mended := set("1_a.up.sql", first, "2_b.up.sql", "CREATE TABLE b (i int)")
	if err := db.Migrate(t.Context(), "here", mended, "set"); err != nil {
		t.Errorf("after it was mended: %v", err)
	}
}

// Killed while a migration runs, the next process starts from where the last
// complete one ended.
func TestKilledMigrationIsRunAgain(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	suicide := set("1_a.up.sql", "CREATE TABLE a (i int)",
		"2_b.up.sql", "CREATE TABLE b (i int); SELECT pg_terminate_backend(pg_backend_pid())")
	if err := db.Migrate(t.Context(), "here", suicide, "set"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("Migrate = %v, want Unavailable", err)
	}
	again := set("1_a.up.sql", "CREATE TABLE a (i int)", "2_b.up.sql", "CREATE TABLE b (i int)")
	if err := db.Migrate(t.Context(), "here", again, "set"); err != nil {
		t.Errorf("second run: %v", err)
	}
}

func TestMigrateConcurrently(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var group errgroup.Group
	for range 4 {
		group.Go(func() error { return db.Migrate(t.Context(), "here", migrations.Project, "project") })
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

func TestMigrateRefuses(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	if err := db.Migrate(t.Context(), "here", set("1_a.up.sql", "SELECT 1"), "elsewhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing folder: %v, want that it does not exist", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Migrate(ctx, "here", set("1_a.up.sql", "SELECT 1"), "set"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
