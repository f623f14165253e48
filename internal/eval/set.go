package eval

import (
	"slices"

	"coderag/internal/fault"
)

// add adds a target unless the question has it.
func (q *Question) add(t Target) {
	if !slices.Contains(q.Expect, t) {
		q.Expect = append(q.Expect, t)
	}
}

// check refuses questions that cannot be judged.
func (s Set) check() error {
	seen := map[string]bool{}
	for _, q := range s.Questions {
		if err := q.check(); err != nil {
			return fault.New(fault.Invalid, "question %s: %w", q.ID, err)
		}
		if seen[q.ID] {
			return fault.New(fault.Invalid, "question %s: another has this id", q.ID)
		}
		seen[q.ID] = true
	}
	return nil
}

func (q Question) check() error {
	switch {
	case q.Query == "":
		return fault.New(fault.Invalid, "it has no text")
	case q.Absent && len(q.Expect) > 0:
		return fault.New(fault.Invalid, "it is absent and expects an answer").Fix("leave out either")
	case !q.Absent && len(q.Expect) == 0:
		return fault.New(fault.Invalid, "it expects nothing").Fix(`add targets to "expect", or "absent": true`)
	}
	for _, t := range q.Expect {
		if t.Path == "" || t.Lines.End < t.Lines.Start || t.Lines.Start < 0 {
			return fault.New(fault.Invalid, "target %q lines %d to %d is no place", t.Path, t.Lines.Start, t.Lines.End)
		}
		if t.Repo == "" || t.Repo != q.Repo {
			return fault.New(fault.Invalid, "target %q is of repo %q, and the question of %q", t.Path, t.Repo, q.Repo).
				Fix("name one repo in all targets of a question")
		}
	}
	return nil
}

// Only returns the set without the questions that keep refuses.
func (s Set) Only(keep func(Question) bool) Set {
	out := Set{Name: s.Name}
	for _, q := range s.Questions {
		if keep(q) {
			out.Questions = append(out.Questions, q)
		}
	}
	return out
}

// AskEverywhere asks the absent questions that belong to no repository of each
// of the named ones: what nobody has is absent from all of them.
func (s Set) AskEverywhere(repos []string) Set {
	out := Set{Name: s.Name}
	for _, q := range s.Questions {
		if q.Repo != "" {
			out.Questions = append(out.Questions, q)
			continue
		}
		for _, repo := range repos {
			one := q
			one.Repo, one.ID = repo, q.ID+"@"+repo
			out.Questions = append(out.Questions, one)
		}
	}
	return out
}
