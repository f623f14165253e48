package evaluate_test

import (
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"coderag/cmd/coderag/evaluate"
	"coderag/internal/app"
	"coderag/internal/cli"
	"coderag/internal/cli/clitest"
	"coderag/internal/config"
)

// A site is a clitest.Site that runs coderag eval.
type site struct{ *clitest.Site }

func newSite(t *testing.T) site {
	t.Helper()
	return site{clitest.New(t)}
}

// scan makes each folder a project and indexes it.
func (s site) scan(folders ...string) {
	s.Helper()
	var entries []string
	for _, f := range folders {
		entries = append(entries, clitest.Entry(f, f))
	}
	s.List(entries...)
	c, err := config.Load(filepath.Join(s.Dir, "config.ini"), func(string) string { return "" })
	if err != nil {
		s.Fatal(err)
	}
	a, err := app.Open(s.Context(), app.Options{Config: c, Projects: filepath.Join(s.Dir, "rag-projects.json")})
	if err != nil {
		s.Fatal(err)
	}
	defer a.Close()
	for _, f := range folders {
		if _, err := a.Sweep(s.Context(), app.SweepRequest{Project: f, Cause: "command"}); err != nil {
			s.Fatal(err)
		}
	}
}

// run runs coderag eval with the arguments.
func (s site) run(args ...string) clitest.Result {
	return s.with(nil, args...)
}

// with is run in an environment.
func (s site) with(environment map[string]string, args ...string) clitest.Result {
	return s.Do(clitest.Command{Args: append([]string{"eval"}, args...), Getenv: environment,
		Run: func(env *cli.Env, args []string) int {
			root := &cobra.Command{Use: "coderag"}
			root.AddCommand(evaluate.Command(env))
			return cli.Run(root, env, args)
		}})
}
