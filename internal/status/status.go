// Package status describes the state of an index: what is in it, how fresh it
// is, and what is still to be done.
package status

import (
	"encoding/json"
	"time"
)

// Project is the state of one project.
type Project struct {
	Name        string           `json:"name"`
	Repos       []Repo           `json:"repos"`
	Files       int64            `json:"files"`
	Outdated    int64            `json:"outdated"` // files stored by another version of the program
	Chunks      int64            `json:"chunks"`
	Definitions int64            `json:"definitions"`
	TextBytes   int64            `json:"text_bytes"`   // indexed files, as on disk
	StoredBytes int64            `json:"stored_bytes"` // tables and indexes of the schema
	Skipped     map[string]int64 `json:"skipped"`      // by reason
	Languages   map[string]int64 `json:"languages"`    // files by language
	Rung        Rung             `json:"rung"`
	WordsOnly   string           `json:"words_only,omitempty"` // why vectors do not answer, "" if they do
	Model       *Model           `json:"model,omitempty"`      // whose vectors are complete: they answer, unless WordsOnly says why not
	Building    *Model           `json:"building,omitempty"`   // whose vectors take the place of those of Model once they are all there
	Rebuild     string           `json:"rebuild,omitempty"`    // why chunks are being rebuilt, "" if they are not
	LastSweep   *Sweep           `json:"last_sweep,omitempty"`
	Problem     string           `json:"problem,omitempty"` // why the project cannot be swept or searched
}

// A Repo is one root of a project.
type Repo struct {
	Label   string `json:"repo"`
	Root    string `json:"root"`
	Files   int64  `json:"files"`
	Missing bool   `json:"missing,omitempty"` // the folder is not there now
}

// Rung says how much of the search a project has: RungNone is words only.
type Rung string

// The rungs, from the least to the most that is needed to run them.
const (
	RungNone    Rung = "none"
	RungBuiltin Rung = "builtin"
	RungModel   Rung = "model"
)

// A Sweep is what one pass of the indexer did.
type Sweep struct {
	StartedAt  time.Time       `json:"started_at"`
	FinishedAt *time.Time      `json:"finished_at,omitempty"` // nil while it runs, or if it was killed
	Cause      string          `json:"cause"`                 // command, schedule, start or request
	Error      string          `json:"error,omitempty"`
	Report     json.RawMessage `json:"report,omitempty"` // an index.Report
}
