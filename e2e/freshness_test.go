package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReindexedFileIsFoundAtOnce writes a file, as an agent does, and searches
// for it after reindex_path.
func TestReindexedFileIsFoundAtOnce(t *testing.T) {
	t.Parallel()
	project := shop(t)
	s := serve(t, project).connect(t, "shop")
	voucher := filepath.Join(project.Roots[0].Path, "internal/voucher/voucher.go")
	write(t, voucher, "package voucher\n\n// RedeemVoucher lowers the price of the order.\nfunc RedeemVoucher(code string) int { return 0 }\n")
	if got := paths(s.search(t, args{"query": "RedeemVoucher"})); got != "" {
		t.Errorf("found before it was indexed: %s", got)
	}

	outcome(t, s, voucher, "indexed")
	if got := paths(s.search(t, args{"query": "RedeemVoucher"})); got != "internal/voucher/voucher.go" {
		t.Errorf("found %q after reindex_path, want the file", got)
	}
	outcome(t, s, "internal/voucher/voucher.go", "unchanged")
	outcome(t, s, ".env", "skipped")

	if err := os.Remove(voucher); err != nil {
		t.Fatal(err)
	}
	outcome(t, s, voucher, "removed")
	if got := paths(s.search(t, args{"query": "RedeemVoucher"})); got != "" {
		t.Errorf("found after it was removed: %s", got)
	}
	s.refused(t, "reindex_path", args{"paths": []string{voucher}}, "voucher.go", "relative to the root of its repo")
}

// outcome brings a file up to date and holds what became of it.
func outcome(t *testing.T, s *session, path, want string) {
	t.Helper()
	var got reindexed
	s.ask(t, "reindex_path", args{"paths": []string{path}}, &got)
	if len(got.Paths) != 1 || got.Paths[0].Outcome != want {
		t.Errorf("reindex %s: %+v, want %s", path, got.Paths, want)
	}
}

// paths returns the paths of the hits, a line each.
func paths(hits []hit) string {
	var all []string
	for _, h := range hits {
		all = append(all, h.Path)
	}
	return strings.Join(all, "\n")
}

// TestChangedAndDeletedFiles holds what is told of files that are no longer as
// they were indexed.
func TestChangedAndDeletedFiles(t *testing.T) {
	t.Parallel()
	project := shop(t)
	s := serve(t, project).connect(t, "shop")
	root := project.Roots[0].Path
	old := s.search(t, args{"query": "exponential backoff", "k": 1})[0]

	write(t, filepath.Join(root, old.Path), "package retry\n\n// Retries are off now.\n")
	var found searched
	text := s.ask(t, "search_code", args{"query": "exponential backoff", "k": 1}, &found)
	if h := found.Hits[0]; h.Path != old.Path || !h.Stale || h.Missing || !strings.Contains(text, "STALE") {
		t.Errorf("changed file: stale %v, missing %v, told:\n%s", h.Stale, h.Missing, text)
	}
	var lines span
	s.ask(t, "read_span", args{"path": old.Path, "repo": "api", "start": 1, "end": 9}, &lines)
	if !strings.Contains(lines.Content, "off now") || lines.FromIndex || lines.Total != 3 {
		t.Errorf("read_span of a changed file: %+v, want what is on disk", lines)
	}
	var c chunk
	if text := s.ask(t, "get_chunk", args{"chunk_id": old.ChunkID}, &c); !c.Stale || !strings.Contains(text, "STALE") {
		t.Errorf("get_chunk of a changed file: stale %v, told:\n%s", c.Stale, text)
	}

	if err := os.Remove(filepath.Join(root, old.Path)); err != nil {
		t.Fatal(err)
	}
	text = s.ask(t, "search_code", args{"query": "exponential backoff", "k": 1}, &found)
	if h := found.Hits[0]; !h.Missing || !strings.Contains(text, "MISSING") {
		t.Errorf("deleted file: missing %v, told:\n%s", h.Missing, text)
	}
	text = s.ask(t, "read_span", args{"path": old.Path, "repo": "api", "start": 1, "end": 3}, &lines)
	if !lines.FromIndex || !strings.Contains(lines.Content, "Package retry repeats") || !strings.Contains(text, "MISSING") {
		t.Errorf("read_span of a deleted file: %+v, want what was indexed; told:\n%s", lines, text)
	}
}

// TestEmptyFile reads a file without a line.
func TestEmptyFile(t *testing.T) {
	t.Parallel()
	s := serve(t, shop(t)).connect(t, "shop")
	var lines span
	s.ask(t, "read_span", args{"path": "internal/empty.go", "start": 1, "end": 10}, &lines)
	if lines.Content != "" || lines.Total != 0 {
		t.Errorf("%+v, want no line", lines)
	}
}
