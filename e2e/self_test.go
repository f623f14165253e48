package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestThisRepository asks questions about the checkout it runs in.
func TestThisRepository(t *testing.T) {
	t.Parallel()
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, project{"coderag", []root{{checkout, "coderag"}}}).connect(t, "coderag")
	for question, want := range map[string]string{
		"where is the token compared in constant time":          "internal/httpserver/token.go",
		"advisory lock held by a connection of its own":         "internal/database/lock.go",
		"reciprocal rank fusion":                                "internal/search/fuse.go",
		"write config.ini from the example with a random token": "deploy/up.sh",
		"filter by repo, language and path prefix as SQL":       "internal/postgres/view.go",
	} {
		var found []string
		for _, h := range s.search(t, args{"query": question}) {
			found = append(found, h.Path)
		}
		if !strings.Contains("\n"+strings.Join(found, "\n"), "\n"+want) {
			t.Errorf("%q finds %v, want %s among them", question, found, want)
		}
	}
}
