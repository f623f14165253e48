package main

import (
	"context"
	"errors"
	"regexp"

	"coderag/internal/history"
)

const (
	maxCommits = 6000 // of one repository, the newest
	maxTouched = 5    // files of a commit that says something about each
)

var (
	ticket    = regexp.MustCompile(`\(?#\d+\)?|\b[A-Z]{2,}-\d+\b|^\[[^\]]*\]\s*|^(feat|fix|chore|docs|test|refactor|perf|style|build|ci)(\([^)]*\))?!?:\s*`)
	unspecial = regexp.MustCompile(`(?i)^(bump|merge|release|revert|update (dep|change|version|readme)|version|prepare|typo|fix typo|changelog|format|lint|reformat|v?\d+\.\d+|cleanup|wip|minor|upgrade|dep)|\bbump|dependabot|whitespace|changelog|rubocop|clippy|lint`)
	errEnough = errors.New("enough commits")
)

// commits gives the subject of each commit with what is closest to it in the
// files it touched.
func (r *repository) commits(ctx context.Context, add func(Pair, bool)) error {
	reader, ok := history.Open(r.root)
	if !ok {
		return errors.New("git is not installed")
	}
	head, err := reader.Head(ctx)
	if err != nil || head == "" {
		return err
	}
	n := 0
	err = reader.Commits(ctx, head, "", func(c history.Commit) error {
		if n++; n > maxCommits {
			return errEnough
		}
		subject := ticket.ReplaceAllString(c.Subject, "")
		if c.Files > maxTouched || unspecial.MatchString(subject) || !spoken(subject, 2) {
			return nil
		}
		for _, p := range c.Paths {
			f := r.byPath[p]
			if f == nil || f.language == "markdown" || f.test && c.Files > 1 {
				continue
			}
			if ch, ok := r.closest(subject, f); ok {
				add(r.pair(kindCommit, subject, f, ch.Symbol, ch.Bytes.Of(f.text)))
			}
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// mine hands all pairs of the repository to the sieve.
func (r *repository) mine(ctx context.Context, s *sieve) error {
	var all []Pair
	add := func(p Pair, ok bool) {
		if ok {
			all = append(all, p)
		}
	}
	for _, source := range pairsOf {
		source(r, add)
	}
	if err := r.commits(ctx, add); err != nil {
		return err
	}
	return s.add(r.name, all)
}
