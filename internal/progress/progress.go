// Package progress shows where a sweep is: a bar on a terminal, and elsewhere a
// line when a stage begins and now and then while it lasts.
package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"coderag/internal/index"
)

// A Printer shows the progress of one sweep. It is not safe for concurrent use.
type Printer struct {
	out   io.Writer
	draw  bool
	name  string
	stage index.Stage
	bar   *progressbar.ProgressBar
	said  time.Time
	now   func() time.Time
}

// plainEvery is how often a line is printed where no bar can be drawn.
const plainEvery = 10 * time.Second

// New returns a printer for the project; draw says whether out is a terminal.
func New(out io.Writer, draw bool, project string) *Printer {
	return &Printer{out: out, draw: draw, name: project, now: time.Now}
}

// Show shows the progress.
func (p *Printer) Show(now index.Progress) {
	if p.draw {
		p.showBar(now)
		return
	}
	if p.stage != now.Stage {
		p.stage, p.said = now.Stage, p.now()
		return
	}
	if p.now().Sub(p.said) >= plainEvery {
		p.said = p.now()
		fmt.Fprintf(p.out, "%s: %s %d of %d, %.1f MB\n", p.name, now.Stage, now.Done, now.Total, float64(now.Bytes)/1e6)
	}
}

func (p *Printer) showBar(now index.Progress) {
	if p.stage != now.Stage {
		p.Close()
		p.stage = now.Stage
		p.bar = progressbar.NewOptions(max(now.Total, 1),
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription(fmt.Sprintf("%s: %s", p.name, now.Stage)),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(unit(now.Stage)),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	_ = p.bar.Set(now.Done)
}

func unit(stage index.Stage) string {
	if stage == index.StageVectors {
		return "vectors"
	}
	return "files"
}

// Close takes the bar away.
func (p *Printer) Close() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}
