package eval

import (
	"cmp"
	"maps"
	"slices"
)

// Silence says how often a question without an answer got none, and a question
// with one got none.
type Silence struct {
	Absent   int     `json:"absent"`   // questions nothing answers
	Rightly  float64 `json:"rightly"`  // share of them without a hit
	Asked    int     `json:"asked"`    // answerable questions
	Silenced float64 `json:"silenced"` // share of them without a hit

	Reasons []SilenceReason `json:"reasons,omitempty"` // most frequent first
}

// A SilenceReason counts the questions that got no hit for a reason.
type SilenceReason struct {
	Reason string `json:"reason"`
	Absent int    `json:"absent"`
	Asked  int    `json:"asked"` // answerable ones
}

// A SilenceGroup is the silence on questions that have something in common.
type SilenceGroup struct {
	Name string `json:"name"` // a split or a tag
	Silence
}

func silence(outcomes []Outcome) (s Silence) {
	absent, asked := map[string]int{}, map[string]int{} // silent ones by reason
	for _, o := range outcomes {
		count, silent := &s.Asked, asked
		if o.Absent {
			count, silent = &s.Absent, absent
		}
		*count++
		if o.Silent() && o.Problem == "" {
			silent[o.Reason]++
		}
	}
	s.Rightly = float64(sum(absent)) / float64(max(1, s.Absent))
	s.Silenced = float64(sum(asked)) / float64(max(1, s.Asked))
	s.Reasons = reasons(absent, asked)
	return s
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// reasons lists the reasons that were given.
func reasons(absent, asked map[string]int) []SilenceReason {
	all := map[string]SilenceReason{}
	for _, counts := range []map[string]int{absent, asked} {
		for reason := range counts {
			if reason != "" {
				all[reason] = SilenceReason{reason, absent[reason], asked[reason]}
			}
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b SilenceReason) int {
		return cmp.Or(cmp.Compare(b.Absent+b.Asked, a.Absent+a.Asked), cmp.Compare(a.Reason, b.Reason))
	})
}

// silenceBy returns the silence on each split and on each tag, by name, the
// splits first.
func silenceBy(outcomes []Outcome) (groups []SilenceGroup) {
	for _, names := range []func(Outcome) []string{
		func(o Outcome) []string { return nonEmpty(o.Split) },
		func(o Outcome) []string { return o.Tags },
	} {
		by := map[string][]Outcome{}
		for _, o := range outcomes {
			for _, name := range names(o) {
				by[name] = append(by[name], o)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(by)) {
			groups = append(groups, SilenceGroup{name, silence(by[name])})
		}
	}
	return groups
}
