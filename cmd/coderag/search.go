package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/lang"
	"coderag/internal/search"
)

// searchFlags are those of a request that need a translation.
type searchFlags struct {
	json, chunks, narrow bool
}

// What the flags --explain and --anyway do.
const (
	explainUsage = "also show how each hit came to its place: ranks of the legs, signals with their weights"
	anywayUsage  = "show the nearest places, even where the words of the query are no evidence that they answer it"
)

func searchCommand(env *cli.Env) *cobra.Command {
	var r search.Request
	var f searchFlags
	c := &cobra.Command{
		Use:   `search <project> "<query>"`,
		Short: "print the places that answer a question, as path:line with the code",
		Long: `search prints the files that answer the query best, each as path:line with the
declarations that match and the code. The project ` + code.AllProjects + ` stands for all of them. A
path is relative to the current folder, or absolute where the file is elsewhere.
search reads the database and needs no running server.

` + cli.ExitCodes,
		Args: cli.Args(2, 2, `<project> "<query>"`),
		RunE: func(c *cobra.Command, args []string) error {
			r.Query = args[1]
			return runSearch(c.Context(), env, args[0], r, f)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.IntVarP(&r.K, "k", "k", 0, "hits wanted, 1 to max_k of config.ini (default: default_k there)")
	flags.StringVar(&r.Repo, "repo", "", "only this repo")
	flags.StringVar(&r.Language, "language", "", "only files of this language")
	flags.StringVar(&r.PathPrefix, "path", "", "only files whose path in their repo starts with this")
	flags.IntVar(&r.MaxChars, "chars", 0, "characters of the excerpt of one hit (default: max_chars of config.ini)")
	flags.BoolVar(&f.chunks, "chunks", false, "rank single chunks instead of files")
	flags.BoolVar(&f.narrow, "narrow", false, "show only the chunk that matched, not its whole declaration")
	flags.BoolVar(&r.Neighbors, "neighbors", false, "also show the chunks before and after")
	flags.BoolVar(&r.Explain, "explain", false, explainUsage)
	flags.BoolVar(&r.Anyway, "anyway", false, anywayUsage)
	return c
}

func runSearch(ctx context.Context, env *cli.Env, project string, r search.Request, f searchFlags) error {
	if f.chunks {
		r.Granularity = search.GranularityChunk
	}
	if f.narrow {
		r.Expand = search.ExpandNone
	}
	a, err := env.Open(ctx, "coderag search")
	if err != nil {
		return err
	}
	defer a.Close()
	if err := checkSearch(a, project, r); err != nil {
		return err
	}
	reply, err := a.Search(ctx, project, r)
	if err != nil {
		return err
	}
	files := locator{app: a}
	if f.json {
		return printJSON(env.Out, reply, files)
	}
	printReply(env.Out, r, reply, files)
	return nil
}

// checkSearch refuses filters that nothing can match.
func checkSearch(a *app.App, project string, r search.Request) error {
	repos := reposOf(a, project)
	switch {
	case r.MaxChars < 0:
		return fault.New(fault.Invalid, "--chars is %d", r.MaxChars).Fix("choose 1 or more")
	case r.Language != "" && !slices.Contains(lang.Known(), r.Language):
		return fault.New(fault.Invalid, "unknown language %q", r.Language).Fix("choose one of: %s", strings.Join(lang.Known(), ", "))
	case r.Repo != "" && len(repos) > 0 && !slices.Contains(repos, r.Repo):
		return fault.New(fault.NotFound, "unknown repo %q", r.Repo).Fix("choose one of: %s", strings.Join(repos, ", "))
	}
	return nil
}

// reposOf returns the labels of the repos of a project, or of all, sorted.
func reposOf(a *app.App, project string) []string {
	names := []string{project}
	if project == code.AllProjects {
		names = a.Names()
	}
	var repos []string
	for _, name := range names {
		for _, root := range a.Roots(name) {
			repos = append(repos, root.Repo)
		}
	}
	slices.Sort(repos)
	return slices.Compact(repos)
}
