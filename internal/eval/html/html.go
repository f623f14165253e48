// Package html writes one page that compares runs: plots as inline SVG, what
// moved, and which questions flipped. The page needs nothing but itself.
package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"coderag/internal/eval"
	"coderag/internal/fault"
)

//go:embed page.html
var source string

// colors tell runs apart, also for most who do not see all colours (Okabe and
// Ito, 2008). Runs beyond them share the last.
var colors = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// page is what the template shows.
type page struct {
	Runs        []run
	Plots       []dotPlot
	Curve       linePlot
	Comparisons []comparison // of the first run with each other
}

// run is a line of the table of runs.
type run struct {
	eval.Run
	Color       string
	Fingerprint string
	Headline    eval.Figure
}

// comparison is what moved between two runs.
type comparison struct {
	eval.Comparison
	Lost, Gained []eval.Move // the largest moves
	Flips        int         // questions that moved in or out of the first place
}

// mostMoves is how many questions are listed that lost, and that gained.
const mostMoves = 40

// Write writes the page; the first run is the one the others are compared with.
func Write(w io.Writer, runs []eval.Run, b eval.Bootstrap) (err error) {
	defer fault.Wrap(&err, "write page")
	if len(runs) == 0 {
		return fault.New(fault.Invalid, "no run to show")
	}
	t, err := template.New("page").Funcs(template.FuncMap{"figure": figure, "signed": signed, "rank": rank}).Parse(source)
	if err != nil {
		return err
	}
	return t.Execute(w, newPage(runs, b))
}

func newPage(runs []eval.Run, b eval.Bootstrap) page {
	var p page
	for i, r := range runs {
		p.Runs = append(p.Runs, run{r, color(i), r.Fingerprint(), r.Summary.All.Figure(eval.Headline)})
		if i > 0 {
			p.Comparisons = append(p.Comparisons, newComparison(eval.Compare(runs[0], r, b)))
		}
	}
	p.Plots = []dotPlot{
		metricPlot(runs),
		groupPlot("nDCG@10 by repository", runs, func(s eval.Summary) []eval.Group { return s.Repos }),
		groupPlot("nDCG@10 by language", runs, func(s eval.Summary) []eval.Group { return s.Languages }),
		groupPlot("nDCG@10 by category", runs, func(s eval.Summary) []eval.Group { return s.Categories }),
	}
	p.Curve = tokenCurve(runs)
	return p
}

func newComparison(c eval.Comparison) comparison {
	out := comparison{Comparison: c}
	for i, m := range c.Moves {
		if (m.From == 1) != (m.To == 1) {
			out.Flips++
		}
		if m.Gain < 0 && i < mostMoves {
			out.Lost = append(out.Lost, m)
		}
		if last := len(c.Moves) - 1 - i; c.Moves[last].Gain > 0 && i < mostMoves {
			out.Gained = append(out.Gained, c.Moves[last])
		}
	}
	return out
}

func color(i int) string { return colors[min(i, len(colors)-1)] }

func figure(v float64) string { return fmt.Sprintf("%.3f", v) }
func signed(v float64) string { return fmt.Sprintf("%+.3f", v) }

// rank writes a rank, 0 being none.
func rank(r int) string {
	if r == 0 {
		return "–"
	}
	return fmt.Sprint(r)
}
