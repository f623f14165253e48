// Command fit fits the ranking model to questions whose answers are known, and
// says how well it does on repositories it was not fitted to.
//
//	go run ./tools/fit -database URL -bench DIR -prefix q_ [-write]
//
// The projects named PREFIX and the repository hold the benchmark's
// repositories; make bench-quality makes them. With -write the weights go into
// internal/rank/default.go.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"

	"coderag/internal/database"
	"coderag/internal/eval"
	"coderag/internal/postgres"
	"coderag/internal/rank"
	"coderag/internal/search"
)

// candidates is how many files of a question the model is fitted to: all that a
// reply can hold.
const candidates = 50

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	url := flag.String("database", os.Getenv("DATABASE_URL"), "database that holds the projects")
	bench := flag.String("bench", "", "folder of the benchmark: repos.json and annotations/")
	prefix := flag.String("prefix", "q_", "what the project of a repository is called before its name")
	write := flag.Bool("write", false, "write internal/rank/default.go")
	l2 := flag.Float64("l2", 0.002, "penalty on large weights")
	flag.Parse()
	b, err := eval.ReadBenchmark(os.DirFS(*bench))
	if err != nil {
		return err
	}
	db, err := database.Open(ctx, database.Options{URL: *url, ApplicationName: "coderag fit"})
	if err != nil {
		return err
	}
	defer db.Close()
	var repos []corpus
	for _, r := range b.Repositories {
		c, err := ask(ctx, db, *prefix, r, b.Set)
		if err != nil {
			return err
		}
		repos = append(repos, c)
	}
	options := rank.FitOptions{L2: *l2}
	report(repos, options)
	if !*write {
		return nil
	}
	text, err := source(rank.Fit(examples(repos), options))
	if err != nil {
		return err
	}
	return os.WriteFile("internal/rank/default.go", text, 0o600)
}

// A corpus is a repository with its questions as examples.
type corpus struct {
	name     string
	examples []rank.Example
	targets  []int // of each question, also those that are no candidate
}

// ask puts the questions of a repository to its project.
func ask(ctx context.Context, db *database.DB, prefix string, r eval.Repository, set eval.Set) (corpus, error) {
	project := prefix + strings.NewReplacer(".", "_", "-", "_").Replace(r.Name)
	e := &search.Engine{Project: project, Store: postgres.OpenProject(db, project, postgres.Options{}), Disk: noDisk{}}
	c := corpus{name: r.Name}
	for _, q := range set.Only(func(q eval.Question) bool { return q.Repo == r.Name }).Questions {
		reply, err := e.Search(ctx, search.Request{Query: q.Query, K: candidates, MaxChars: 1, Expand: search.ExpandNone, Explain: true})
		if err != nil {
			return c, err
		}
		c.examples = append(c.examples, example(reply, q, r))
		c.targets = append(c.targets, len(q.Expect))
	}
	return c, nil
}

func example(reply search.Reply, q eval.Question, r eval.Repository) rank.Example {
	x := rank.Example{Weight: 1, Query: rank.Query{Symbol: reply.LooksLikeName}}
	for _, h := range reply.Hits {
		var features [rank.NumFeatures]float64
		for i, f := range h.Explanation {
			features[i] = f.Value
		}
		relevant := false
		for _, t := range q.Expect {
			relevant = relevant || t.Path == h.Path || t.Path == path.Join(r.Root, h.Path)
		}
		x.Features = append(x.Features, features)
		x.Relevant = append(x.Relevant, relevant)
	}
	return x
}
