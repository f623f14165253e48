package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"coderag/internal/eval"
	"coderag/internal/fault"
)

// project is an entry of rag-projects.json.
type project struct {
	Name         string   `json:"name"`
	Roots        []root   `json:"roots"`
	IncludeGlobs []string `json:"includeGlobs,omitempty"`
}

type root struct {
	Path string `json:"path"`
	Repo string `json:"repo"`
}

// configure writes config.ini and rag-projects.json. Each repository is a
// project whose root is the whole checkout, so that paths are relative to the
// repository; where the benchmark names a folder, only that is included.
func configure(s *stage, b eval.Benchmark) error {
	var all []project
	var errs []error
	for _, r := range b.Repositories {
		path, err := filepath.Abs(filepath.Join(s.corpora, r.Name))
		if err != nil {
			return err
		}
		if _, err := os.Stat(path); err != nil {
			errs = append(errs, fault.New(fault.NotFound, "%w", err).Fix("check out %s there, at revision %s", r.Repository, r.Revision))
		}
		p := project{Name: name(r.Name), Roots: []root{{Path: path, Repo: r.Name}}}
		if r.Root != "" {
			p.IncludeGlobs = []string{"/" + r.Root + "/**"}
		}
		all = append(all, p)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	list, err := json.MarshalIndent(map[string]any{"projects": all}, "", " ")
	if err != nil {
		return err
	}
	ini := fmt.Sprintf("[database]\nurl = %s\n[server]\naddress = %s\ntoken = %s\n[sweep]\non = false\nat_start = false\n",
		s.database.url, s.address, strings.Repeat("quality-", 4))
	return errors.Join(
		os.WriteFile(s.path("rag-projects.json"), list, 0o600),
		os.WriteFile(s.path("config.ini"), []byte(ini), 0o600),
	)
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// name returns a valid name of a project for a repository.
func name(repo string) string { return "b_" + notInName.ReplaceAllString(strings.ToLower(repo), "_") }
