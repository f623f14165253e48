package report

import (
	"fmt"
	"io"
	"strconv"

	"coderag/internal/eval"
)

// writeSilence writes how often there was no hit, and why.
func (q Quality) writeSilence(w io.Writer) {
	if q.Silence == nil {
		return
	}
	writeMarkdown(w, q.silence())
	fmt.Fprintln(w)
	writeMarkdown(w, reasons("Why there was no hit", q.Silence.Summary.Silence.Reasons))
	fmt.Fprintln(w)
}

// silence has a row for the benchmark, one for the questions about silence, and
// one for each group of these.
func (q Quality) silence() table {
	groups := []eval.SilenceGroup{
		{Name: q.Runs[0].Set, Silence: q.Runs[0].Summary.Silence},
		{Name: "**silence**", Silence: q.Silence.Summary.Silence},
	}
	return silence("Silence", append(groups, q.Silence.Summary.SilenceBy...))
}

// silence has a row for each group of questions.
func silence(title string, groups []eval.SilenceGroup) table {
	t := table{title: title, header: []string{"", "absent", "silent on absent", "answerable", "answerable silenced"}}
	for _, g := range groups {
		t.add(g.Name, strconv.Itoa(g.Absent), share(g.Rightly, g.Absent), strconv.Itoa(g.Asked), share(g.Silenced, g.Asked))
	}
	return t
}

// reasons has a row for each reason.
func reasons(title string, all []eval.SilenceReason) table {
	t := table{title: title, header: []string{"reason", "absent", "answerable"}}
	for _, r := range all {
		t.add(r.Reason, strconv.Itoa(r.Absent), strconv.Itoa(r.Asked))
	}
	return t
}

// share writes a share of n, nothing where n is 0.
func share(v float64, n int) string {
	if n == 0 {
		return ""
	}
	return decimal(v)
}
