//go:build clients

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClaudeCodeConnects registers the server in every way there is, with the
// right token and without, and holds what `claude mcp list` says.
func TestClaudeCodeConnects(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t))
	url := server.url("shop")
	right := []string{"CODERAG_TOKEN=" + token}
	for name, c := range map[string]struct {
		env  []string
		add  func(t *testing.T, c client)
		want string // in the line of the server
	}{
		"line that coderag register prints": {right, func(t *testing.T, c client) {
			printed := server.run(t, 0, "coderag", "register", "shop", "--dir", t.TempDir())
			c.must(t, right, line(t, printed, "claude mcp add"))
		}, "Connected"},
		"mcp.json that coderag register writes": {right, func(t *testing.T, c client) {
			server.run(t, 0, "coderag", "register", "shop", "--dir", c.dir)
		}, "Connected"},
		"all projects": {right, func(t *testing.T, c client) {
			server.run(t, 0, "coderag", "register", "_all", "--dir", c.dir)
		}, "Connected"},
		"bearer": {nil, func(t *testing.T, c client) {
			c.must(t, nil, `claude mcp add --transport http rag `+url+` --header "Authorization: Bearer `+token+`"`)
		}, "Connected"},
		"mcp.json without the variable": {nil, func(t *testing.T, c client) {
			server.run(t, 0, "coderag", "register", "shop", "--dir", c.dir)
		}, "the token is a reference to the variable CODERAG_TOKEN, sent as it is written"},
		"wrong token": {nil, func(t *testing.T, c client) {
			c.must(t, nil, `claude mcp add --transport http rag `+url+` --header "X-RAG-Token: guess"`)
		}, "wrong token"},
		"no token": {nil, func(t *testing.T, c client) {
			c.must(t, nil, `claude mcp add --transport http rag `+url)
		}, "no token"},
		"unknown project": {nil, func(t *testing.T, c client) {
			c.must(t, nil, `claude mcp add --transport http rag `+server.url("shpo")+` --header "X-RAG-Token: `+token+`"`)
		}, "Failed to connect"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cl := newClient(t)
			cl.trustProjects(t)
			c.add(t, cl)
			listed, _ := cl.run(t, c.env, "claude", "mcp", "list")
			got := line(t, listed, "http://"+server.address)
			connected := strings.Contains(got, "Connected")
			if !strings.Contains(got, c.want) || connected != (c.want == "Connected") {
				t.Errorf("claude mcp list says %q, want %q", got, c.want)
			}
		})
	}
}

// trustProjects lets Claude Code use the .mcp.json of a folder unasked.
func (c client) trustProjects(t *testing.T) {
	t.Helper()
	write(t, filepath.Join(c.home, ".claude", "settings.json"), `{"enableAllProjectMcpServers": true}`)
}

// must runs a line that has to succeed.
func (c client) must(t *testing.T, env []string, line string) {
	t.Helper()
	if out, code := c.shell(t, env, line); code != 0 {
		t.Fatalf("%s: exit code %d: %s", line, code, out)
	}
}

// line returns the first line of text that contains part.
func line(t *testing.T, text, part string) string {
	t.Helper()
	for l := range strings.Lines(text) {
		if strings.Contains(l, part) {
			return strings.TrimSpace(l)
		}
	}
	t.Fatalf("no line with %q in:\n%s", part, text)
	return ""
}

// TestRegistrationIsLoadedAlways holds that Claude Code offers the tools to its
// model from the start, with what they are for, and hands it the text of an
// answer, not JSON.
func TestRegistrationIsLoadedAlways(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t))
	c := newClient(t)
	server.run(t, 0, "coderag", "register", "shop", "--dir", c.dir)
	question := args{"query": "exponential backoff between attempts", "k": 2}
	model := newModel(t, "search_code", question)

	out, code := c.run(t, []string{"CODERAG_TOKEN=" + token, "ANTHROPIC_BASE_URL=" + model.url, "ANTHROPIC_API_KEY=none"},
		"claude", "-p", "Where is the backoff?", "--mcp-config", ".mcp.json", "--allowedTools", "mcp__rag-shop__search_code")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	seen := model.seen()
	for _, tool := range []string{"search_code", "get_chunk", "read_span", "reindex_path", "list_repos", "index_status"} {
		if !strings.Contains(seen.first, `"name":"mcp__rag-shop__`+tool+`"`) {
			t.Errorf("the model was not offered %s", tool)
		}
	}
	if !strings.Contains(seen.first, "search_code, before grep or reading files") {
		t.Error("the model was not told the instructions of the server")
	}
	want := server.connect(t, "shop").call(t, "search_code", question).text
	if !strings.Contains(want, "func (p Policy) Do(") || seen.result != want {
		t.Errorf("the model was given:\n%s\nwant the text:\n%s", seen.result, want)
	}
}

// TestRegisterKeepsOtherEntries writes beside the entry of another server.
func TestRegisterKeepsOtherEntries(t *testing.T) {
	t.Parallel()
	server := serve(t, tools(t))
	c := newClient(t)
	path := filepath.Join(c.dir, ".mcp.json")
	write(t, path, `{"mcpServers": {"other": {"type": "http", "url": "http://127.0.0.1:9/mcp"}}}`)
	server.run(t, 0, "coderag", "register", "tools", "--dir", c.dir)
	c.trustProjects(t)
	listed, _ := c.run(t, []string{"CODERAG_TOKEN=" + token}, "claude", "mcp", "list")
	if got := line(t, listed, "rag-tools"); !strings.Contains(got, "Connected") {
		t.Errorf("claude mcp list says %q", got)
	}
	var file struct {
		MCPServers map[string]json.RawMessage `json:"mcpServers"`
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.MCPServers) != 2 {
		t.Errorf(".mcp.json has %v (%v), want both entries", file.MCPServers, err)
	}
}
