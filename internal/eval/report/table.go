// Package report writes the figures of a run as text tables and as Markdown.
package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"coderag/internal/eval"
)

// A table has a title, a header, and rows of as many cells.
type table struct {
	title  string
	header []string
	rows   [][]string
}

// Text writes the run for a terminal. The fingerprint stands below every table.
func Text(w io.Writer, r eval.Run) error {
	for _, t := range tables(r) {
		fmt.Fprintf(w, "%s\n", t.title)
		columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		for _, row := range append([][]string{t.header}, t.rows...) {
			fmt.Fprintln(columns, strings.Join(row, "\t")+"\t")
		}
		if err := columns.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n\n", r.Fingerprint())
	}
	return nil
}

// Markdown writes the run as Markdown tables.
func Markdown(w io.Writer, r eval.Run) error {
	for _, t := range tables(r) {
		writeMarkdown(w, t)
		if _, err := fmt.Fprintf(w, "\n%s\n\n", r.Fingerprint()); err != nil {
			return err
		}
	}
	return nil
}

func writeMarkdown(w io.Writer, t table) {
	fmt.Fprintf(w, "## %s\n\n| %s |\n|%s\n", t.title, strings.Join(t.header, " | "), "---|"+strings.Repeat("---:|", len(t.header)-1))
	for _, row := range t.rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
}

// tables returns everything a run has to say.
func tables(r eval.Run) []table {
	s := r.Summary
	out := []table{overall(r)}
	for _, by := range []struct {
		title  string
		groups []eval.Group
	}{{"by repository", s.Repos}, {"by language", s.Languages}, {"by category", s.Categories}, {"by tag", s.Tags}} {
		if len(by.groups) > 0 {
			out = append(out, grouped(by.title, by.groups))
		}
	}
	if len(s.SilenceBy) > 0 {
		out = append(out, silence("silence by split and tag", s.SilenceBy))
	}
	return out
}

// overall has a row for each metric of all questions.
func overall(r eval.Run) table {
	s := r.Summary
	t := table{
		title:  fmt.Sprintf("%s: %s, %d questions in %d repositories", r.Set, r.Name, s.All.Questions, s.All.Repos),
		header: []string{"metric", "value", "95 % interval"},
	}
	for _, f := range s.All.Figures {
		if s.All.Questions == 0 {
			break
		}
		t.add(f.Name, decimal(f.Value), decimal(f.Low)+"-"+decimal(f.High))
	}
	if s.Silence.Absent > 0 {
		t.add("silent on absent", decimal(s.Silence.Rightly), fmt.Sprintf("of %d", s.Silence.Absent))
	}
	if s.Silence.Asked > 0 {
		t.add("answerable silenced", decimal(s.Silence.Silenced), fmt.Sprintf("of %d", s.Silence.Asked))
	}
	for _, r := range s.Silence.Reasons {
		t.add(r.Reason, fmt.Sprint(r.Absent), fmt.Sprintf("and %d answerable", r.Asked))
	}
	t.add("latency p50", fmt.Sprintf("%.1f ms", s.Latency.P50), "")
	t.add("latency p95", fmt.Sprintf("%.1f ms", s.Latency.P95), "")
	if s.Problems > 0 {
		t.add("refused", strconv.Itoa(s.Problems), "")
	}
	return t
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// shown are the metrics of a table of groups.
var shown = []string{"hit@1", "hit@5", "mrr", "ndcg@5", "ndcg@10", "recall@10", "recall@2000tok"}

func grouped(title string, groups []eval.Group) table {
	t := table{title: title, header: append([]string{"", "questions"}, shown...)}
	t.header = append(t.header, "ndcg@10 interval")
	for _, g := range groups {
		row := []string{g.Name, strconv.Itoa(g.Questions)}
		for _, name := range shown {
			row = append(row, decimal(g.Figure(name).Value))
		}
		f := g.Figure(eval.Headline)
		t.add(append(row, decimal(f.Low)+"-"+decimal(f.High))...)
	}
	return t
}

// decimal writes a figure without the zero before the point, as the field does.
func decimal(v float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(v, 'f', 3, 64), "0")
}
