// Command mine makes the pairs the built-in embedder is trained on: what people
// say of code (doc comments, commit subjects, headings, names) with the code.
//
//	go run ./tools/embedder/mine -corpora DIR -out pairs.jsonl
//	go run ./tools/embedder/mine -corpora DIR -bench DIR -out chunks.jsonl
//	go run ./tools/embedder/mine -texts texts.jsonl -out words.jsonl
//
// DIR holds one checkout a repository. With -bench the chunks of the
// repositories of a benchmark are written instead, and its questions, so that a
// training run can be judged; nothing of it is trained on. With -texts the words
// of some texts are written, for the golden vectors.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "mine:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	corpora := flag.String("corpora", "", "folder with one checkout a repository")
	bench := flag.String("bench", "", "folder of a benchmark, whose chunks and questions are written")
	texts := flag.String("texts", "", "file of texts, whose words are written")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	file, err := os.Create(*out)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	to := json.NewEncoder(buffered)
	to.SetEscapeHTML(false)
	switch {
	case *texts != "":
		err = wordsOf(*texts, to)
	case *bench != "":
		err = export(ctx, *corpora, *bench, to)
	default:
		err = mineAll(ctx, *corpora, to)
	}
	if err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// mineAll mines every repository below dir, in order, so that the pairs are the
// same in every run. A repository that cannot be read ends it: what is trained
// on must be what the manifest lists.
func mineAll(ctx context.Context, dir string, to *json.Encoder) error {
	roots, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return err
	}
	sets := newSymbols()
	defer func() { _ = sets.Close() }() // the process ends
	s := newSieve(to)
	for _, root := range roots {
		r, err := readRepository(ctx, sets, root, "", false)
		if err == nil {
			err = r.mine(ctx, s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", root, err)
		}
	}
	s.report()
	return nil
}
