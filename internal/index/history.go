package index

import (
	"context"
	"errors"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/history"
)

const (
	subjectPage = 256  // files whose subjects are looked up at a time
	commitPage  = 2000 // commits stored at a time
)

// past is what the history of the roots holds that the index has not.
type past struct {
	heads map[string]string    // revision by repo, where there is something new
	told  map[code.FileID]bool // files the new commits say something of
}

// readHistory stores the commits since the last sweep. The revisions are noted
// only when the files they touched have been read again, so that a sweep that is
// killed in between is made good by the next. History that cannot be read is
// reported and costs nothing but itself.
func (s *sweep) readHistory(ctx context.Context) past {
	s.progress(Progress{Stage: StageHistory})
	p := past{heads: map[string]string{}, told: map[code.FileID]bool{}}
	var errs []error
	for _, root := range s.project.Roots {
		errs = append(errs, s.readRootHistory(ctx, root, &p))
	}
	if err := errors.Join(errs...); err != nil {
		s.report.History = err.Error()
	}
	return p
}

func (s *sweep) readRootHistory(ctx context.Context, root code.Root, p *past) (err error) {
	defer fault.Wrap(&err, "repo %q", root.Repo)
	reader, ok := history.Open(root)
	if !ok {
		return nil
	}
	head, err := reader.Head(ctx)
	if err != nil || head == "" {
		return err
	}
	known, err := s.store.HistoryHead(ctx, root.Repo)
	if err != nil || known == head {
		return err
	}
	follows := false
	if known != "" {
		if follows, err = reader.Descends(ctx, head, known); err != nil {
			return err
		}
	}
	if !follows {
		known = ""
	}
	c := commitWriter{sweep: s, repo: root.Repo, told: p.told, afresh: !follows}
	if err := reader.Commits(ctx, head, known, func(commit history.Commit) error { return c.add(ctx, commit) }); err != nil {
		return err
	}
	p.heads[root.Repo] = head
	return c.flush(ctx)
}

// commitWriter stores the commits of one repo page by page.
type commitWriter struct {
	*sweep
	repo   string
	told   map[code.FileID]bool
	afresh bool // the next page replaces all that is stored
	page   []history.Commit
}

func (w *commitWriter) add(ctx context.Context, c history.Commit) error {
	if c.Files <= history.MaxTold {
		for _, path := range c.Paths {
			w.told[code.FileID{Repo: w.repo, Path: path}] = true
		}
	}
	w.page = append(w.page, c)
	if len(w.page) < commitPage {
		return nil
	}
	return w.flush(ctx)
}

func (w *commitWriter) flush(ctx context.Context) error {
	if len(w.page) == 0 && !w.afresh {
		return nil
	}
	if err := w.store.PutCommits(ctx, w.repo, w.page, w.afresh); err != nil {
		return err
	}
	w.report.Commits += len(w.page)
	w.page, w.afresh = nil, false
	return nil
}

// finishHistory notes the revisions whose commits are in the index now.
func (s *sweep) finishHistory(ctx context.Context, p past) error {
	for _, root := range s.project.Roots {
		head, ok := p.heads[root.Repo]
		if !ok {
			continue
		}
		if err := s.store.SetHistoryHead(ctx, root.Repo, head); err != nil {
			return err
		}
	}
	return nil
}

// addSubjects gives the reads what commits say of their files.
func (s *sweep) addSubjects(ctx context.Context, reads []Read) error {
	files := make([]code.FileID, len(reads))
	for i, r := range reads {
		files[i] = r.FileID
	}
	subjects, err := s.store.Subjects(ctx, files, history.MaxTold)
	if err != nil {
		return err
	}
	for i := range reads {
		all := subjects[reads[i].FileID]
		reads[i].Subjects = all[:min(len(all), history.MaxCommits)]
	}
	return nil
}
