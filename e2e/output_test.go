package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// The structured outputs, as far as the tests look at them.
type (
	searched struct {
		Hits    []hit
		Omitted int
		Notes   []string
	}
	hit struct {
		Project, Repo, Path, Language, Excerpt, Before, After string
		ChunkID                                               string `json:"chunk_id"`
		Start, End                                            int
		Symbols                                               []struct{ Name string }
		Matched                                               []string
		Explanation                                           *struct {
			Legs    []struct{ Leg string }
			Signals []struct{ Name string }
		}
		Cut, Stale, Missing bool
	}
	chunk struct {
		Path, Content  string
		Before, After  []string
		Start, End     int
		Stale, Missing bool
	}
	span struct {
		Path, Content     string
		Start, End, Total int
		Cut               bool
		FromIndex         bool `json:"from_index"`
	}
	reindexed struct {
		Paths []struct{ Repo, Path, Outcome, Detail string }
	}
	repos struct {
		Repos []struct {
			Project, Repo, Root string
			Files               int
		}
	}
	statuses struct {
		Projects []struct {
			Name          string
			Files, Chunks int
			Skipped       map[string]int
			LastSweep     *struct {
				FinishedAt *string `json:"finished_at"`
			} `json:"last_sweep"`
		}
	}
)

// place returns "path:start-end", or "path:line" of one line.
func place(path string, start, end int) string {
	if start == end {
		return fmt.Sprintf("%s:%d", path, start)
	}
	return fmt.Sprintf("%s:%d-%d", path, start, end)
}

// untold returns what the structured output of a tool says and its text does
// not.
func untold(t *testing.T, tool string, structured []byte, text string) (missing []string) {
	t.Helper()
	for _, part := range told(t, tool, structured) {
		if !strings.Contains(text, part) {
			missing = append(missing, part)
		}
	}
	return missing
}

// told returns what the text of a tool must have for its structured output.
func told(t *testing.T, tool string, structured []byte) (parts []string) {
	t.Helper()
	decode := func(v any) {
		if err := json.Unmarshal(structured, v); err != nil {
			t.Fatal(err)
		}
	}
	switch tool {
	case "search_code":
		var s searched
		decode(&s)
		for i, h := range s.Hits {
			parts = append(parts, fmt.Sprintf("%d. %s", i+1, place(h.Path, h.Start, h.End)), h.ChunkID, h.Excerpt, h.Before, h.After)
			for _, symbol := range h.Symbols {
				parts = append(parts, symbol.Name)
			}
			parts = append(parts, "matched: "+strings.Join(h.Matched, ", "))
		}
	case "get_chunk":
		var c chunk
		decode(&c)
		parts = append(append(append(parts, place(c.Path, c.Start, c.End), c.Content), c.Before...), c.After...)
	case "read_span":
		var s span
		decode(&s)
		parts = append(parts, fmt.Sprintf("%s of %d lines", place(s.Path, s.Start, s.End), s.Total), s.Content)
	case "reindex_path":
		var r reindexed
		decode(&r)
		for _, p := range r.Paths {
			parts = append(parts, p.Outcome+"  "+p.Path, p.Detail)
		}
	case "list_repos":
		var r repos
		decode(&r)
		for _, p := range r.Repos {
			parts = append(parts, fmt.Sprintf("%s  %s  %d files", p.Repo, p.Root, p.Files))
		}
	case "index_status":
		var s statuses
		decode(&s)
		for _, p := range s.Projects {
			parts = append(parts, fmt.Sprintf("project %s: %d files, %d chunks", p.Name, p.Files, p.Chunks))
		}
	default:
		t.Fatalf("unknown tool %q", tool)
	}
	return parts
}
