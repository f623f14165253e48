// Command quality measures the search on the repositories of a benchmark: it
// indexes them as projects in a database of its own, asks the questions over
// HTTP as a user would, and writes what docs/quality holds.
//
// Run it as `make bench-quality CORPORA=DIR BENCH=DIR`. With -embedder it measures
// what the built-in embedder is worth instead: `make bench-embedder`.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"coderag/internal/cli"
	"coderag/internal/eval"
	"coderag/internal/eval/report"
	"coderag/internal/fault"
	"coderag/internal/search"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the flags.
type options struct {
	corpora  string
	bench    string
	bin      string
	out      string
	silence  string
	embedder bool
}

func run(args []string, out, messages io.Writer) int {
	var o options
	flags := flag.NewFlagSet("quality", flag.ContinueOnError)
	flags.SetOutput(messages)
	flags.StringVar(&o.corpora, "corpora", "", "folder with a checkout of each repository, at its revision and under its name")
	flags.StringVar(&o.bench, "bench", "", "folder with repos.json and annotations/, and maybe peers_ndcg10.csv")
	flags.StringVar(&o.bin, "bin", "bin", "folder with indexer, server and coderag")
	flags.StringVar(&o.out, "out", "docs/quality", "folder to write to")
	flags.StringVar(&o.silence, "silence", "internal/eval/testdata/silence", `folder with absent.jsonl and hard.jsonl; "": silence is not measured`)
	flags.BoolVar(&o.embedder, "embedder", false, "measure the built-in embedder, and write embedder.md alone")
	if err := flags.Parse(args); err != nil {
		return fault.ExitCode(fault.New(fault.Invalid, "%w", err))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	measure := o.measure
	if o.embedder {
		measure = o.measureEmbedder
	}
	err := measure(ctx, out, messages)
	cli.Tell(messages, "quality", err)
	return fault.ExitCode(err)
}

// variants are the runs beside the default one, each with its flags.
var variants = []struct {
	file string
	args []string
}{
	{"words", []string{"--embedder", "none", "--name", "words alone"}},
	{"grep", []string{"--baseline", "grep"}},
	{"granularity-chunk", []string{"--granularity", "chunk"}},
}

// ablate asks without each part of the search in turn, and returns the files of
// the runs, which are not kept: the page has what they say.
func (s *stage) ablate(ctx context.Context) (files []string, err error) {
	for _, name := range search.Switches() {
		file := s.path("without-" + name + ".json")
		if err := s.ask(ctx, file, "--without", name); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// measure indexes, asks, and writes the page and the runs.
func (o options) measure(ctx context.Context, out, messages io.Writer) (err error) {
	b, err := o.benchmark()
	if err != nil {
		return err
	}
	s, err := newStage(ctx, o, b, messages)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	files := []string{filepath.Join(o.out, "default.json")}
	if err := s.ask(ctx, files[0], "--url", s.url()); err != nil {
		return err
	}
	for _, v := range variants {
		file := filepath.Join(o.out, v.file+".json")
		if err := s.ask(ctx, file, v.args...); err != nil {
			return err
		}
		files = append(files, file)
	}
	ablations, err := s.ablate(ctx)
	if err != nil {
		return err
	}
	silence, err := s.askSilence(ctx, b)
	if err != nil {
		return err
	}
	return o.write(out, files, ablations, silence)
}

// benchmark reads the questions.
func (o options) benchmark() (b eval.Benchmark, err error) {
	if o.corpora == "" || o.bench == "" {
		return b, fault.New(fault.Invalid, "-corpora and -bench are needed").
			Fix("run: make bench-quality CORPORA=DIR BENCH=DIR").Fix("see docs/quality/method.md for what has to be in them")
	}
	return eval.ReadBenchmark(os.DirFS(o.bench))
}

// write writes the page from the runs, and prints it. Silence is the run of the
// questions about it, "" for none.
func (o options) write(out io.Writer, files, ablations []string, silence string) (err error) {
	var q report.Quality
	if q.Runs, err = readRuns(files); err != nil {
		return err
	}
	if q.Ablations, err = readRuns(ablations); err != nil {
		return err
	}
	if silence != "" {
		r, err := readRun(silence)
		if err != nil {
			return err
		}
		q.Silence = &r
	}
	if q.Peers, err = o.readPeers(); err != nil {
		return err
	}
	page, err := os.Create(filepath.Join(o.out, "README.md"))
	if err != nil {
		return err
	}
	return errors.Join(q.Write(io.MultiWriter(page, out)), page.Close())
}

func readRuns(files []string) (runs []eval.Run, err error) {
	for _, file := range files {
		r, err := readRun(file)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

func readRun(file string) (r eval.Run, err error) {
	defer fault.Wrap(&err, "read %s", file)
	text, err := os.ReadFile(file)
	if err != nil {
		return r, err
	}
	return eval.ReadRun(bytes.NewReader(text))
}

// readPeers reads what other systems score, where that is known.
func (o options) readPeers() (p report.Peers, err error) {
	text, err := os.ReadFile(filepath.Join(o.bench, "peers_ndcg10.csv"))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return p, nil
	case err != nil:
		return p, err
	}
	return report.ReadPeers(bytes.NewReader(text))
}
