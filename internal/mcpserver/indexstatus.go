package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/fault"
	"coderag/internal/status"
)

const aboutIndexStatus = `Say what is in the index and how fresh it is: files, chunks, languages, the embedding model and vectors still to be computed, files skipped by reason, the last sweep and what is wrong, if anything.

Use it when a search finds nothing or something outdated, to learn whether files were skipped or a scan is still running, and which languages there are for the argument language. You do not need it before a search.`

// statusOutput is the structured output of index_status.
type statusOutput struct {
	Projects []status.Project `json:"projects"`
}

func (s *Server) indexStatus() tool {
	return tool{
		declared: &mcp.Tool{
			Name: "index_status", Title: "State of the index", Description: aboutIndexStatus,
			Annotations: reads("State of the index"),
		},
		output: schemaOf[statusOutput],
		run:    s.runIndexStatus,
	}
}

func (s *Server) runIndexStatus(ctx context.Context, c call) (any, string, error) {
	projects, err := s.statuses(ctx, c)
	if err != nil {
		return nil, "", err
	}
	var b strings.Builder
	for _, p := range projects {
		writeStatus(&b, p)
	}
	if len(projects) == 0 {
		b.WriteString("No project is configured. The operator adds one to rag-projects.json.\n")
	}
	return statusOutput{Projects: projects}, b.String(), nil
}

// statuses returns the state of the projects the call is put to. Where it is
// put to all, one whose state cannot be read is listed with its problem.
func (s *Server) statuses(ctx context.Context, c call) ([]status.Project, error) {
	projects := []status.Project{}
	for _, name := range s.projects(c) {
		p, err := s.options.Catalog.Status(ctx, name)
		switch {
		case err != nil && (!c.everywhere() || ctx.Err() != nil):
			return nil, err
		case err != nil:
			p = status.Project{Name: name, Problem: s.problem(ctx, name, err)}
		}
		projects = append(projects, withoutNulls(p))
	}
	return projects, nil
}

// problem returns what may be told of an error in reading a state.
func (s *Server) problem(ctx context.Context, project string, err error) string {
	if fault.Is(err, fault.Internal) {
		err = s.reportable(ctx, nil, project, "index_status", err)
	}
	return err.Error()
}

// withoutNulls returns p with empty lists and maps where it has none.
func withoutNulls(p status.Project) status.Project {
	p.Repos = orEmpty(p.Repos)
	if p.Skipped == nil {
		p.Skipped = map[string]int64{}
	}
	if p.Languages == nil {
		p.Languages = map[string]int64{}
	}
	return p
}

func writeStatus(b *strings.Builder, p status.Project) {
	fmt.Fprintf(b, "project %s: %d files, %d chunks, %d definitions\n", p.Name, p.Files, p.Chunks, p.Definitions)
	if p.Problem != "" {
		fmt.Fprintf(b, "PROBLEM: %s\n", oneLine(p.Problem))
	}
	for _, r := range p.Repos {
		fmt.Fprintf(b, "repo %s: %s, %d files%s\n", oneLine(r.Label), oneLine(r.Root), r.Files, missingRoot(r))
	}
	if len(p.Languages) > 0 {
		fmt.Fprintf(b, "languages (files): %s\n", counts(p.Languages))
	}
	writeVectors(b, p)
	if len(p.Skipped) > 0 {
		fmt.Fprintf(b, "skipped (files): %s\n", counts(p.Skipped))
	}
	writeSweep(b, p)
	b.WriteByte('\n')
}

func missingRoot(r status.Repo) string {
	if r.Missing {
		return ", MISSING: the folder is not there now"
	}
	return ""
}

func writeVectors(b *strings.Builder, p status.Project) {
	switch {
	case p.Model != nil && p.WordsOnly == "":
		fmt.Fprintf(b, "search by words and by meaning, with %s: %s\n", p.Model, p.Model.Counts())
	case p.WordsOnly != "":
		fmt.Fprintf(b, "search by words only: %s\n", oneLine(p.WordsOnly))
	}
	if p.Building != nil {
		fmt.Fprintf(b, "vectors being built: %s: %s\n", p.Building, p.Building.Progress())
	}
	if p.Rebuild != "" {
		fmt.Fprintf(b, "rebuild: %s\n", oneLine(p.Rebuild))
	}
}

func writeSweep(b *strings.Builder, p status.Project) {
	sweep := p.LastSweep
	if sweep == nil {
		if p.Problem == "" {
			b.WriteString("never scanned: the operator runs make scan, or the next sweep does it\n")
		}
		return
	}
	fmt.Fprintf(b, "last sweep: %s, by %s", sweep.StartedAt.UTC().Format(time.RFC3339), sweep.Cause)
	if sweep.FinishedAt == nil {
		b.WriteString(", not finished")
	} else {
		fmt.Fprintf(b, ", took %v", sweep.FinishedAt.Sub(sweep.StartedAt).Round(time.Millisecond))
	}
	if did := counts(reported(sweep.Report)); did != "" {
		fmt.Fprintf(b, ", %s", did)
	}
	if sweep.Error != "" && sweep.Error != p.Problem {
		fmt.Fprintf(b, ", error: %s", oneLine(sweep.Error))
	}
	b.WriteByte('\n')
}

// reported returns the counts of a report that are not zero. What else it has
// is in the structured output.
func reported(report json.RawMessage) map[string]int64 {
	var fields map[string]any
	if json.Unmarshal(report, &fields) != nil {
		return nil
	}
	delete(fields, "took_ns")
	of := map[string]int64{}
	for name, value := range fields {
		if n, ok := value.(float64); ok && n != 0 {
			of[name] = int64(n)
		}
	}
	return of
}
