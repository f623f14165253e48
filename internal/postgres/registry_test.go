package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/index"
	"coderag/internal/pgtest"
	"coderag/internal/postgres"
)

func TestRegistry(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	r := postgres.OpenRegistry(db)
	for _, p := range []code.Project{
		{Name: "shop", Roots: []code.Root{{Repo: "web", Path: "/w"}, {Repo: "api", Path: "/a"}}},
		{Name: "bare"},
		{Name: "shop", Roots: []code.Root{{Repo: "api", Path: "/moved"}}},
	} {
		if err := r.Put(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want []postgres.Registered) {
		t.Helper()
		got, err := r.Projects(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("projects (-want +got):\n%s", diff)
		}
	}
	shop := postgres.Registered{Name: "shop", Roots: []code.Root{{Repo: "api", Path: "/moved"}}}
	check([]postgres.Registered{{Name: "bare"}, shop})

	pgtest.Project(t, db, "bare")
	if err := r.Drop(t.Context(), "bare"); err != nil {
		t.Fatal(err)
	}
	check([]postgres.Registered{shop})
	var left int
	if err := db.Pool().QueryRow(t.Context(), `SELECT count(*) FROM pg_namespace WHERE nspname = 'bare'`).Scan(&left); err != nil || left != 0 {
		t.Errorf("schemas named bare after the drop: %d, %v; want none", left, err)
	}
}

func TestSweepsAreRecorded(t *testing.T) {
	t.Parallel()
	r := postgres.OpenRegistry(pgtest.New(t))
	if err := r.Put(t.Context(), code.Project{Name: "shop"}); err != nil {
		t.Fatal(err)
	}
	if s, err := r.LastSweep(t.Context(), "shop"); err != nil || s != nil {
		t.Errorf("LastSweep = %v, %v; want none", s, err)
	}
	for i := range 103 {
		id, err := r.StartSweep(t.Context(), "shop", "command")
		if err != nil {
			t.Fatal(err)
		}
		if i == 102 {
			if s, err := r.LastSweep(t.Context(), "shop"); err != nil || s.FinishedAt != nil {
				t.Errorf("LastSweep while it runs = %+v, %v; want no end", s, err)
			}
		}
		if err := r.FinishSweep(t.Context(), id, index.Report{Added: i}, "broke"); err != nil {
			t.Fatal(err)
		}
	}
	s, err := r.LastSweep(t.Context(), "shop")
	if err != nil || s == nil || s.FinishedAt == nil || s.Error != "broke" || s.Cause != "command" {
		t.Fatalf("LastSweep = %+v, %v", s, err)
	}
	if at, err := r.LastSweepAt(t.Context(), "shop"); err != nil || !at.IsZero() {
		t.Errorf("LastSweepAt = %v, %v; want never, since all of them broke", at, err)
	}
}
