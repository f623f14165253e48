package eval

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// A Repository is one repository of a benchmark.
type Repository struct {
	Name       string `json:"name"`
	Language   string `json:"language"`
	Repository string `json:"repository"`     // where it is cloned from: "pallets/flask"
	Root       string `json:"benchmark_root"` // the folder that is indexed; "" for all of it
	PathBase   string `json:"path_base"`      // what annotation paths are relative to: "repo_root" or "benchmark_root"
	Revision   string `json:"revision"`
}

// A Benchmark is a set together with the repositories it is about.
type Benchmark struct {
	Set
	Repositories []Repository
}

// annotation is a question as the benchmark writes it.
type annotation struct {
	Query     string   `json:"query"`
	Relevant  []marked `json:"relevant"`
	Secondary []marked `json:"secondary"`
	Category  string   `json:"category"`
}

// marked is a target as the benchmark writes it: a path, or an object.
type marked struct{ Target }

func (m *marked) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &m.Path); err == nil {
		return nil
	}
	var object struct {
		Path  string `json:"path"`
		Start int    `json:"start_line"`
		End   int    `json:"end_line"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	m.Path, m.Lines = object.Path, code.Span{Start: object.Start, End: object.End}
	return nil
}

// ReadBenchmark reads repos.json and annotations/<name>.json of each of its
// repositories. The targets of a question are the relevant and the secondary
// ones; their paths are made relative to the root of the repository.
func ReadBenchmark(fsys fs.FS) (b Benchmark, err error) {
	defer fault.Wrap(&err, "read benchmark")
	if err := readJSON(fsys, "repos.json", &b.Repositories); err != nil {
		return b, err
	}
	b.Name = "benchmark"
	for _, r := range b.Repositories {
		var annotations []annotation
		if err := readJSON(fsys, path.Join("annotations", r.Name+".json"), &annotations); err != nil {
			return b, err
		}
		for i, a := range annotations {
			b.Questions = append(b.Questions, r.question(i, a))
		}
	}
	return b, b.check()
}

func (r Repository) question(i int, a annotation) Question {
	q := Question{
		ID: fmt.Sprintf("%s/%d", r.Name, i), Query: a.Query, Repo: r.Name,
		Category: a.Category, Language: r.Language,
	}
	for _, m := range append(a.Relevant, a.Secondary...) {
		t := m.Target
		t.Repo = r.Name
		if r.PathBase == "benchmark_root" {
			t.Path = path.Join(r.Root, t.Path)
		}
		q.add(t)
	}
	return q
}

func readJSON(fsys fs.FS, name string, into any) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fault.New(fault.NotFound, "%w", err).Fix("name a folder with repos.json and annotations/")
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fault.New(fault.Invalid, "%s: %w", name, err)
	}
	return nil
}
