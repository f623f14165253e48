package evaluate

import (
	"context"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/eval"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// searcher returns what the questions are put to, and what to call that way.
func (e *evaluation) searcher(ctx context.Context, g *ground) (eval.Searcher, string, error) {
	switch {
	case e.baseline == "grep":
		texts, err := g.documents(ctx)
		return eval.NewGrep(texts), "grep", err
	case e.url == "":
		return inProcess{e, g}, "in process", nil
	}
	u, err := url.Parse(e.url)
	if err != nil || u.Host == "" {
		return nil, "", fault.New(fault.Invalid, "--url %q is no address", e.url).Fix("give it as http://127.0.0.1:8080")
	}
	if err := g.config.RequireToken(); err != nil {
		return nil, "", err
	}
	return &overHTTP{evaluation: e, ground: g, sessions: map[string]*mcp.ClientSession{}}, "http", nil
}

// inProcess asks the service in this process.
type inProcess struct {
	*evaluation
	*ground
}

// Search implements eval.Searcher.
func (s inProcess) Search(ctx context.Context, a eval.Ask) (answer eval.Answer, err error) {
	p := s.places[a.Repo]
	reply, err := s.app.Search(ctx, p.project, search.Request{
		Query: a.Query, K: a.K, MaxChars: s.maxChars, Repo: s.onlyRepo(p),
		Granularity: search.Granularity(s.ablation.Granularity), Expand: search.Expand(s.ablation.Expand),
		WithoutCommit: a.WithoutRevision, Explain: s.signals != "", Anyway: s.signals != "",
	})
	if err != nil {
		return answer, err
	}
	if reply.Diagnosis != nil {
		answer.Reason = string(reply.Diagnosis.Reason)
	}
	answer.Hits = make([]eval.Hit, len(reply.Hits))
	for i, h := range reply.Hits {
		names := make([]string, len(h.Symbols))
		for j, symbol := range h.Symbols {
			names[j] = symbol.Name
		}
		answer.Hits[i] = p.hit(eval.Printed{Path: h.Path, Lines: h.Lines, Symbols: names, Matched: h.Matched, ChunkID: h.ChunkID, Excerpt: h.Excerpt})
		if s.signals != "" {
			answer.Hits[i].Signals = signalsOf(h)
			answer.Hits[i].Named, answer.Hits[i].Size = reply.Setting.Symbol, reply.Setting.Size
		}
	}
	return answer, nil
}

// onlyRepo returns the repo to ask for, "" where the project has no other.
func (g *ground) onlyRepo(p *place) string {
	for _, project := range g.projects {
		if project.Name == p.project && len(project.Roots) > 1 {
			return p.label
		}
	}
	return ""
}

// hit returns a printed hit of the place in the terms of the question set.
func (p *place) hit(h eval.Printed) eval.Hit {
	return eval.Hit{Repo: p.repo, Path: p.prefix + h.Path, Lines: h.Lines, Symbols: h.Symbols, Tokens: h.Tokens()}
}
