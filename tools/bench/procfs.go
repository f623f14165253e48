package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// This file reads /proc. Where there is none its functions return zero, and the
// report says that nothing was measured.

// tick is the unit of times in /proc/PID/stat, on every architecture.
const tick = time.Second / 100

// A processStat is the part of /proc/PID/stat that counts here.
type processStat struct {
	name   string
	parent int
	own    time.Duration // CPU time of the process
	reaped time.Duration // of its ended children
}

func readStat(pid int) (processStat, bool) {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return processStat{}, false
	}
	return parseStat(string(data))
}

// parseStat reads "PID (NAME) STATE PPID ...", in which NAME may hold anything.
func parseStat(line string) (s processStat, ok bool) {
	start, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if start < 0 || end < start {
		return s, false
	}
	fields := strings.Fields(line[end+1:]) // from field 3 of proc(5)
	if len(fields) < 15 {
		return s, false
	}
	number := func(field int) int {
		n, _ := strconv.Atoi(fields[field-3]) // what is no number is 0
		return n
	}
	return processStat{
		name: line[start+1 : end], parent: number(4),
		own: time.Duration(number(14)+number(15)) * tick, reaped: time.Duration(number(16)+number(17)) * tick,
	}, true
}

// parentNamed returns the parent of the process, 0 unless both have the name.
func parentNamed(pid int, name string) int {
	child, ok := readStat(pid)
	parent, ok2 := readStat(child.parent)
	if !ok || !ok2 || child.name != name || parent.name != name {
		return 0
	}
	return child.parent
}

// familyCPU returns the CPU time of the process and its children, also of those
// that have ended. A child that ends meanwhile must not be lost between those that
// run and those that have ended.
func familyCPU(pid int) time.Duration {
	for {
		main, ok := readStat(pid)
		if !ok {
			return 0
		}
		running := childrenOf(pid)
		if now, _ := readStat(pid); now.reaped == main.reaped {
			return main.own + main.reaped + running
		}
	}
}

// childrenOf returns the CPU time of the children of the process that run.
func childrenOf(pid int) (total time.Duration) {
	dirs, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well-formed
	for _, dir := range dirs {
		child, _ := strconv.Atoi(filepath.Base(dir))
		if s, ok := readStat(child); ok && s.parent == pid {
			total += s.own + s.reaped
		}
	}
	return total
}

// memory returns a line of /proc/PID/status in bytes: VmRSS for the memory the
// process has now, VmHWM for the most it had.
func memory(pid int, key string) int64 {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}

// loadAverage returns the number of processes that wanted to run in the last
// minute.
func loadAverage() float64 {
	data, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(data), " ")
	load, _ := strconv.ParseFloat(first, 64)
	return load
}

func describeMachine(p postgres) Machine {
	return Machine{
		Cores: runtime.NumCPU(), OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(),
		Postgres: p.version, LoadBefore: loadAverage(),
	}
}
