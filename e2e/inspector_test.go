//go:build clients

package e2e

import (
	"encoding/json"
	"testing"
)

// TestInspector calls every tool with the MCP Inspector, and compares what it
// gets for people with what it gets for programs.
func TestInspector(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t))
	c := newClient(t)
	inspect := func(t *testing.T, args ...string) []byte {
		t.Helper()
		out, code := c.run(t, nil, "inspector", append([]string{"--cli", server.url("shop"), "--transport", "http",
			"--header", "X-RAG-Token: " + token, "--method"}, args...)...)
		if code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, out)
		}
		return []byte(out)
	}
	// --strict fails for a schema that some client cannot use.
	var list struct{ Tools []struct{ Name string } }
	decode(t, inspect(t, "tools/list", "--strict"), &list)
	if len(list.Tools) != 6 {
		t.Errorf("tools %v, want 6", list.Tools)
	}
	id := server.connect(t, "shop").search(t, args{"query": "exponential backoff", "k": 1})[0].ChunkID
	for tool, arguments := range map[string][]string{
		"search_code":  {"query=charge the card", "k=3", "include_neighbors=true"},
		"get_chunk":    {"chunk_id=" + id, "neighbors=1"},
		"read_span":    {"path=" + charge, "start=1", "end=9"},
		"reindex_path": {`paths=["` + charge + `"]`},
		"list_repos":   nil,
		"index_status": nil,
	} {
		call := []string{"tools/call", "--tool-name", tool}
		for _, a := range arguments {
			call = append(call, "--tool-arg", a)
		}
		var result struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
		decode(t, inspect(t, call...), &result)
		if result.IsError || len(result.Content) != 1 {
			t.Errorf("%s: %+v", tool, result)
			continue
		}
		for _, missing := range untold(t, tool, result.StructuredContent, result.Content[0].Text) {
			t.Errorf("%s: the text lacks %q of the structured output:\n%s", tool, missing, result.Content[0].Text)
		}
	}
}

func decode(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%v in:\n%s", err, data)
	}
}
