// Package progress shows where a sweep is: a bar on a terminal, and elsewhere a
// line now and then while a stage lasts.
package progress

import (
	"fmt"
	"io"
	"strings"
	"time"

	"coderag/internal/index"
)

// How often a bar is drawn, and a line printed where none can be.
const (
	drawEvery  = 100 * time.Millisecond
	printEvery = 10 * time.Second
)

// A Printer shows the progress of one sweep. It is not safe for concurrent use.
type Printer struct {
	out   io.Writer
	width int // columns; 0 where no bar can be drawn
	name  string
	now   func() time.Time

	stage index.Stage
	since time.Time // when the stage began
	shown time.Time // when it was last drawn or printed
	drawn bool      // a bar is on the screen
}

// New returns a printer for the project. Out is a terminal of width columns, or
// none with width 0; now is the clock.
func New(out io.Writer, width int, project string, now func() time.Time) *Printer {
	return &Printer{out: out, width: width, name: project, now: now}
}

// Show shows the progress, unless it was shown a moment ago.
func (p *Printer) Show(at index.Progress) {
	now := p.now()
	if p.stage != at.Stage {
		p.stage, p.since, p.shown = at.Stage, now, now
		p.draw(at, 0)
		return
	}
	every := printEvery
	if p.width > 0 {
		every = drawEvery
	}
	if now.Sub(p.shown) < every && at.Done != at.Total {
		return
	}
	p.shown = now
	if p.width > 0 {
		p.draw(at, now.Sub(p.since))
		return
	}
	if at.Done != at.Total {
		fmt.Fprintf(p.out, "%s: %s %s\n", p.name, at.Stage, describe(at, now.Sub(p.since)))
	}
}

// draw draws the bar over the last one.
func (p *Printer) draw(at index.Progress, took time.Duration) {
	if p.width == 0 {
		return
	}
	line := fmt.Sprintf("%s: %s %s %s", p.name, at.Stage, bar(at), describe(at, took))
	if runes := []rune(line); len(runes) >= p.width {
		line = string(runes[:p.width-1]) // the last column would wrap
	}
	fmt.Fprintf(p.out, "\r%s\x1b[K", line)
	p.drawn = true
}

// Close takes the bar away. The printer can be used again.
func (p *Printer) Close() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.drawn = false
	}
}

// barWidth is the number of cells of a bar.
const barWidth = 20

// bar returns "[#####     ]", nothing while the total is not known.
func bar(at index.Progress) string {
	if at.Total <= 0 {
		return ""
	}
	full := min(barWidth*at.Done/at.Total, barWidth)
	return "[" + strings.Repeat("#", full) + strings.Repeat(" ", barWidth-full) + "]"
}

// describe returns "120 of 300 files, 880 chunks, 1.2 MB, 60 a second, 3s left".
func describe(at index.Progress, took time.Duration) string {
	if at.Total <= 0 {
		return "..."
	}
	parts := []string{fmt.Sprintf("%d of %d %s", at.Done, at.Total, unit(at.Stage))}
	if at.Stage == index.StageFiles {
		parts = append(parts, fmt.Sprintf("%d chunks", at.Chunks), fmt.Sprintf("%.1f MB", float64(at.Bytes)/1e6))
	}
	if rate := float64(at.Done) / took.Seconds(); took > 0 && at.Done > 0 {
		left := time.Duration(float64(at.Total-at.Done) / rate * float64(time.Second))
		parts = append(parts, fmt.Sprintf("%.0f a second", rate), left.Round(time.Second).String()+" left")
	}
	return strings.Join(parts, ", ")
}

func unit(stage index.Stage) string {
	if stage == index.StageVectors {
		return "vectors"
	}
	return "files"
}
