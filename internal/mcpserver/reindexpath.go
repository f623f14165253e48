package mcpserver

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/fault"
)

const aboutReindexPath = `Bring named files of the project up to date in the index at once: new, changed, moved or deleted ones.

Use it after you wrote or edited files and want search_code to find their new content in this session. There is no need for it otherwise: the index follows the disk by itself every few minutes. It changes only the index, never a file, and may be repeated.

You get, per path, what was done: indexed, unchanged, removed (the file is gone) or skipped, with the reason.`

// reindexOutput is the structured output of reindex_path.
type reindexOutput struct {
	Paths []Reindexed `json:"paths" jsonschema:"what became of each path"`
}

func (s *Server) reindexPath() tool {
	return tool{
		declared: &mcp.Tool{
			Name: "reindex_path", Title: "Index files now", Description: aboutReindexPath,
			Annotations: &mcp.ToolAnnotations{
				Title: "Index files now", IdempotentHint: true,
				DestructiveHint: new(false), OpenWorldHint: new(false),
			},
		},
		output: schemaOf[reindexOutput],
		params: []param{
			{name: "paths", kind: texts, required: true, min: 1, max: s.options.Limits.Paths,
				about: "Files to index, each relative to the root of its repo, or absolute inside an indexed folder."},
		},
		run: s.runReindexPath,
	}
}

func (s *Server) runReindexPath(ctx context.Context, c call) (any, string, error) {
	paths := c.texts("paths")
	for _, p := range paths {
		if err := s.checkReindex(c, p); err != nil {
			return nil, "", err
		}
	}
	done, err := s.options.Reindexer.Reindex(ctx, c.project, paths)
	if err != nil {
		return nil, "", err
	}
	return reindexOutput{Paths: orEmpty(done)}, reindexText(done, tagger{repo: len(s.repos(c)) > 1}), nil
}

// checkReindex refuses a path that is empty or, as text, leads out of the
// roots of the project.
func (s *Server) checkReindex(c call, p string) error {
	if strings.TrimSpace(p) == "" {
		return fault.New(fault.Invalid, "paths has an empty item").Fix("send the path of a file in each item of paths")
	}
	if err := checkPath("paths", p); err != nil {
		return err
	}
	if !path.IsAbs(p) {
		return nil
	}
	if _, ok := s.locate(c, "", p); !ok {
		return s.outside(c, "paths", p)
	}
	return nil
}

func reindexText(done []Reindexed, t tagger) string {
	var b strings.Builder
	outcomes := map[string]int{}
	for _, r := range done {
		outcomes[r.Outcome]++
	}
	if len(done) != 1 {
		fmt.Fprintf(&b, "%d files: %s\n", len(done), counts(outcomes))
	}
	for _, r := range done {
		fmt.Fprintf(&b, "%s  %s%s", r.Outcome, oneLine(r.Path), t.tag("", r.Repo))
		if r.Detail != "" {
			fmt.Fprintf(&b, "  (%s)", oneLine(r.Detail))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
