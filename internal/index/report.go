package index

import (
	"time"

	"coderag/internal/code"
)

// A Report says what a sweep did.
type Report struct {
	Added   int                     `json:"added"`
	Changed int                     `json:"changed"`
	Told    int                     `json:"told"` // unchanged, and new commits say something of them
	Removed int                     `json:"removed"`
	Same    int                     `json:"same"`    // by their stat
	Touched int                     `json:"touched"` // read, and found unchanged
	Retry   int                     `json:"retry"`   // changed while they were read; the next sweep has them
	Skipped map[code.SkipReason]int `json:"skipped"`
	Chunks  int                     `json:"chunks"`            // written
	Bytes   int64                   `json:"bytes"`             // of text indexed
	Vectors int                     `json:"vectors"`           // written
	Refused int                     `json:"vectors_refused"`   // texts the model cannot embed
	Pending int                     `json:"vectors_pending"`   // texts still without a vector
	Commits int                     `json:"commits"`           // of the history, taken in
	History string                  `json:"history,omitempty"` // why some history could not be read
	Dense   string                  `json:"dense,omitempty"`   // why vectors are pending
	Absent  []string                `json:"absent,omitempty"`  // repos whose root could not be walked
	Took    time.Duration           `json:"took_ns"`
}

// Changes reports whether the sweep found anything to do.
func (r Report) Changes() bool {
	return r.Added+r.Changed+r.Told+r.Removed+r.Touched+r.Vectors+r.Refused > 0
}

// Progress is where a sweep is. Counts only grow within a stage.
type Progress struct {
	Stage Stage
	Done  int // files or texts
	Total int // 0 while it is not known
	// Of the files done so far:
	Bytes  int64 // of text
	Chunks int
}

// Stage is a part of a sweep.
type Stage string

// The stages of a sweep, in order.
const (
	StageWalk    Stage = "walk"
	StageHistory Stage = "history"
	StageFiles   Stage = "files"
	StageMerge   Stage = "merge"
	StageVectors Stage = "vectors"
)
