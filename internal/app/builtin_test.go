package app_test

import (
	"strings"
	"testing"

	"coderag/internal/app"
	"coderag/internal/config"
	"coderag/internal/fault"
	"coderag/internal/search"
	"coderag/internal/status"
)

// With the built-in embedder a file is found by what it means, with no server
// anywhere. No word of the question is in it, which alone would be silence.
func TestBuiltinEmbedder(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Write("web/login.py", "def authenticate(account, password):\n    return bcrypt.check(account.hash, password)\n")
	s.sweep("shop")
	reply, err := s.Search(t.Context(), "shop", search.Request{Query: "verifying user credentials", Anyway: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(reply.Hits) == 0 || reply.Hits[0].Path != "login.py" {
		t.Errorf("hits %+v, want login.py first; notes %q", reply.Hits, reply.Notes)
	}
	got, err := s.Status(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	if got.Rung != status.RungBuiltin || got.Answers() != static || got.Model.Counts() != "vectors 3, pending 0" || got.Building != nil {
		t.Errorf("status: rung %q, model %s, building %v", got.Rung, got.Answers(), got.Building)
	}
}

// Turning the embedder off and on needs no scan: its vectors are still there.
func TestBuiltinEmbedderGoesAndComes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	s.Config("[embedding]\nprovider = none\n")
	s.App = s.open(nil)
	s.wantFind("words alone", "shop", "refund", "shop/api/refund.py", "")
	s.Config("[search]\nweight_lexical = 0\n")
	s.App = s.open(nil)
	if hits, _ := s.find("shop", "refunding orders"); !strings.HasPrefix(hits, "shop/api/refund.py") {
		t.Errorf("vectors alone find %q, want refund.py first", hits)
	}
}

func TestNewEmbedderRefusesWeights(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/no/such/file", "builtin_test.go"} {
		_, err := app.NewEmbedder(config.Embedding{Provider: config.ProviderBuiltin, Model: path})
		if !fault.Is(err, fault.Invalid) || len(fault.FixesOf(err)) == 0 {
			t.Errorf("weights %q: %v, want Invalid with a fix", path, err)
		}
	}
}
