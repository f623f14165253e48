// Command bench measures coderag on a corpus with the built-in embedder: scan,
// memory and size of the index, unchanged sweeps, the time from an edit to a hit,
// and the latency of searches over MCP; scans and searches also by words alone.
// Beside the times it prints ratios against plain work on the same bytes in the
// same run, since machines differ.
//
// It works on a copy of the corpus and in databases of its own, which it drops.
// Run it as `make bench`.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"coderag/internal/cli"
	"coderag/internal/fault"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the flags.
type options struct {
	corpus   string
	bin      string
	markdown string
	json     string
	profiles string
	scans    int
}

func run(args []string, out, progress io.Writer) int {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.StringVar(&o.corpus, "corpus", "", "folder to index; default is Go's standard library")
	flags.StringVar(&o.bin, "bin", "bin", "folder with indexer and server")
	flags.StringVar(&o.markdown, "markdown", "", "also put the tables, as Markdown, between the marks in this file")
	flags.StringVar(&o.json, "json", "", "also write the result to this file, as JSON")
	flags.StringVar(&o.profiles, "profiles", "", "also write CPU profiles of a scan and of searches to this folder")
	flags.IntVar(&o.scans, "scans", 3, "scans to take the median of")
	if err := flags.Parse(args); err != nil {
		return fault.ExitCode(fault.New(fault.Invalid, "%w", err))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := measure(ctx, o, out, progress)
	cli.Tell(progress, "bench", err)
	return fault.ExitCode(err)
}

// measure runs everything, prints the result and writes it where asked.
func measure(ctx context.Context, o options, out, progress io.Writer) (err error) {
	b, err := newBench(ctx, o, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close(context.WithoutCancel(ctx))) }()
	result, err := b.run(ctx)
	if err != nil {
		return err
	}
	tables := result.tables()
	writeText(out, tables)
	if o.markdown != "" {
		if err := updateMarkdown(o.markdown, tables); err != nil {
			return err
		}
	}
	if o.json == "" {
		return nil
	}
	return writeFile(o.json, result.writeJSON)
}

func writeFile(path string, write func(io.Writer) error) (err error) {
	defer fault.Wrap(&err, "write %s", path)
	f, err := os.CreateTemp(filepath.Dir(path), ".bench-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // renamed by then, unless it failed
	if err := write(f); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
