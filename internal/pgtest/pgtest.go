// Package pgtest gives each test a PostgreSQL database of its own, with the
// registry migrated: a clone of a template, made in a tenth of a second and
// dropped when the test ends.
//
// The server is the one TEST_DATABASE_URL names; else a container, where a
// Docker engine answers; else one started from the binaries of this machine.
// The last two live as long as the test process, and end with it however it
// ends. Where there is no server tests are skipped, or fail when REQUIRE_DB is
// 1.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"coderag/internal/database"
	"coderag/migrations"
)

// New returns a new database, open until the test ends.
func New(t testing.TB) *database.DB {
	t.Helper()
	return Open(t, URL(t))
}

// URL makes a new database and returns where it is, for tests that start a
// program of ours or want connections of their own.
func URL(t testing.TB) string {
	t.Helper()
	return makeDatabase(t, template)
}

// Empty is like URL for a database without a table; it has pgvector where the
// server's template1 does.
func Empty(t testing.TB) string {
	t.Helper()
	return makeDatabase(t, func() (string, error) { return "template1", nil })
}

// makeDatabase clones the database that template names, until the test ends.
func makeDatabase(t testing.TB, template func() (string, error)) string {
	t.Helper()
	server, err := server()
	if err != nil {
		unavailable(t, err)
	}
	from, err := template()
	if err != nil {
		t.Fatalf("template database: %v", err)
	}
	name := "coderag_test_" + strings.ToLower(rand.Text()[:12])
	if err := clone(t.Context(), server, from, name); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() { drop(t, server, name) })
	return withDatabase(server, name)
}

// Open connects to a database that URL or Empty made, until the test ends.
func Open(t testing.TB, url string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), database.Options{URL: url, MaxConns: 8, ApplicationName: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// Project creates the schema of a project, with its tables.
func Project(t testing.TB, db *database.DB, name string) {
	t.Helper()
	if err := db.Migrate(t.Context(), name, migrations.Project, "project"); err != nil {
		t.Fatal(err)
	}
}

// unavailable ends a test that got no server.
func unavailable(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("REQUIRE_DB") == "1" {
		t.Fatalf("no PostgreSQL for tests, and REQUIRE_DB=1: %v", err)
	}
	t.Skipf("no PostgreSQL for tests: %v", err)
}

// drop removes the database, and ends the connections a test left behind.
func drop(t testing.TB, server, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := execute(ctx, server, fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)); err != nil {
		t.Errorf("drop database: %v", err)
	}
}
