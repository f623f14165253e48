package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"coderag/internal/embed/builtin"
	"coderag/internal/eval"
)

// An embedding is one way to rank with or without the built-in embedder.
type embedding struct {
	name   string
	config string   // section of config.ini on top of the stage's
	args   []string // of coderag eval
}

// embeddings are the ways: by words, each time without and with vectors, then by
// vectors alone. The file has random ones, the measure of what was learnt.
func embeddings(random string) []embedding {
	const provider = "[embedding]\nprovider = "
	without := func(names string) []string { return []string{"--without", names} }
	return []embedding{
		{"BM25F", provider + "none\n", without("model")},
		{"BM25F + vectors", provider + "builtin\n", without("model")},
		{"fitted", provider + "none\n", nil},
		{"fitted + vectors", provider + "builtin\n", nil},
		{"vectors", provider + "builtin\n", without("lexical")},
		{"random vectors", provider + "builtin\nmodel = " + random + "\n", without("lexical")},
	}
}

// measureEmbedder indexes the repositories with each embedding, asks, and
// writes embedder.md.
func (o options) measureEmbedder(ctx context.Context, out, messages io.Writer) (err error) {
	b, err := o.benchmark()
	if err != nil {
		return err
	}
	s, err := newBareStage(ctx, o, b, messages)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	random, err := builtin.Random()
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path("random.bin"), random, 0o600); err != nil {
		return err
	}
	t := comparison{benchmark: b}
	for _, e := range embeddings(s.path("random.bin")) {
		run, took, err := s.try(ctx, e)
		if err != nil {
			return err
		}
		t.runs, t.names, t.took = append(t.runs, run), append(t.names, e.name), append(t.took, took)
	}
	if t.peers, err = o.readPeers(); err != nil {
		return err
	}
	page, err := os.Create(filepath.Join(o.out, "embedder.md"))
	if err != nil {
		return err
	}
	return errors.Join(t.write(io.MultiWriter(page, out)), page.Close())
}

// try indexes with an embedding and asks; took is what indexing took.
func (s *stage) try(ctx context.Context, e embedding) (run eval.Run, took time.Duration, err error) {
	base, err := os.ReadFile(s.path("config.ini"))
	if err != nil {
		return run, 0, err
	}
	const config, file = "embedding.ini", "run.json"
	if err := os.WriteFile(s.path(config), append(base, e.config...), 0o600); err != nil {
		return run, 0, err
	}
	fmt.Fprintf(s.messages, "indexing for %s\n", e.name)
	began := time.Now()
	if err := s.commandWith(ctx, config, "indexer", "scan", "all"); err != nil {
		return run, 0, err
	}
	took = time.Since(began)
	args := append([]string{"eval", "--bench", s.bench, "--save", s.path(file), "--text=false", "--name", e.name}, e.args...)
	if err := s.commandWith(ctx, config, "coderag", args...); err != nil {
		return run, 0, err
	}
	run, err = readRun(s.path(file))
	return run, took, err
}
