package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coderag/internal/eval"
)

// askSilence asks the questions about silence and returns the file of the run,
// "" where there are none. Those that have an answer are about the repositories
// of one benchmark; of another, only those that have none are asked.
func (s *stage) askSilence(ctx context.Context, b eval.Benchmark) (file string, err error) {
	if s.silence == "" {
		return "", nil
	}
	questions := []string{filepath.Join(s.silence, "absent.jsonl")}
	if hard := filepath.Join(s.silence, "hard.jsonl"); answers(b, hard) {
		questions = append(questions, hard)
	}
	fmt.Fprintf(s.messages, "asking: %s\n", strings.Join(questions, " "))
	file = s.path("silence.json")
	return file, s.command(ctx, "coderag", "eval", "--questions", strings.Join(questions, ","), "--save", file, "--samples", "1")
}

// answers reports whether the benchmark has the repositories of all questions of
// the file.
func answers(b eval.Benchmark, file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	set, err := eval.ReadJSONL("hard", bytes.NewReader(text))
	return err == nil && !slices.ContainsFunc(set.Questions, func(q eval.Question) bool {
		return !slices.ContainsFunc(b.Repositories, func(r eval.Repository) bool { return r.Name == q.Repo })
	})
}
