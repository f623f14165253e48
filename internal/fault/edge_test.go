package fault

import (
	"errors"
	"net/http"
	"testing"
)

// Every kind has an edge of its own, and none of them looks like success.
func TestEveryKindHasItsEdge(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		err := New(kind, "x")
		if _, ok := edges[kind]; !ok {
			t.Errorf("kind %d has no edge", kind)
		}
		if got := HTTPStatus(err); got < 400 || got > 599 || http.StatusText(got) == "" {
			t.Errorf("kind %d becomes HTTP status %d, want one of failure", kind, got)
		}
		if ExitCode(err) == ExitOK {
			t.Errorf("kind %d exits with %d, which is success", kind, ExitOK)
		}
	}
	if len(edges) != int(kinds) {
		t.Errorf("%d edges for %d kinds", len(edges), kinds)
	}
}

func TestEdges(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err          error
		status, exit int
	}{
		{nil, 200, 0},
		{errors.New("plain"), 500, ExitInternal},
		{New(Invalid, "x"), 400, ExitUsage},
		{New(NotFound, "x"), 404, ExitNotFound},
		{New(TooLarge, "x"), 413, ExitUsage},
		{New(Busy, "x"), 503, ExitBusy},
		{New(Unavailable, "x"), 503, ExitUnavailable},
		{New(Unconfirmed, "x"), 409, ExitUnconfirmed},
		{errors.Join(errors.New("plain"), New(Timeout, "x")), 504, ExitUnavailable},
		{New(kinds, "a kind without an edge"), 500, ExitInternal},
	} {
		if got := HTTPStatus(tc.err); got != tc.status {
			t.Errorf("HTTPStatus(%v) = %d, want %d", tc.err, got, tc.status)
		}
		if got := ExitCode(tc.err); got != tc.exit {
			t.Errorf("ExitCode(%v) = %d, want %d", tc.err, got, tc.exit)
		}
	}
}
