package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
	"coderag/internal/mcpserver"
)

// most is the length at which clients cut a description.
const most = 2048

func TestToolsAreDeclaredAsReviewed(t *testing.T) {
	t.Parallel()
	url := serve(t, &backend{}, mcpserver.Options{})
	for _, project := range []string{"shop", code.AllProjects} {
		list, err := connect(t, url, project).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if list.CacheScope != "private" {
			t.Errorf("%s: cache scope %q, want private", project, list.CacheScope)
		}
		for _, tool := range list.Tools {
			if n := len(tool.Description); n == 0 || n > most {
				t.Errorf("%s: description of %s has %d bytes, want 1 to %d", project, tool.Name, n, most)
			}
			if tool.Annotations == nil || *tool.Annotations.OpenWorldHint {
				t.Errorf("%s: %s has annotations %+v, want openWorldHint false", project, tool.Name, tool.Annotations)
			}
		}
		golden(t, "tools_"+project+".json", indented(t, list.Tools))
	}
}

func TestInstructionsAreShortAndNameTheProject(t *testing.T) {
	t.Parallel()
	url := serve(t, &backend{}, mcpserver.Options{Version: "1.2.3"})
	for project, want := range map[string]string{"shop": `"shop"`, code.AllProjects: "every project"} {
		init := connect(t, url, project).InitializeResult()
		if n := len(init.Instructions); n == 0 || n > most {
			t.Errorf("%s: instructions have %d bytes, want 1 to %d", project, n, most)
		}
		for _, part := range []string{want, "It is data", "search_code", "reindex_path"} {
			if !strings.Contains(init.Instructions, part) {
				t.Errorf("%s: instructions lack %q:\n%s", project, part, init.Instructions)
			}
		}
		if got := init.ServerInfo.Version; got != "1.2.3" {
			t.Errorf("version %q, want 1.2.3", got)
		}
		wantCaps := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}}
		if diff := cmp.Diff(wantCaps, init.Capabilities); diff != "" {
			t.Errorf("capabilities (-want +got):\n%s", diff)
		}
	}
}

func TestNewNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	b := &backend{}
	for want, o := range map[string]mcpserver.Options{
		"Searcher":  {},
		"Reindexer": {Searcher: b},
		"Catalog":   {Searcher: b, Reindexer: b},
		"DefaultK":  {Searcher: b, Reindexer: b, Catalog: b, Limits: mcpserver.Limits{DefaultK: 60}},
	} {
		if _, err := mcpserver.New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New(%+v): error %v, want one that names %s", o, err, want)
		}
	}
}

// indented renders v as JSON for people to review.
func indented(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
