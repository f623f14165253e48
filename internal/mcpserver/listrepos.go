package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const aboutListRepos = `List the repos that are indexed here: label, folder on disk and number of files.

Use it to learn the values of the argument repo, or which folders search_code covers before you decide to use grep elsewhere. A repo marked MISSING has no folder on disk now; its files are still found as they were indexed.`

// reposOutput is the structured output of list_repos.
type reposOutput struct {
	Repos []repoOutput `json:"repos"`
}

type repoOutput struct {
	Project string `json:"project"`
	Repo    string `json:"repo" jsonschema:"label, the value of the argument repo"`
	Root    string `json:"root" jsonschema:"folder on disk; paths are relative to it"`
	Files   int64  `json:"files" jsonschema:"files indexed"`
	Missing bool   `json:"missing" jsonschema:"the folder is not there now"`
}

func (s *Server) listRepos() tool {
	return tool{
		declared: &mcp.Tool{
			Name: "list_repos", Title: "List repos", Description: aboutListRepos,
			Annotations: reads("List repos"),
		},
		output: schemaOf[reposOutput],
		run:    s.runListRepos,
	}
}

func (s *Server) runListRepos(ctx context.Context, c call) (any, string, error) {
	projects, err := s.statuses(ctx, c)
	if err != nil {
		return nil, "", err
	}
	out := reposOutput{Repos: []repoOutput{}}
	for _, p := range projects {
		for _, r := range p.Repos {
			out.Repos = append(out.Repos, repoOutput{p.Name, r.Label, r.Root, r.Files, r.Missing})
		}
	}
	return out, reposText(out.Repos, c.everywhere()), nil
}

func reposText(repos []repoOutput, everywhere bool) string {
	var b strings.Builder
	for _, r := range repos {
		if everywhere {
			fmt.Fprintf(&b, "%s/", r.Project)
		}
		fmt.Fprintf(&b, "%s  %s  %d files", oneLine(r.Repo), oneLine(r.Root), r.Files)
		if r.Missing {
			b.WriteString("  MISSING: the folder is not there now")
		}
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return "No repo is indexed yet. See index_status.\n"
	}
	return b.String()
}
