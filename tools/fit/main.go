// Command fit fits the ranking model to questions whose answers are known, and
// says how well it does on repositories it was not fitted to.
//
//	bin/coderag eval --bench DIR --signals bench.json
//	bin/coderag eval PROJECT... --from-history --signals history.json
//	go run ./tools/fit -vectors [-write] [-beside history.json=0.1] bench.json
//
// What is named with -beside is fitted to as well, and judged by no figure. With -write
// the weights go into internal/rank: into vectors.go those for a search with vectors,
// which the signals are to be of; without -vectors into default.go those for words
// alone, of signals asked with --without dense.
//
// The weights in use were fitted to the benchmark's questions, beside two sets of
// commits (weight 0.1: 40 commits of each repository of further.txt, of the folder
// named there; weight 0.5: 150 of each of beside.txt, which are larger). The built-in
// embedder was trained on none of them:
//
//	bin/coderag eval FURTHER... --from-history --commits 40 --signals further.json
//	bin/coderag eval LARGE... --from-history --commits 150 --signals large.json
//	go run ./tools/fit -vectors -write -beside further.json=0.1 -beside large.json=0.5 bench.json
//
// Nothing is fitted to the questions of further.jsonl, about the repositories of
// further.txt (revision, folder; spdlog without its copy of fmt): they are to see by
// whether what is better on the benchmark is better elsewhere.
//
//	bin/coderag eval --questions tools/fit/further.jsonl
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"coderag/internal/rank"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run() error {
	t := trial{target: words, used: rank.Default}
	flag.Func("beside", "`FILE=WEIGHT`: signals of further questions, to fit to and not to judge by, and what a repository of them counts, where one of the others counts 1; can be repeated", t.addBeside)
	write := flag.Bool("write", false, "write the model")
	withVectors := flag.Bool("vectors", false, "the signals are of a search with vectors: it is that model which is fitted")
	each := flag.Bool("each", false, "also fit without each of the features, to tell what it is worth")
	l2 := flag.Float64("l2", 0, "penalty on large weights (default: that of the package rank)")
	splits := flag.Int("splits", 1, "ways to split the repositories into five parts for validation")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("name one file that coderag eval --signals wrote")
	}
	t.options, t.splits = rank.FitOptions{L2: *l2}, *splits
	if *withVectors {
		t.target, t.used = vectors, rank.WithVectors
	}
	var err error
	if t.judged, err = read(flag.Arg(0), 1); err != nil {
		return err
	}
	t.report(os.Stdout)
	if *each {
		t.reportEach(os.Stdout)
	}
	if !*write {
		return nil
	}
	text, err := t.target.source(rank.Fit(examples(t.beside, t.judged), t.options))
	if err != nil {
		return err
	}
	return os.WriteFile(t.target.file, text, 0o600)
}

// addBeside reads what a flag -beside names.
func (t *trial) addBeside(value string) error {
	name, number, _ := strings.Cut(value, "=")
	weight, err := strconv.ParseFloat(number, 64)
	if err != nil || weight <= 0 {
		return fmt.Errorf("%q is not FILE=WEIGHT", value)
	}
	corpora, err := read(name, weight)
	t.beside = append(t.beside, implementation(corpora)...)
	return err
}

// read reads corpora. The questions of a corpus weigh as much as twenty, however
// many there are: repositories count alike.
func read(name string, weight float64) ([]rank.Corpus, error) {
	const questions = 20
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	corpora, err := rank.ReadCorpora(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, c := range corpora {
		for i := range c.Examples {
			c.Examples[i].Weight = weight * questions / float64(len(c.Examples))
		}
	}
	return corpora, nil
}

func examples(parts ...[]rank.Corpus) (all []rank.Example) {
	for _, corpora := range parts {
		for _, c := range corpora {
			all = append(all, c.Examples...)
		}
	}
	return all
}
