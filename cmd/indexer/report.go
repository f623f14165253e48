package main

import (
	"fmt"
	"time"

	"coderag/internal/cli"
	"coderag/internal/index"
)

// describe says what one sweep did.
func describe(r index.Report) string {
	s := fmt.Sprintf("%d added, %d changed, %d removed, %d unchanged, %d skipped, %s, %s",
		r.Added, r.Changed, r.Removed, r.Same+r.Touched, skipped(r), cli.Count(r.Chunks, "chunk"), cli.Count(r.Vectors, "vector"))
	if r.Retry > 0 {
		s += fmt.Sprintf(", %d changed while they were read", r.Retry)
	}
	return s
}

func skipped(r index.Report) (n int) {
	for _, count := range r.Skipped {
		n += count
	}
	return n
}

// summary is the last line: what all sweeps did together.
func summary(reports []index.Report, took time.Duration) string {
	var all index.Report
	for _, r := range reports {
		all.Added, all.Changed, all.Removed = all.Added+r.Added, all.Changed+r.Changed, all.Removed+r.Removed
		all.Same, all.Touched = all.Same+r.Same, all.Touched+r.Touched
		all.Chunks, all.Vectors, all.Bytes = all.Chunks+r.Chunks, all.Vectors+r.Vectors, all.Bytes+r.Bytes
	}
	s := fmt.Sprintf("%s: %d added, %d changed, %d removed, %d unchanged; %s, %s; %s",
		cli.Count(len(reports), "project"), all.Added, all.Changed, all.Removed, all.Same+all.Touched,
		cli.Count(all.Chunks, "chunk"), cli.Count(all.Vectors, "vector"), took.Round(time.Millisecond))
	if all.Bytes > 0 {
		s += fmt.Sprintf(" (%.1f MB/s)", float64(all.Bytes)/1e6/took.Seconds())
	}
	return s
}
