package mcpserver

import "testing"

func TestClosest(t *testing.T) {
	t.Parallel()
	names := []string{"query", "k", "repo", "language", "path_prefix", "max_chars"}
	for given, want := range map[string]string{
		"Query":     "query",
		"maxChars":  "max_chars",
		"max-chars": "max_chars",
		"lang":      "language",
		"repos":     "repo",
		"qurey":     "query",
		"pathprefx": "path_prefix",
		"K":         "k",
		"kind":      "",
		"x":         "",
		"limit":     "",
		"":          "",
		"_":         "",
	} {
		if got := closest(given, names); got != want {
			t.Errorf("closest(%q) = %q, want %q", given, got, want)
		}
	}
}
