package eval

import (
	"cmp"
	"maps"
	"slices"
)

// A Figure is the value of a metric over questions, with the interval that
// holds 95 of 100 resampled values.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// A Group is the figures of questions that have something in common.
type Group struct {
	Name      string   `json:"name"` // "flask"; "" for all
	Questions int      `json:"questions"`
	Repos     int      `json:"repos"`
	Figures   []Figure `json:"figures"` // in the order of Metrics
}

// Figure returns the figure of the metric, the zero Figure if there is none.
func (g Group) Figure(name string) Figure {
	for _, f := range g.Figures {
		if f.Name == name {
			return f
		}
	}
	return Figure{}
}

// Latency is in milliseconds, over all questions that were answered.
type Latency struct {
	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
}

// A Summary is the figures of a run.
type Summary struct {
	All        Group          `json:"all"`
	Repos      []Group        `json:"repos"`
	Categories []Group        `json:"categories"`
	Languages  []Group        `json:"languages"`
	Tags       []Group        `json:"tags,omitempty"`
	Silence    Silence        `json:"silence"`
	SilenceBy  []SilenceGroup `json:"silence_by,omitempty"` // split and tag, where there are absent questions
	Latency    Latency        `json:"latency"`
	Problems   int            `json:"problems,omitempty"` // questions that were refused; they count as not found
}

// Summarize computes the figures of the outcomes. Those of all questions and of
// languages are means over repositories of means over their questions, so that
// a repository with many questions counts as one; those of categories, tags and
// single repositories are means over questions. Absent questions count in
// Silence and Latency only.
func Summarize(outcomes []Outcome, b Bootstrap) Summary {
	var answerable []Outcome
	s := Summary{Silence: silence(outcomes), Latency: latency(outcomes)}
	for _, o := range outcomes {
		if o.Problem != "" {
			s.Problems++
		}
		if !o.Absent {
			answerable = append(answerable, o)
		}
	}
	if s.Silence.Absent > 0 {
		s.SilenceBy = silenceBy(outcomes)
	}
	s.All = group("", answerable, repoOf, b)
	s.Repos = groups(answerable, func(o Outcome) []string { return []string{o.Repo} }, repoOf, b)
	s.Languages = groups(answerable, func(o Outcome) []string { return nonEmpty(o.Language) }, repoOf, b)
	s.Categories = groups(answerable, func(o Outcome) []string { return nonEmpty(o.Category) }, together, b)
	s.Tags = groups(answerable, further, together, b)
	return s
}

// repoOf and together say in which unit a question is averaged first.
func repoOf(o Outcome) string { return o.Repo }
func together(Outcome) string { return "" }

// further returns the tags besides the first, which is the category.
func further(o Outcome) []string { return o.Tags[min(1, len(o.Tags)):] }

func nonEmpty(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

// groups returns a Group for each name that the outcomes have, by name.
func groups(outcomes []Outcome, names func(Outcome) []string, unit func(Outcome) string, b Bootstrap) []Group {
	by := map[string][]Outcome{}
	for _, o := range outcomes {
		for _, name := range names(o) {
			by[name] = append(by[name], o)
		}
	}
	var out []Group
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, group(name, by[name], unit, b))
	}
	return out
}

func group(name string, outcomes []Outcome, unit func(Outcome) string, b Bootstrap) Group {
	repos := map[string]bool{}
	for _, o := range outcomes {
		repos[o.Repo] = true
	}
	return Group{Name: name, Questions: len(outcomes), Repos: len(repos), Figures: b.figures(outcomes, unit)}
}

func latency(outcomes []Outcome) Latency {
	var millis []float64
	for _, o := range outcomes {
		if o.Problem == "" {
			millis = append(millis, o.Millis)
		}
	}
	slices.SortFunc(millis, cmp.Compare)
	return Latency{P50: percentile(millis, 50), P95: percentile(millis, 95)}
}

// percentile returns the nearest rank of sorted values, 0 of none.
func percentile(sorted []float64, p int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}
