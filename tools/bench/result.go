package main

import (
	"encoding/json"
	"io"
	"time"
)

// A Result is what a run measured. Times are in nanoseconds, sizes in bytes; a
// value of 0 was not measured here.
type Result struct {
	Machine   Machine   `json:"machine"`
	Corpus    Corpus    `json:"corpus"`
	Baselines Baselines `json:"baselines"`
	Scan      Scan      `json:"scan"`
	Stages    []Stage   `json:"stages"`
	Schema    Schema    `json:"schema"`
	Sweep     Sweep     `json:"unchanged_sweep"`
	Search    Search    `json:"search"`
	Edit      Edit      `json:"edit_to_found"`
	Words     Words     `json:"words_alone"`
}

// Words is what the same takes with provider = none.
type Words struct {
	Scan   Scan    `json:"scan"`
	Search Latency `json:"one_client"`
	Edit   Edit    `json:"edit_to_found"`
}

// A Machine is where it was measured.
type Machine struct {
	Cores      int     `json:"cores"`
	OS         string  `json:"os"`
	Arch       string  `json:"arch"`
	Go         string  `json:"go"`
	Postgres   string  `json:"postgres"`
	LoadBefore float64 `json:"load_before"` // load average of the last minute
	LoadAfter  float64 `json:"load_after"`
}

// A Corpus is what was indexed.
type Corpus struct {
	Name        string `json:"name"`
	Files       int    `json:"files"`
	Bytes       int64  `json:"bytes"` // of text
	Chunks      int    `json:"chunks"`
	Vectors     int    `json:"vectors"`
	Model       string `json:"model"` // whose vectors they are
	Definitions int64  `json:"definitions"`
}

// Baselines are the times of plain work on the same bytes.
type Baselines struct {
	Bytes     int64         `json:"bytes"`
	Copy      time.Duration `json:"cp_ns"`     // cp -a of the whole corpus
	Hash      time.Duration `json:"sha256_ns"` // read and hash, one core
	CopyIn    time.Duration `json:"copy_ns"`   // COPY of the files into a table
	CopyInCPU time.Duration `json:"copy_postgres_cpu_ns"`
	Grep      time.Duration `json:"grep_ns"` // median of grep -rnIF over the corpus
}

// A Scan is the index made from nothing: medians, and the highest peak.
type Scan struct {
	Wall        time.Duration `json:"wall_ns"`
	CPU         time.Duration `json:"cpu_ns"` // of the indexer and its children
	PostgresCPU time.Duration `json:"postgres_cpu_ns"`
	Peak        int64         `json:"peak_resident_bytes"`
}

// A Stage is the CPU time of a part of a scan, on all cores.
type Stage struct {
	Name string        `json:"name"`
	CPU  time.Duration `json:"cpu_ns"`
}

// A Schema is the size of a project in the database.
type Schema struct {
	Total  int64   `json:"bytes"`
	Tables []Table `json:"tables"` // the largest first
}

// A Table is one table with all that belongs to it; what is neither heap nor
// indexes is text held out of line.
type Table struct {
	Name    string `json:"name"`
	Rows    int64  `json:"rows"`
	Heap    int64  `json:"heap_bytes"`
	Indexes int64  `json:"index_bytes"`
	Total   int64  `json:"bytes"`
}

// A Sweep is one that finds nothing to do: medians.
type Sweep struct {
	Running    time.Duration `json:"running_process_ns"`
	Command    time.Duration `json:"command_ns"`
	CommandCPU time.Duration `json:"command_cpu_ns"`
}

// A Search is what searches over MCP take, as their client sees it.
type Search struct {
	First       time.Duration `json:"first_ns"` // after the server's start
	One         Latency       `json:"one_client"`
	Many        Latency       `json:"many_clients"`
	ServerCPU   time.Duration `json:"server_cpu_ns"` // a search, one client
	PostgresCPU time.Duration `json:"postgres_cpu_ns"`
	Found       float64       `json:"found_share"` // of the searches with their file among the hits
	Resident    int64         `json:"server_resident_bytes"`
	Peak        int64         `json:"server_peak_resident_bytes"`
}

// A Latency sums up a number of searches.
type Latency struct {
	Clients  int           `json:"clients"`
	Searches int           `json:"searches"`
	P50      time.Duration `json:"p50_ns"`
	P95      time.Duration `json:"p95_ns"`
	P99      time.Duration `json:"p99_ns"`
	Max      time.Duration `json:"max_ns"`
	Rate     float64       `json:"searches_a_second"`
}

// An Edit is the time from the write of a file to the reply that has it:
// medians, and the longest.
type Edit struct {
	MCP     time.Duration `json:"reindex_path_ns"`
	MCPMax  time.Duration `json:"reindex_path_max_ns"`
	Command time.Duration `json:"indexer_scan_ns"`
}

func (r Result) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
