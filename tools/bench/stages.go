package main

import (
	"context"
	"strings"
	"syscall"
	"time"

	"github.com/google/pprof/profile"

	"coderag/internal/app"
	"coderag/internal/index"
)

// The functions by which the samples of a profile are told apart: the innermost
// frame that starts with one of them decides, unless the embedder is above it.
var stageOf = []struct{ prefix, stage string }{
	{"coderag/internal/walk.", "walk and plan"},
	{"coderag/internal/index.MakePlan", "walk and plan"},
	{"coderag/internal/textfile.", "read, hash, decode"},
	{"coderag/internal/lang.", "read, hash, decode"},
	{"coderag/internal/symbols", "parse"},
	{"coderag/internal/chunk.", "chunk"},
	{"coderag/internal/code.", "chunk"},
	{"coderag/internal/index.(*wordCounter)", "words"},
	{"coderag/internal/lexeme.", "words"},
	{"coderag/internal/postings.(*Builder)", "lists"},
	{"coderag/internal/postgres.(*Project).MergeSegments", "merge"},
	{"coderag/internal/postgres.", "send rows"},
	{"runtime.gcBgMarkWorker", "garbage collection"},
	{"runtime.bgsweep", "garbage collection"},
	{"runtime.bgscavenge", "garbage collection"},
}

// What is below a call of the embedder belongs to it, whoever's the innermost
// frame is: it cuts texts into words as the index does.
const (
	embedder   = "coderag/internal/embed"
	embedStage = "vectors"
)

const otherStage = "other"

// measureStages profiles a scan in this process and tells the CPU time of its
// stages, with what git, ctags and PostgreSQL used meanwhile.
func (b *bench) measureStages(ctx context.Context, r *Result) error {
	if err := b.newDatabase(ctx); err != nil {
		return err
	}
	var data []byte
	children := childrenCPU()
	w := stageWatch{postgres: b.postgres, last: b.postgres.cpu(), used: map[string]time.Duration{}}
	err := b.withApp(ctx, func(a *app.App) (err error) {
		data, err = profiled(func() error {
			_, err := a.Sweep(ctx, app.SweepRequest{Project: project, Cause: "command", Progress: w.progress})
			return err
		})
		return err
	})
	if err != nil {
		return err
	}
	w.enter("")
	if err := b.keepProfile("scan.pprof", data); err != nil {
		return err
	}
	if r.Stages, err = stages(data); err != nil {
		return err
	}
	r.Stages = append(r.Stages,
		Stage{"git, ctags", childrenCPU() - children},
		Stage{"PostgreSQL, rows in", w.used[string(index.StageFiles)]},
		Stage{"PostgreSQL, merge", w.used[string(index.StageMerge)]},
		Stage{"PostgreSQL, pages of vectors", w.used[string(index.StageVectors)]})
	return nil
}

// stages sums the samples of a profile by stage, in the order of stageOf.
func stages(data []byte) (out []Stage, err error) {
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, err
	}
	used := map[string]time.Duration{}
	for _, s := range p.Sample {
		used[stageOfSample(s)] += time.Duration(s.Value[1]) // nanoseconds of CPU
	}
	for _, f := range append(stageOf, struct{ prefix, stage string }{stage: embedStage}, struct{ prefix, stage string }{stage: otherStage}) {
		if d, ok := used[f.stage]; ok {
			out = append(out, Stage{f.stage, d})
			delete(used, f.stage)
		}
	}
	return out, nil
}

func stageOfSample(s *profile.Sample) string {
	stage := otherStage
	for _, location := range s.Location {
		for _, line := range location.Line {
			if strings.HasPrefix(line.Function.Name, embedder) {
				return embedStage
			}
			for _, f := range stageOf {
				if stage == otherStage && strings.HasPrefix(line.Function.Name, f.prefix) {
					stage = f.stage
				}
			}
		}
	}
	return stage
}

// A stageWatch notes what PostgreSQL uses while the sweep is in each stage.
type stageWatch struct {
	postgres postgres
	stage    string
	last     time.Duration
	used     map[string]time.Duration
}

func (w *stageWatch) progress(p index.Progress) {
	if stage := string(p.Stage); stage != w.stage {
		w.enter(stage)
	}
}

func (w *stageWatch) enter(stage string) {
	now := w.postgres.cpu()
	w.used[w.stage] += now - w.last
	w.stage, w.last = stage, now
}

// childrenCPU returns the CPU time of this process's ended children.
func childrenCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
