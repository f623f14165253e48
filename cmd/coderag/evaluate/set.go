package evaluate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/eval"
	"coderag/internal/fault"
	"coderag/internal/history"
	"coderag/internal/postgres"
)

// readSet reads the questions and finds the projects they are about.
func (e *evaluation) readSet(ctx context.Context, g *ground) (s eval.Set, err error) {
	switch {
	case e.history:
		s, err = e.historySet(ctx, g)
	case e.bench != "":
		s, err = e.benchSet(ctx, g)
	default:
		s, err = e.jsonlSet(ctx, g)
	}
	if err != nil {
		return s, err
	}
	if len(s.Questions) == 0 {
		return s, fault.New(fault.NotFound, "%s has no question to ask", s.Name).Fix("look at --split, or at the rules of --from-history in docs/quality/method.md")
	}
	if gone := g.missing(s); len(gone) > 0 {
		fmt.Fprintf(e.env.Err, "warning: %d targets are not in the index, and cannot be found: %s ...\n", len(gone), gone[0].Repo+"/"+gone[0].Path)
	}
	return s, nil
}

func (e *evaluation) benchSet(ctx context.Context, g *ground) (eval.Set, error) {
	b, err := eval.ReadBenchmark(os.DirFS(e.bench))
	if err != nil {
		return b.Set, err
	}
	roots := map[string]string{}
	for _, r := range b.Repositories {
		roots[r.Name] = r.Root
	}
	s := b.Set
	if len(e.projects) > 0 {
		s = s.Only(func(q eval.Question) bool { _, err := g.find(q.Repo); return err == nil })
	}
	return s, g.settle(ctx, s, roots)
}

func (e *evaluation) jsonlSet(ctx context.Context, g *ground) (s eval.Set, err error) {
	var names []string
	for _, path := range e.questions {
		one, err := readJSONL(path)
		if err != nil {
			return s, err
		}
		names = append(names, one.Name)
		s.Questions = append(s.Questions, one.Questions...)
	}
	s.Name = strings.Join(names, ", ")
	s = s.Only(func(q eval.Question) bool { return e.split == "" || q.Split == e.split }).AskEverywhere(g.repos())
	if err := g.settle(ctx, s, nil); err != nil {
		return s, err
	}
	g.addLanguages(s)
	return s, nil
}

// addLanguages gives each question the language of its first target.
func (g *ground) addLanguages(s eval.Set) {
	for i, q := range s.Questions {
		for _, f := range g.places[q.Repo].files {
			if len(q.Expect) > 0 && f.Path == q.Expect[0].Path {
				s.Questions[i].Language = f.Language
			}
		}
	}
}

func readJSONL(path string) (s eval.Set, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return s, fault.New(fault.NotFound, "%w", err)
	}
	return eval.ReadJSONL(strings.TrimSuffix(filepath.Base(path), ".jsonl"), bytes.NewReader(text))
}

// repos returns the labels of all roots, in order of project and root.
func (g *ground) repos() (all []string) {
	for _, p := range g.projects {
		for _, r := range p.Roots {
			all = append(all, r.Repo)
		}
	}
	return all
}

// historySet makes questions of the commits of every root of the projects.
func (e *evaluation) historySet(ctx context.Context, g *ground) (all eval.Set, err error) {
	all.Name = "commits"
	for _, p := range g.projects {
		for _, r := range p.Roots {
			one := place{repo: p.Name + "/" + r.Repo, project: p.Name, label: r.Repo}
			if one.files, err = g.indexedFiles(ctx, p.Name, r.Repo); err != nil {
				return all, err
			}
			languages := map[string]string{}
			for _, f := range one.files {
				languages[f.Path] = f.Language
			}
			g.places[one.repo] = &one
			commits, err := readCommits(ctx, r, "")
			if err != nil {
				return all, err
			}
			s := eval.FromHistory(one.repo, commits, languages, eval.HistoryRules{Questions: e.commits, Seed: e.seed})
			if err := e.warnOfKnown(ctx, g, one, r, s); err != nil {
				return all, err
			}
			all.Questions = append(all.Questions, s.Questions...)
		}
	}
	return all, nil
}

// warnOfKnown says how many questions are subjects that the index has as words
// of the files they touched: a server knows the answer then, since only a search
// in this process can be told to leave a commit out.
func (e *evaluation) warnOfKnown(ctx context.Context, g *ground, p place, r code.Root, s eval.Set) error {
	if e.url == "" {
		return nil
	}
	known, err := postgres.OpenProject(g.db, p.project).HistoryHead(ctx, p.label)
	if err != nil || known == "" {
		return err
	}
	later, err := readCommits(ctx, r, known)
	if err != nil {
		return err
	}
	n := 0
	for _, q := range s.Questions {
		if !slices.ContainsFunc(later, func(c eval.Commit) bool { return c.Revision == q.Revision }) {
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(e.env.Err, "warning: %s: the subjects of %d of %d commits are in the index, so their figures are too high: leave out --url\n", p.repo, n, len(s.Questions))
	}
	return nil
}

// readCommits reads the history of a root after a revision, all of it after "",
// the newest first.
func readCommits(ctx context.Context, r code.Root, since string) (all []eval.Commit, err error) {
	reader, ok := history.Open(r)
	if !ok {
		return nil, fault.New(fault.Unavailable, "git is not installed").Fix("install it: apt-get install git")
	}
	head, err := reader.Head(ctx)
	if err != nil {
		return nil, err
	}
	if head == "" {
		return nil, fault.New(fault.NotFound, "%s has no commits", r.Path).Fix("name a project that is a git work tree with a history")
	}
	err = reader.Commits(ctx, head, since, func(c history.Commit) error {
		all = append(all, eval.Commit{Revision: c.Revision, Author: c.Author, Subject: c.Subject, Paths: c.Paths, Files: c.Files})
		return nil
	})
	return all, err
}
