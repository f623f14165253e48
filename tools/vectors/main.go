// Command vectors measures three ways to find the nearest vectors of a project that
// is indexed with the built-in embedder: comparing all of them in the database, which
// is exact; a graph index of pgvector (HNSW); and what the product does, comparing
// four bits a dimension in memory and the best of these exactly.
//
//	go run ./tools/vectors [-config config.ini] [-graph] PROJECT...
//
// Run it while no sweep does. It writes the pages of vectors anew, to time that, and
// builds the graph index in a transaction that it takes back.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/database"
	"coderag/internal/embed/builtin"
	"coderag/internal/eval"
	"coderag/internal/fault"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the flags.
type options struct {
	config    string
	questions string
	graph     bool
	projects  []string
}

func run(args []string, out, messages io.Writer) int {
	var o options
	flags := flag.NewFlagSet("vectors", flag.ContinueOnError)
	flags.SetOutput(messages)
	flags.StringVar(&o.config, "config", "config.ini", "configuration file")
	flags.StringVar(&o.questions, "questions", "internal/eval/testdata/silence/absent.jsonl,internal/eval/testdata/silence/hard.jsonl", "files of questions to ask")
	flags.BoolVar(&o.graph, "graph", false, "also build a graph index, which can take an hour for half a million vectors")
	if err := flags.Parse(args); err != nil {
		return fault.ExitCode(fault.New(fault.Invalid, "%w", err))
	}
	o.projects = flags.Args()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := o.measure(ctx, out)
	cli.Tell(messages, "vectors", err)
	return fault.ExitCode(err)
}

func (o options) measure(ctx context.Context, out io.Writer) error {
	if len(o.projects) == 0 {
		return fault.New(fault.Invalid, "no project is named").Fix("name one that bin/indexer scan has indexed")
	}
	c, err := config.Load(o.config, os.Getenv)
	if err != nil {
		return err
	}
	queries, err := o.queries(ctx)
	if err != nil {
		return err
	}
	db, err := database.Open(ctx, database.Options{URL: c.Database.URL, MaxConns: 2, ApplicationName: "coderag vectors"})
	if err != nil {
		return err
	}
	defer db.Close()
	fmt.Fprintf(out, "%d questions, the nearest %d chunks of each\n\n", len(queries), nearest)
	fmt.Fprintln(out, "| project | vectors | | built in | size | of the first 10 | 60 | 200 | p50 | p95 |")
	fmt.Fprintln(out, "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, name := range o.projects {
		s := newSubject(db, name, queries)
		if err := s.measure(ctx, out, o.graph); err != nil {
			return fmt.Errorf("project %q: %w", name, err)
		}
	}
	return nil
}

// queries returns the vectors of the questions.
func (o options) queries(ctx context.Context) (vectors [][]float32, err error) {
	embedder, err := builtin.New()
	if err != nil {
		return nil, err
	}
	var errs []error
	for name := range strings.SplitSeq(o.questions, ",") {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		set, err := eval.ReadJSONL(name, f)
		if errs = append(errs, err, f.Close()); err != nil {
			break
		}
		for _, q := range set.Questions {
			v, err := embedder.Query(ctx, q.Query)
			if err != nil {
				return nil, err
			}
			vectors = append(vectors, v)
		}
	}
	return vectors, errors.Join(errs...)
}
