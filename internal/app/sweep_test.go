package app_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/app"
	"coderag/internal/cli/clitest"
	"coderag/internal/database"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/pgtest"
)

func (s site) database() *database.DB {
	s.Helper()
	return pgtest.Open(s.TB, s.URL)
}

// lastSweep returns what the registry says of the last sweep of shop.
func (s site) lastSweep() (cause, failure string, report index.Report) {
	s.Helper()
	state, err := s.Status(s.Context(), "shop")
	if err != nil || state.LastSweep == nil || state.LastSweep.FinishedAt == nil {
		s.Fatalf("status %+v, %v; want a finished sweep", state, err)
	}
	if err := json.Unmarshal(state.LastSweep.Report, &report); err != nil {
		s.Fatal(err)
	}
	return state.LastSweep.Cause, state.LastSweep.Error, report
}

func TestSweepIsRecorded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	cause, failure, report := s.lastSweep()
	if cause != "command" || failure != "" || report.Added != 2 {
		t.Errorf("after a sweep: cause %q, failure %q, %d added", cause, failure, report.Added)
	}

	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Sweep(ctx, app.SweepRequest{Project: "shop", Cause: "schedule", Progress: func(index.Progress) { cancel() }})
	cause, failure, _ = s.lastSweep()
	if err == nil || cause != "schedule" || !strings.HasPrefix(failure, "stopped before its end") {
		t.Errorf("cancelled: %v; cause %q, failure %q", err, cause, failure)
	}

	s.Remove("web/page.py") // an empty folder, as a mount point is
	_, err = s.Sweep(t.Context(), app.SweepRequest{Project: "shop", Cause: "request"})
	wantKind(t, "an empty root", err, fault.Unavailable)
	_, failure, report = s.lastSweep()
	if !strings.Contains(failure, `repo "web" is empty`) || !cmp.Equal(report.Absent, []string{"web"}) {
		t.Errorf("an empty root: failure %q, absent %q", failure, report.Absent)
	}
	s.wantFind("an empty root keeps its rows", "shop", "render", "shop/web/page.py", "")
}

func TestSweepRefuses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, err := s.Sweep(t.Context(), app.SweepRequest{Project: "nope"})
	wantKind(t, "unknown project", err, fault.NotFound)
	unlock := s.lock("shop")
	_, err = s.Sweep(t.Context(), app.SweepRequest{Project: "shop"})
	wantKind(t, "another process sweeps", err, fault.Busy)
	unlock()
	s.sweep("shop")
}

// A sweep whose lock is lost ends with an error: another may have begun.
func TestSweepLosesItsLock(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	db := s.database()
	_, err := s.Sweep(t.Context(), app.SweepRequest{Project: "shop", Cause: "command", Progress: func(index.Progress) {
		_, err := db.Pool().Exec(context.Background(), `
			SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
			WHERE l.locktype = 'advisory' AND d.datname = current_database()`)
		if err != nil {
			t.Error(err)
		}
	}})
	wantKind(t, "the connection that held the lock is gone", err, fault.Unavailable)
	s.sweep("shop")
}

// One project that cannot be swept does not keep the others from it, and the
// end of the context does.
func TestSweepAll(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("absent", "nowhere"), clitest.Entry("busy", "api"), clitest.Entry("shop", "web"))
	defer s.lock("busy")()
	var got []string
	tell := func(swept app.Swept) {
		outcome := "swept"
		switch {
		case fault.Is(swept.Err, fault.Busy):
			outcome = "busy"
		case swept.Err != nil:
			outcome = "failed"
		}
		got = append(got, swept.Project+" "+outcome)
	}
	s.SweepAll(t.Context(), "schedule", s.Names(), tell)
	if diff := cmp.Diff([]string{"absent failed", "busy busy", "shop swept"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got = nil
	s.SweepAll(ctx, "schedule", s.Names(), tell)
	if len(got) > 0 {
		t.Errorf("after the end of the context: %q", got)
	}
}

// Due are projects that were never scanned, and those of another version.
func TestDue(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.List(clitest.Entry("shop", "api"), clitest.Entry("other", "web"))
	s.sweep("shop")
	want := func(after string, want ...string) {
		t.Helper()
		if names, err := s.Due(t.Context()); err != nil || !slices.Equal(names, want) {
			t.Errorf("%s: due are %q, %v; want %q", after, names, err, want)
		}
	}
	outdate := func(statement string) {
		t.Helper()
		if _, err := s.database().Pool().Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	want("one of two swept", "other")
	s.sweep("other")
	want("both swept")
	outdate(`UPDATE shop.rag_file SET version = version - 1`)
	want("files of another version", "shop")
	s.sweep("shop")
	want("swept again")
	outdate(`UPDATE other.rag_vector_page SET format = format - 1`)
	want("vectors of another version", "other")
	s.sweep("other")
	want("swept again")
}

func TestReindex(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	s.Write("api/new.py", "def brand_new():\n    return 1\n")
	s.Write("api/refund.py", "def handle_voucher(order):\n    return order\n")
	s.Write("api/data.bin", "a\x00b")
	s.Remove("web/page.py")
	s.Write("web/rest.py", "x = 1\n")
	done, err := s.Reindex(t.Context(), "shop", []string{
		"new.py", filepath.Join(s.Dir, "api/refund.py"), "data.bin", filepath.Join(s.Dir, "web/page.py"),
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range done {
		got = append(got, strings.Join([]string{d.Repo, d.Path, d.Outcome, d.Detail}, " "))
	}
	want := []string{
		"api new.py indexed ", "api refund.py indexed ", "api data.bin skipped base_exclude: binary: *.bin", "web page.py removed ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	s.wantFind("a new file", "shop", "brand", "shop/api/new.py", "")
	s.wantFind("a changed file", "shop", "voucher", "shop/api/refund.py", "")
	s.wantFind("a removed file", "shop", "render", "", "")
}

func TestReindexRefuses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	s.Write("api-evil/x.py", "x = 1\n")
	s.Write("outside.py", "y = 1\n")
	if err := os.Symlink("../outside.py", filepath.Join(s.Dir, "api/link.py")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join(s.Dir, "api/up")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, project, path string
		kind                fault.Kind
	}{
		{"unknown project", "nope", "refund.py", fault.NotFound},
		{"no such file, and never was", "shop", "nothing.py", fault.NotFound},
		{"a folder", "shop", filepath.Join(s.Dir, "api"), fault.Invalid},
		{"outside", "shop", filepath.Join(s.Dir, "outside.py"), fault.Invalid},
		{"outside, relative", "shop", "../outside.py", fault.Invalid},
		{"a sibling whose name begins like the root's", "shop", filepath.Join(s.Dir, "api-evil/x.py"), fault.Invalid},
		{"a link out of the root", "shop", "link.py", fault.Invalid},
		{"behind a link out of the root", "shop", "up/outside.py", fault.Invalid},
		{"a NUL byte", "shop", "a\x00b", fault.Invalid},
	}
	for _, test := range tests {
		done, err := s.Reindex(t.Context(), test.project, []string{test.path})
		wantKind(t, test.name, err, test.kind)
		if len(fault.FixesOf(err)) == 0 && test.kind == fault.Invalid || done != nil {
			t.Errorf("%s: done %v, fixes %q", test.name, done, fault.FixesOf(err))
		}
	}
}

// Reindex waits for a sweep that runs, up to its patience and the end of its
// caller.
func TestReindexWaits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	unlock := s.lock("shop")
	s.SetPatience(0)
	_, err := s.Reindex(t.Context(), "shop", []string{"refund.py"})
	wantKind(t, "without patience", err, fault.Busy)

	s.SetPatience(1 << 62)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Reindex(ctx, "shop", []string{"refund.py"}); err == nil {
		t.Error("the caller left: no error")
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.Reindex(t.Context(), "shop", []string{"refund.py"})
		done <- err
	}()
	unlock()
	if err := <-done; err != nil {
		t.Errorf("after the sweep ended: %v", err)
	}
}
