package database_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pgvector/pgvector-go"
	"go.uber.org/goleak"

	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSessions(t *testing.T) {
	t.Parallel()
	db, err := database.Open(t.Context(), database.Options{URL: pgtest.URL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for setting, want := range map[string]string{
		"client_connection_check_interval": "500ms",
		"application_name":                 "coderag",
	} {
		var got string
		if err := db.Pool().QueryRow(t.Context(), "SELECT current_setting($1)", setting).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s = %q, want %q", setting, got, want)
		}
	}
}

func TestVectorsRoundTrip(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	want := pgvector.NewHalfVector([]float32{1, -0.5, 0})
	var got pgvector.HalfVector
	if err := db.Pool().QueryRow(t.Context(), "SELECT $1::halfvec", want).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Slice(), got.Slice()); diff != "" {
		t.Errorf("halfvec (-want +got):\n%s", diff)
	}
}

// A connection made before the extension was created does not know its types;
// after EnsureExtension all do.
func TestEnsureExtension(t *testing.T) {
	t.Parallel()
	db := pgtest.Open(t, pgtest.Empty(t))
	if _, err := db.Pool().Exec(t.Context(), "DROP EXTENSION IF EXISTS vector"); err != nil {
		t.Skipf("only the owner of the extension may drop it: %v", err)
	}
	for range 2 {
		if err := db.EnsureExtension(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var got pgvector.Vector
	if err := db.Pool().QueryRow(t.Context(), "SELECT '[1,2]'::vector").Scan(&got); err != nil {
		t.Fatal(err)
	}
	version, err := db.Version(t.Context())
	if err != nil || version.Vector == "" || version.Server == "" {
		t.Errorf("Version() = %v, %v; want both", version, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	elsewhere := func(name string) string { return strings.Replace(pgtest.URL(t), "coderag_test_", name, 1) }
	for _, test := range []struct {
		name    string
		options database.Options
		want    fault.Kind
		fix     string // part of one
	}{
		{"no URL", database.Options{}, fault.Invalid, "make up"},
		{"not a URL", database.Options{URL: "postgres://localhost:port/"}, fault.Invalid, "postgres://user"},
		{"negative pool", database.Options{URL: "postgres://localhost/", MaxConns: -1}, fault.Invalid, ""},
		{"negative timeout", database.Options{URL: "postgres://localhost/", ConnectTimeout: -1}, fault.Invalid, ""},
		{"nobody listens", database.Options{URL: "postgres://user:secret@127.0.0.1:1/x"}, fault.Unavailable, "make up"},
		{"no such database", database.Options{URL: elsewhere("missing_")}, fault.Unavailable, "create the database"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := database.Open(t.Context(), test.options)
			if !fault.Is(err, test.want) {
				t.Fatalf("Open: %v, kind %v; want %v", err, fault.KindOf(err), test.want)
			}
			if fixes := fmt.Sprint(fault.FixesOf(err)); !strings.Contains(fixes, test.fix) {
				t.Errorf("fixes %q, want %q", fixes, test.fix)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the password is in: %v", err)
			}
		})
	}
}

// A server that takes the connection and says nothing costs ConnectTimeout and
// no more.
func TestOpenHonoursItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := database.Open(ctx, database.Options{URL: pgtest.URL(t)}); err == nil {
		t.Error("Open with a cancelled context: no error")
	}
	_, err := database.Open(t.Context(), database.Options{URL: silentServer(t), ConnectTimeout: 50 * time.Millisecond})
	if !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.Timeout) {
		t.Errorf("Open of a silent server: %v, kind %v; want Unavailable or Timeout", err, fault.KindOf(err))
	}
}
