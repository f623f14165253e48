package html

import (
	"fmt"
	"strings"

	"coderag/internal/eval"
)

// Sizes of a plot, in pixels. Values run from 0 to 1 along the x axis.
const (
	labelWidth = 150
	plotWidth  = 560
	rowHeight  = 22
	topMargin  = 24
)

// A dotPlot has a row for each label and in it a dot with an interval for each
// run.
type dotPlot struct {
	Title         string
	Width, Height int
	Ticks         []tick
	Rows          []dotRow
}

type tick struct {
	X     float64
	Label string
}

type dotRow struct {
	Label string
	Y     float64
	Dots  []dot
}

type dot struct {
	X, Low, High, Y float64
	Color, Tip      string
}

func x(v float64) float64 { return labelWidth + v*plotWidth }

func newDotPlot(title string, rows int) dotPlot {
	p := dotPlot{Title: title, Width: labelWidth + plotWidth + 30, Height: topMargin + rows*rowHeight + 8}
	for i := range 11 {
		v := float64(i) / 10
		p.Ticks = append(p.Ticks, tick{x(v), fmt.Sprintf("%.1f", v)})
	}
	return p
}

// add adds a row; figure returns the figure of the run, and whether it has one.
func (p *dotPlot) add(label string, runs []eval.Run, figure func(eval.Run) (eval.Figure, bool)) {
	row := dotRow{Label: label, Y: float64(topMargin + len(p.Rows)*rowHeight + rowHeight/2)}
	for i, r := range runs {
		f, ok := figure(r)
		if !ok {
			continue
		}
		offset := (float64(i) - float64(len(runs)-1)/2) * 4
		row.Dots = append(row.Dots, dot{
			X: x(f.Value), Low: x(f.Low), High: x(f.High), Y: row.Y + offset, Color: color(i),
			Tip: fmt.Sprintf("%s, %s: %.3f (%.3f to %.3f)", label, r.Name, f.Value, f.Low, f.High),
		})
	}
	p.Rows = append(p.Rows, row)
}

// metricPlot has every metric over all questions.
func metricPlot(runs []eval.Run) dotPlot {
	metrics := eval.Metrics()
	p := newDotPlot("All questions", len(metrics))
	for _, m := range metrics {
		p.add(m.Name, runs, func(r eval.Run) (eval.Figure, bool) { return r.Summary.All.Figure(m.Name), true })
	}
	return p
}

// groupPlot has the headline metric for each group of any run.
func groupPlot(title string, runs []eval.Run, groups func(eval.Summary) []eval.Group) dotPlot {
	var names []string
	by := map[string]map[int]eval.Figure{} // by name and run
	for i, r := range runs {
		for _, g := range groups(r.Summary) {
			if by[g.Name] == nil {
				by[g.Name] = map[int]eval.Figure{}
				names = append(names, g.Name)
			}
			by[g.Name][i] = g.Figure(eval.Headline)
		}
	}
	p := newDotPlot(title, len(names))
	for _, name := range names {
		at := -1
		p.add(name, runs, func(eval.Run) (eval.Figure, bool) {
			at++
			f, ok := by[name][at]
			return f, ok
		})
	}
	return p
}

// A linePlot has a line for each run.
type linePlot struct {
	Width, Height int
	XTicks        []tick
	YTicks        []tick
	Lines         []polyline
}

type polyline struct {
	Color, Name, Points string
}

const curveHeight = 220

// tokenCurve shows how much is found within how much output.
func tokenCurve(runs []eval.Run) linePlot {
	p := linePlot{Width: labelWidth + plotWidth + 50, Height: topMargin + curveHeight + 30}
	y := func(v float64) float64 { return topMargin + (1-v)*curveHeight }
	for i := range 6 {
		v := float64(i) / 5
		p.YTicks = append(p.YTicks, tick{y(v), fmt.Sprintf("%.1f", v)})
	}
	budgets := eval.Budgets()
	step := 1 / float64(len(budgets)-1)
	for i, b := range budgets {
		p.XTicks = append(p.XTicks, tick{x(float64(i) * step), fmt.Sprintf("%d tokens", b)})
	}
	for i, r := range runs {
		var points []string
		for j, b := range budgets {
			v := r.Summary.All.Figure(fmt.Sprintf("recall@%dtok", b)).Value
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(float64(j)*step), y(v)))
		}
		p.Lines = append(p.Lines, polyline{color(i), r.Name, strings.Join(points, " ")})
	}
	return p
}
