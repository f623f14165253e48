package mlflow

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"coderag/internal/eval"
)

// What one log-batch request may hold, and how long a value may be.
const (
	maxMetrics = 800 // the server's limit is 1,000, and 1,000 of everything together
	maxParams  = 100
	maxKey     = 250
	maxValue   = 500 // in every version; newer ones allow 6,000
)

// A batch is the body of runs/log-batch.
type batch struct {
	RunID   string   `json:"run_id"`
	Metrics []metric `json:"metrics,omitempty"`
	Params  []pair   `json:"params,omitempty"`
	Tags    []pair   `json:"tags,omitempty"`
}

type metric struct {
	Key       string  `json:"key"`
	Value     float64 `json:"value"`
	Timestamp int64   `json:"timestamp"` // milliseconds
	Step      int64   `json:"step"`
}

type pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// batches returns everything that is logged of a run: the metrics with their
// bounds, those of each group below its name, the settings as parameters, and
// the fingerprints as tags.
func batches(r eval.Run, now time.Time) []batch {
	metrics := metricsOf(r, now)
	var out []batch
	for part := range slices.Chunk(metrics, maxMetrics) {
		out = append(out, batch{Metrics: part})
	}
	for part := range slices.Chunk(paramsOf(r), maxParams) {
		out = append(out, batch{Params: part})
	}
	tags := []pair{{"corpus", r.Corpus()}, {"config", r.Config()}, {"set", r.Set}, {"way", r.Way}, {"version", r.Version}}
	return append(out, batch{Tags: short(tags)})
}

func metricsOf(r eval.Run, now time.Time) (all []metric) {
	add := func(value float64, format string, args ...any) {
		all = append(all, metric{Key: key(fmt.Sprintf(format, args...)), Value: value, Timestamp: now.UnixMilli()})
	}
	for _, f := range r.Summary.All.Figures {
		add(f.Value, "%s", f.Name)
		add(f.Low, "%s/low", f.Name)
		add(f.High, "%s/high", f.Name)
	}
	for _, by := range []struct {
		name   string
		groups []eval.Group
	}{{"repo", r.Summary.Repos}, {"language", r.Summary.Languages}, {"category", r.Summary.Categories}} {
		for _, g := range by.groups {
			add(g.Figure(eval.Headline).Value, "%s/%s/%s", by.name, g.Name, eval.Headline)
		}
	}
	if r.Summary.Silence.Absent > 0 {
		add(r.Summary.Silence.Rightly, "silence/absent")
	}
	add(r.Summary.Silence.Silenced, "silence/answerable")
	add(r.Summary.Latency.P50, "latency_p50_ms")
	add(r.Summary.Latency.P95, "latency_p95_ms")
	return all
}

func paramsOf(r eval.Run) []pair {
	params := []pair{
		{"k", strconv.Itoa(r.K)}, {"seed", strconv.FormatUint(r.Seed, 10)}, {"questions", strconv.Itoa(len(r.Outcomes))},
	}
	for _, s := range r.Settings {
		params = append(params, pair{key(s.Name), s.Value})
	}
	return short(params)
}

// short cuts values to what every version stores; empty ones are refused by
// some, and left out.
func short(pairs []pair) (out []pair) {
	for _, p := range pairs {
		if p.Value != "" {
			out = append(out, pair{p.Key, p.Value[:min(len(p.Value), maxValue)]})
		}
	}
	return out
}

// forbidden is what the name of a metric or parameter may not have.
var forbidden = regexp.MustCompile(`[^A-Za-z0-9_./ -]`)

// key makes a name the server takes: "ndcg@10" becomes "ndcg_at_10".
func key(name string) string {
	name = strings.ReplaceAll(name, "@", "_at_")
	name = forbidden.ReplaceAllString(name, "_")
	return name[:min(len(name), maxKey)]
}
