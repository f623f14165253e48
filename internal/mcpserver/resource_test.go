package mcpserver_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/mcpserver"
	"coderag/internal/search"
)

func resource(uri string) *mcp.ReadResourceParams { return &mcp.ReadResourceParams{URI: uri} }

func TestFilesAreResources(t *testing.T) {
	t.Parallel()
	b := &backend{span: func(project string, r search.SpanRequest) (search.SpanText, error) {
		if r.Path == "gone.go" {
			return search.SpanText{}, fault.New(fault.NotFound, "no such file")
		}
		return search.SpanText{Content: project + " " + r.Repo + " " + r.Path, Lines: code.Span{Start: 1, End: 5}, Total: 9, Cut: r.Path == "long.go"}, nil
	}}
	url := serve(t, b, mcpserver.Options{})
	for _, c := range []struct{ project, uri, want, wantErr string }{
		{"shop", "rag://shop/api/cmd/main.go", "shop api cmd/main.go", ""},
		{"shop", "rag://shop/web/a%20b%23.ts", "shop web a b#.ts", ""},
		{code.AllProjects, "rag://tools/tools/x/y.go", "tools tools x/y.go", ""},
		{"shop", "rag://shop/api/long.go", "shop api long.go", ""},
		{"shop", "rag://shop/api/gone.go", "", "Resource not found"},
		{"shop", "rag://tools/tools/y.go", "", "Resource not found"},
		{"shop", "rag://shop/none/y.go", "", `unknown repo "none"`},
		{"shop", "rag://shop/api/%2e%2e/secret", "", `".."`},
		{"shop", "rag://shop/api/a%00b", "", "NUL"},
		{"shop", "rag://shop/api//etc/passwd", "", "outside every indexed folder"},
		{code.AllProjects, "rag://nope/api/y.go", "", `unknown project "nope"`},
		{code.AllProjects, "file:///etc/passwd", "", "Resource not found"},
	} {
		res, err := connect(t, url, c.project).ReadResource(t.Context(), resource(c.uri))
		if c.wantErr != "" {
			if err == nil || !strings.Contains(err.Error(), c.wantErr) {
				t.Errorf("%s at %s: error %v, want %q", c.uri, c.project, err, c.wantErr)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s at %s: %v", c.uri, c.project, err)
			continue
		}
		want := &mcp.ResourceContents{URI: c.uri, MIMEType: "text/plain", Text: c.want}
		if strings.HasSuffix(c.uri, "long.go") {
			want.Meta = mcp.Meta{"cut": true, "last_line": 5.0, "total_lines": 9.0}
		}
		if diff := cmp.Diff(want, res.Contents[0]); diff != "" {
			t.Errorf("%s at %s (-want +got):\n%s", c.uri, c.project, diff)
		}
	}
}

func TestResourceTemplateNamesTheProject(t *testing.T) {
	t.Parallel()
	url := serve(t, &backend{}, mcpserver.Options{})
	for project, want := range map[string]string{"shop": "rag://shop/{repo}/{+path}", code.AllProjects: "rag://{project}/{repo}/{+path}"} {
		list, err := connect(t, url, project).ListResourceTemplates(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := list.ResourceTemplates[0].URITemplate; got != want || len(list.ResourceTemplates) != 1 {
			t.Errorf("%s: template %q of %d, want %q alone", project, got, len(list.ResourceTemplates), want)
		}
	}
}
