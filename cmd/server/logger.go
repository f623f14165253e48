package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"coderag/internal/cli"
	"coderag/internal/config"
	"coderag/internal/fault"
)

// newLogger returns what the service logs to, and what closes it.
func newLogger(env *cli.Env, c config.Log) (*slog.Logger, func() error, error) {
	out, closeLog := env.Err, func() error { return nil }
	if c.File != "" {
		f, err := os.OpenFile(c.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, fault.New(fault.Invalid, "open log: %w", err).Fix("choose another file in section [log] of config.ini")
		}
		out, closeLog = f, f.Close
	}
	return slog.New(handler(out, c)), closeLog, nil
}

func handler(out io.Writer, c config.Log) slog.Handler {
	o := &slog.HandlerOptions{Level: c.Level}
	if c.Format == config.LogJSON {
		return slog.NewJSONHandler(out, o)
	}
	return slog.NewTextHandler(out, o)
}

// logProblems returns a function that logs what is wrong with rag-projects.json,
// and that it is mended.
func logProblems(log *slog.Logger) func([]error) {
	return func(problems []error) {
		for _, problem := range problems {
			log.Warn("project list", "problem", problem, "fixes", fmt.Sprint(fault.FixesOf(problem)))
		}
		if len(problems) == 0 {
			log.Info("project list is well again")
		}
	}
}
