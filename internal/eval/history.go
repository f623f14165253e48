package eval

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Commit is what of a commit makes a question.
type Commit struct {
	Revision string
	Author   string
	Subject  string
	Paths    []string // touched, relative to the root of the repository
	Files    int      // touched in all, where Paths is only part
}

// HistoryRules say which commits make a question. Zero values mean the defaults.
type HistoryRules struct {
	Questions int    // at most; default 200
	MaxFiles  int    // touched; more is a sweep over the code, not a place; default 10
	MinWords  int    // of the subject that are no function words; default 3
	Seed      uint64 // of the sample
}

// WithDefaults returns r with its zero values replaced.
func (r HistoryRules) WithDefaults() HistoryRules {
	r.Questions = cmp.Or(r.Questions, 200)
	r.MaxFiles = cmp.Or(r.MaxFiles, 10)
	r.MinWords = cmp.Or(r.MinWords, 3)
	return r
}

// FromHistory makes questions of the commits of a repository: the subject asks,
// the files it touched that are still indexed answer. Merges are to be left out
// by the caller; left out here are commits that touch more than MaxFiles files,
// those of bots, version bumps and the like, reverts, subjects of fewer than
// MinWords content words, and all but the newest of equal subjects. Of what is
// left a sample is drawn by the hash of seed and revision, so it is the same on
// every machine and changes little as commits are added.
//
// indexed maps the path of a file to its language.
func FromHistory(repo string, commits []Commit, indexed map[string]string, rules HistoryRules) Set {
	rules = rules.WithDefaults()
	s := Set{Name: "history of " + repo}
	seen := map[string]bool{}
	for _, c := range commits {
		q := Question{
			ID: repo + "/" + c.Revision[:min(12, len(c.Revision))], Query: subject(c.Subject),
			Repo: repo, Category: "commit", Revision: c.Revision,
		}
		if !rules.asks(c, q.Query) || seen[strings.ToLower(q.Query)] {
			continue
		}
		for _, path := range c.Paths {
			if language, ok := indexed[path]; ok {
				q.add(Target{Repo: repo, Path: path})
				q.Language = cmp.Or(q.Language, language)
			}
		}
		if len(q.Expect) > 0 {
			seen[strings.ToLower(q.Query)] = true
			s.Questions = append(s.Questions, q)
		}
	}
	s.Questions = sample(s.Questions, rules)
	return s
}

// sample draws the questions and returns them in their order.
func sample(all []Question, rules HistoryRules) []Question {
	if len(all) <= rules.Questions {
		return all
	}
	order := make([]int, len(all))
	keys := make([]uint64, len(all))
	for i, q := range all {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", rules.Seed, q.Revision))
		order[i], keys[i] = i, binary.BigEndian.Uint64(sum[:])
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	order = order[:rules.Questions]
	slices.Sort(order)
	out := make([]Question, len(order))
	for i, at := range order {
		out[i] = all[at]
	}
	return out
}

// asks reports whether the rules let the commit make a question.
func (r HistoryRules) asks(c Commit, query string) bool {
	return max(c.Files, len(c.Paths)) <= r.MaxFiles && len(contentWords(query)) >= r.MinWords &&
		!bot.MatchString(c.Author) && !chore.MatchString(query)
}

var (
	// bot matches authors that are programs.
	bot = regexp.MustCompile(`(?i)\[bot\]|\b(bot|dependabot|renovate|greenkeeper|pre-commit-ci|github-actions|snyk)\b|-bot$`)
	// chore matches subjects about versions, releases and the history itself.
	chore = regexp.MustCompile(`(?i)^\W*(build\(deps[^)]*\)|chore\(deps[^)]*\)|chore\(release\)|chore: release|` +
		`merge|revert|fixup|squash|wip|bump|release|prepare(d)? (for )?(the )?(next )?(release|version|development)|` +
		`(update|upgrade|pin) (dependenc|deps|changelog|version|all|copyright|licen[cs]e)|changelog|` +
		`version |v?\d+\.\d+)`)
	// reference matches what a forge adds to a subject: "(#123)", "[ABC-12]".
	reference = regexp.MustCompile(`\s*[(\[]?(#\d+|gh-\d+|[A-Z][A-Z]+-\d+)[)\]]?\s*$`)
)

// subject returns the subject as a question: without the numbers of issues.
func subject(s string) string {
	for {
		cut := strings.TrimSpace(reference.ReplaceAllString(s, ""))
		if cut == s {
			return s
		}
		s = cut
	}
}
