package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"coderag/internal/eval"
	"coderag/internal/eval/html"
	"coderag/internal/eval/mlflow"
	"coderag/internal/eval/report"
	"coderag/internal/fault"
)

// report writes the run where asked, and prints it.
func (e *evaluation) report(ctx context.Context, r eval.Run) error {
	kept := r
	if !e.text {
		kept = r.WithoutText()
	}
	if e.save != "" {
		if err := writeFile(e.save, kept.Write); err != nil {
			return err
		}
	}
	if err := e.print(r, kept); err != nil {
		return err
	}
	o := mlflow.FromEnv(e.env.Getenv)
	if o.URI == "" {
		return nil
	}
	id, err := mlflow.Log(ctx, o, r, time.Now())
	if err == nil {
		fmt.Fprintf(e.env.Err, "logged to %s as run %s\n", o.URI, id)
	}
	return err
}

func (e *evaluation) print(r, kept eval.Run) error {
	switch {
	case e.json:
		return kept.Write(e.env.Out)
	case e.markdown:
		return report.Markdown(e.env.Out, r)
	}
	return report.Text(e.env.Out, r)
}

// comparePage writes the page of all runs, where asked.
func (e *evaluation) comparePage(runs []eval.Run) error {
	if e.html == "" {
		return nil
	}
	return writeFile(e.html, func(w io.Writer) error { return html.Write(w, runs, e.bootstrap()) })
}

// readRuns reads saved runs.
func readRuns(paths []string) (runs []eval.Run, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, fault.New(fault.NotFound, "%w", err)
		}
		r, err := eval.ReadRun(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// writeFile writes a file whole or not at all.
func writeFile(path string, write func(io.Writer) error) (err error) {
	defer fault.Wrap(&err, "write %s", path)
	f, err := os.CreateTemp(filepath.Dir(path), ".coderag-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // gone once it was renamed
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
