package main

import (
	"fmt"
	"time"
)

// A table is a part of the report, as text and as Markdown.
type table struct {
	title   string
	columns []string
	rows    [][]string
}

// tables returns the report, without the values that were not measured.
func (r Result) tables() []table {
	return []table{r.corpusTable(), r.scanTable(), r.stageTable(), r.schemaTable(), r.changeTable(), r.searchTable()}
}

func (r Result) corpusTable() table {
	c, m := r.Corpus, r.Machine
	t := table{title: "Corpus and machine", columns: []string{"", ""}}
	t.add("text indexed", fmt.Sprintf("%s: %d files, %s, %d chunks, %d definitions", c.Name, c.Files, bytesText(c.Bytes), c.Chunks, c.Definitions))
	t.add("vectors", fmt.Sprintf("%d of %s", c.Vectors, c.Model))
	t.add("machine", fmt.Sprintf("%d cores, %s/%s, %s, PostgreSQL %s", m.Cores, m.OS, m.Arch, m.Go, m.Postgres))
	t.add("load average", fmt.Sprintf("%.1f before, %.1f after%s", m.LoadBefore, m.LoadAfter, busy(m)))
	return t
}

// busy warns of a machine that did something else.
func busy(m Machine) string {
	if m.LoadBefore < 1 {
		return ""
	}
	return " (the machine was busy: times are too long, CPU times and ratios hold)"
}

func (r Result) scanTable() table {
	s, b := r.Scan, r.Baselines
	t := table{title: "Scan into an empty database", columns: []string{"", "", "measured against"}}
	t.add("time", seconds(s.Wall), times(s.Wall, b.Hash, "reading and hashing the files with one core, "+seconds(b.Hash)))
	t.add("", "", times(s.Wall, b.Copy, "cp -a of the corpus, "+seconds(b.Copy)))
	t.add("", "", times(s.Wall, b.CopyIn, "COPY of the files into one table, "+seconds(b.CopyIn)))
	words := r.Words.Scan
	t.add("", "", times(s.Wall, words.Wall, "by words alone, "+seconds(words.Wall)))
	t.add("by words alone", seconds(words.Wall), fmt.Sprintf("%s of CPU of the indexer, %s of PostgreSQL", seconds(words.CPU), seconds(words.PostgresCPU)))
	t.add("rate", fmt.Sprintf("%.1f MB/s", float64(r.Corpus.Bytes)/1e6/s.Wall.Seconds()), "")
	t.add("CPU of the indexer", seconds(s.CPU), times(s.CPU, b.Hash, "reading and hashing the files"))
	if s.PostgresCPU > 0 {
		t.add("CPU of PostgreSQL", seconds(s.PostgresCPU), times(s.PostgresCPU, b.CopyInCPU, "the bare COPY, "+seconds(b.CopyInCPU)))
	}
	if s.Peak > 0 {
		t.add("peak memory of the indexer", bytesText(s.Peak), "resident")
	}
	return t
}

func (r Result) stageTable() table {
	t := table{title: "CPU time of a scan by stage", columns: []string{"", "CPU", "share"}}
	var total time.Duration
	for _, s := range r.Stages {
		total += s.CPU
	}
	for _, s := range r.Stages {
		t.add(s.Name, seconds(s.CPU), fmt.Sprintf("%.0f %%", 100*s.CPU.Seconds()/total.Seconds()))
	}
	return t
}

func (r Result) schemaTable() table {
	t := table{title: "Size of the schema", columns: []string{"table", "in all", "rows", "heap", "indexes", "to the text"}}
	share := func(n int64) string { return fmt.Sprintf("%.2f", float64(n)/float64(r.Corpus.Bytes)) }
	for _, tab := range r.Schema.Tables {
		if tab.Total < r.Schema.Total/1000 {
			continue
		}
		t.add(tab.Name, bytesText(tab.Total), fmt.Sprint(tab.Rows), bytesText(tab.Heap), bytesText(tab.Indexes), share(tab.Total))
	}
	t.add("all tables", bytesText(r.Schema.Total), "", "", "", share(r.Schema.Total))
	return t
}

func (r Result) changeTable() table {
	s, e, b := r.Sweep, r.Edit, r.Baselines
	t := table{title: "Nothing changed, and one file changed", columns: []string{"", "", "measured against"}}
	hash := "reading and hashing the files, " + seconds(b.Hash)
	t.add("unchanged sweep, in a running process", seconds(s.Running), times(s.Running, b.Hash, hash))
	t.add("unchanged sweep, by the command", seconds(s.Command), times(s.Command, b.Hash, hash))
	t.add("CPU of that command", seconds(s.CommandCPU), "")
	t.add("edit to found, by reindex_path", seconds(e.MCP), "longest "+seconds(e.MCPMax))
	t.add("edit to found, by indexer scan", seconds(e.Command), "")
	t.add("by words alone, by reindex_path", seconds(r.Words.Edit.MCP), "longest "+seconds(r.Words.Edit.MCPMax))
	t.add("by words alone, by indexer scan", seconds(r.Words.Edit.Command), "")
	return t
}

func (r Result) searchTable() table {
	s := r.Search
	t := table{title: "Searches over MCP", columns: []string{"", "p50", "p95", "p99", "longest", "a second"}}
	for _, l := range []Latency{s.One, s.Many} {
		t.add(fmt.Sprintf("%d searches, %d at a time", l.Searches, l.Clients),
			millis(l.P50), millis(l.P95), millis(l.P99), millis(l.Max), fmt.Sprintf("%.0f", l.Rate))
	}
	words := r.Words.Search
	t.add(fmt.Sprintf("%d searches by words alone", words.Searches),
		millis(words.P50), millis(words.P95), millis(words.P99), millis(words.Max), fmt.Sprintf("%.0f", words.Rate))
	t.add("the first after the start", millis(s.First), "", "", "", "")
	t.add("grep -rn for the same words", millis(r.Baselines.Grep), times(r.Baselines.Grep, s.One.P50, "a search"), "", "", "")
	if s.ServerCPU > 0 {
		t.add("CPU a search", millis(s.ServerCPU)+" server", millis(s.PostgresCPU)+" PostgreSQL", "", "", "")
		t.add("memory of the server", bytesText(s.Resident), "peak "+bytesText(s.Peak), "", "", "")
	}
	t.add("file of the query among the hits", fmt.Sprintf("%.1f %%", 100*s.Found), "", "", "", "")
	return t
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func bytesText(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func seconds(d time.Duration) string { return fmt.Sprintf("%.3g s", d.Seconds()) }

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1e3) }

// times says how many times base d is.
func times(d, base time.Duration, what string) string {
	if base <= 0 {
		return ""
	}
	n := d.Seconds() / base.Seconds()
	if n >= 10 {
		return fmt.Sprintf("%.0f x %s", n, what)
	}
	return fmt.Sprintf("%.1f x %s", n, what)
}
