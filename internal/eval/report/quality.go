package report

import (
	"fmt"
	"io"

	"coderag/internal/eval"
)

// Quality is what the pages of docs/quality are written from.
type Quality struct {
	Runs  []eval.Run // the first is the one the others are compared with
	Peers Peers      // may be empty

	Ablations []eval.Run // each without one part of the search; may be empty
	Silence   *eval.Run  // of questions that nothing answers, and of hard ones; nil if it was not made
}

// Write writes one page: all runs side by side, then the first by repository
// beside the peers, by language and by category, then what its parts are worth.
func (q Quality) Write(w io.Writer) error {
	first := q.Runs[0]
	fmt.Fprintf(w, "# Search quality\n\nWritten by `make bench-quality`; what is measured, and how: [method.md](method.md).\n"+
		"Each run has its questions, by number, in a JSON file beside this page.\n\n")
	for _, t := range []table{
		q.sideBySide(), q.byRepository(),
		grouped("By language", first.Summary.Languages), grouped("By category", first.Summary.Categories),
	} {
		writeMarkdown(w, t)
		fmt.Fprintf(w, "\n")
	}
	q.writeAblations(w)
	q.writeSilence(w)
	fmt.Fprintf(w, "## Fingerprints\n\n")
	for _, r := range q.Runs {
		fmt.Fprintf(w, "- %s: %s\n", r.Name, r.Fingerprint())
	}
	_, err := fmt.Fprintf(w, "\nIntervals: %d resamples of the questions of each repository, seed %d.\n", first.Samples, first.Seed)
	return err
}

// sideBySide has a column for each run.
func (q Quality) sideBySide() table {
	all := q.Runs[0].Summary.All
	t := table{title: fmt.Sprintf("%d questions in %d repositories", all.Questions, all.Repos), header: []string{""}}
	for _, r := range q.Runs {
		t.header = append(t.header, r.Name)
	}
	for _, m := range eval.Metrics() {
		row := []string{m.Name}
		for _, r := range q.Runs {
			f := r.Summary.All.Figure(m.Name)
			cell := decimal(f.Value)
			if m.Name == eval.Headline {
				cell = fmt.Sprintf("**%s** (%s-%s)", cell, decimal(f.Low), decimal(f.High))
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	p50, p95 := []string{"latency p50, ms"}, []string{"latency p95, ms"}
	for _, r := range q.Runs {
		p50 = append(p50, fmt.Sprintf("%.1f", r.Summary.Latency.P50))
		p95 = append(p95, fmt.Sprintf("%.1f", r.Summary.Latency.P95))
	}
	t.add(p50...)
	t.add(p95...)
	return t
}

// byRepository has the headline metric of each run beside that of each peer.
func (q Quality) byRepository() table {
	t := table{title: "nDCG@10 by repository", header: []string{"", "questions"}}
	for _, r := range q.Runs {
		t.header = append(t.header, r.Name)
	}
	t.header = append(append(t.header, "best peer"), q.Peers.Systems...)
	for _, g := range q.Runs[0].Summary.Repos {
		row := []string{g.Name, fmt.Sprint(g.Questions)}
		for _, r := range q.Runs {
			row = append(row, headline(r.Summary.Repos, g.Name))
		}
		t.add(append(row, q.Peers.row(g.Name)...)...)
	}
	mean := []string{"**mean**", fmt.Sprint(q.Runs[0].Summary.All.Questions)}
	for _, r := range q.Runs {
		mean = append(mean, "**"+decimal(r.Summary.All.Figure(eval.Headline).Value)+"**")
	}
	t.add(append(mean, q.Peers.mean(q.Runs[0].Summary.Repos)...)...)
	return t
}

func headline(groups []eval.Group, name string) string {
	for _, g := range groups {
		if g.Name == name {
			return decimal(g.Figure(eval.Headline).Value)
		}
	}
	return ""
}
