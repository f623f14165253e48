package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"coderag/internal/eval"
	"coderag/internal/eval/report"
)

// A comparison is what embedder.md shows: nDCG@10 of several runs side by side.
type comparison struct {
	benchmark eval.Benchmark
	names     []string
	runs      []eval.Run
	took      []time.Duration
	peers     report.Peers
}

// metric is what is compared.
const metric = "ndcg@10"

// published are the columns of the peers that rank by vectors alone.
var published = []string{"potion_raw", "cre", "grepai"}

func (c comparison) write(to io.Writer) error {
	w := &strings.Builder{}
	fmt.Fprintf(w, "# The built-in embedder\n\nnDCG@10 of `make bench-embedder`. The last %d columns are published figures of systems that rank by vectors alone.\n\n", len(published))
	c.row(w, "repository", c.names, published)
	fmt.Fprintf(w, "|---|%s\n", strings.Repeat("---:|", len(c.names)+len(published)))
	for _, r := range c.benchmark.Repositories {
		var cells, others []string
		for _, run := range c.runs {
			cells = append(cells, score(run, r.Name))
		}
		for _, system := range published {
			others = append(others, c.peer(r.Name, system))
		}
		c.row(w, r.Name, cells, others)
	}
	var means, others []string
	for _, run := range c.runs {
		means = append(means, fmt.Sprintf("**%.3f**", run.Summary.All.Figure(metric).Value))
	}
	for _, system := range published {
		others = append(others, c.peerMean(system))
	}
	c.row(w, "**mean**", means, others)
	fmt.Fprintln(w)
	for one := 0; one+1 < 4; one += 2 { // the ways by words, without and with vectors
		fmt.Fprintf(w, "Vectors raise %s on %d of %d repositories.\n", c.names[one], c.better(one+1, one), len(c.benchmark.Repositories))
	}
	fmt.Fprintln(w)
	for i, run := range c.runs {
		fmt.Fprintf(w, "- %s: indexed in %s; %s\n", c.names[i], c.took[i].Round(100*time.Millisecond), run.Fingerprint())
	}
	_, err := io.WriteString(to, w.String())
	return err
}

func (c comparison) row(w io.Writer, first string, cells, more []string) {
	fmt.Fprintf(w, "| %s | %s |\n", first, strings.Join(append(append([]string{}, cells...), more...), " | "))
}

// better counts the repositories on which one run is above another.
func (c comparison) better(one, other int) (n int) {
	for _, r := range c.benchmark.Repositories {
		if value(c.runs[one], r.Name) > value(c.runs[other], r.Name) {
			n++
		}
	}
	return n
}

func score(run eval.Run, repo string) string { return fmt.Sprintf("%.3f", value(run, repo)) }

func value(run eval.Run, repo string) float64 {
	for _, g := range run.Summary.Repos {
		if g.Name == repo {
			return g.Figure(metric).Value
		}
	}
	return 0
}

// peer returns what a published system scores, "" where that is not known.
func (c comparison) peer(repo, system string) string {
	if v, ok := c.peers.Score(repo, system); ok {
		return fmt.Sprintf("%.3f", v)
	}
	return ""
}

func (c comparison) peerMean(system string) string {
	sum, n := 0.0, 0
	for _, r := range c.benchmark.Repositories {
		if v, ok := c.peers.Score(r.Name, system); ok {
			sum, n = sum+v, n+1
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("**%.3f**", sum/float64(n))
}
