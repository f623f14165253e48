// Package evaluate is the command coderag eval: it finds the projects a question
// set is about, puts the questions to them, and reports the figures.
package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/eval"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// An evaluation is what the flags of coderag eval ask for.
type evaluation struct {
	env      *cli.Env
	projects []string // "" all

	// Where the questions come from.
	bench     string
	questions []string
	history   bool
	commits   int
	split     string

	// How they are asked.
	url      string
	baseline string
	k        int
	maxChars int
	ablation eval.Ablation

	// How the answers are reported.
	name     string
	seed     uint64
	samples  int
	json     bool
	markdown bool
	save     string
	signals  string
	text     bool
	html     string
	compare  []string
}

// Command returns the command.
func Command(env *cli.Env) *cobra.Command {
	e := &evaluation{env: env}
	c := &cobra.Command{
		Use:   "eval [project...]",
		Short: "measure the search with questions whose answers are known",
		Long: `eval puts a question set to the projects, one question after the other, and
prints how high the answers rank: hit@k, recall@k, MRR, nDCG@k, recall within a
size of output, latency, and silence on questions nothing answers. Questions come
from a benchmark folder, from JSONL files, or from the projects' own commits.

  coderag eval --bench DIR                     repos.json and annotations/ in DIR
  coderag eval --questions FILE.jsonl api      {"q", "expect": [{"repo", "path"}]}
  coderag eval --from-history api              subject of a commit -> files it touched
  coderag eval --compare a.json,b.json --html page.html

The repositories of a question set are matched with the repos of the projects by
their label. With MLFLOW_TRACKING_URI set, the figures go there as well.

` + cli.ExitCodes,
		RunE: func(c *cobra.Command, args []string) error {
			e.projects = args
			return e.run(c.Context())
		},
	}
	e.flags(c)
	return c
}

func (e *evaluation) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&e.bench, "bench", "", "folder with repos.json and annotations/")
	f.StringSliceVar(&e.questions, "questions", nil, "JSONL files of questions")
	f.BoolVar(&e.history, "from-history", false, "make questions of the commits of the projects")
	f.IntVar(&e.commits, "commits", 200, "questions to make of the commits of a repo, at most")
	f.StringVar(&e.split, "split", "", "only the questions of this split")
	f.StringVar(&e.url, "url", "", "ask the server at this address over HTTP, as a user does (http://127.0.0.1:8080)")
	f.StringVar(&e.baseline, "baseline", "", `ask a baseline instead: "grep" is an agent's grep loop over the indexed files`)
	f.IntVarP(&e.k, "k", "k", 10, "hits to ask for, at least 10 for the metrics at 10")
	f.IntVar(&e.maxChars, "chars", 0, "characters of the excerpt of one hit (default: the server's)")
	f.StringSliceVar(&e.ablation.Without, "without", nil, "what to leave out of the search: "+strings.Join(search.Switches(), ", "))
	f.StringVar(&e.ablation.Granularity, "granularity", "", "what a hit is: file or chunk")
	f.StringVar(&e.ablation.Expand, "expand", "", "how far an excerpt reaches: symbol or none")
	f.StringVar(&e.ablation.Embedder, "embedder", "", `the embedder instead of the configured one: "none"`)
	f.StringVar(&e.name, "name", "", "what to call the run (default: what is different in it)")
	f.Uint64Var(&e.seed, "seed", 1, "of the intervals and of the sample of commits")
	f.IntVar(&e.samples, "samples", eval.DefaultSamples, "resamples for the intervals")
	f.BoolVar(&e.json, "json", false, "print the run as JSON")
	f.BoolVar(&e.markdown, "markdown", false, "print Markdown tables")
	f.StringVar(&e.signals, "signals", "", fmt.Sprintf("write the ranking signals of %d hits of each question to this file, to fit the ranking model to", signalHits))
	f.StringVar(&e.save, "save", "", "also write the run to this file, to compare it later")
	f.BoolVar(&e.text, "text", true, "keep the text of the questions in --save and --json")
	f.StringVar(&e.html, "html", "", "write a page that compares the runs of --compare and this one")
	f.StringSliceVar(&e.compare, "compare", nil, "saved runs, the first is what the others are compared with")
}

// run does what the flags say.
func (e *evaluation) run(ctx context.Context) error {
	if err := e.check(); err != nil {
		return err
	}
	runs, err := readRuns(e.compare)
	if err != nil {
		return err
	}
	if e.asks() {
		r, err := e.measure(ctx)
		if err != nil {
			return err
		}
		if err := e.report(ctx, r); err != nil {
			return err
		}
		runs = append(runs, r)
	}
	return e.comparePage(runs)
}

// asks reports whether there are questions to ask, or only runs to compare.
func (e *evaluation) asks() bool { return e.bench != "" || len(e.questions) > 0 || e.history }

func (e *evaluation) check() error {
	sources := 0
	for _, given := range []bool{e.bench != "", len(e.questions) > 0, e.history} {
		if given {
			sources++
		}
	}
	switch {
	case sources > 1:
		return fault.New(fault.Invalid, "questions from several sources").Fix("use one of --bench, --questions, --from-history")
	case sources == 0 && (len(e.compare) == 0 || e.html == ""):
		return fault.New(fault.Invalid, "no questions").
			Fix("use --bench DIR, --questions FILE or --from-history").
			Fix("or compare saved runs: --compare a.json,b.json --html page.html")
	case e.history && len(e.projects) == 0:
		return fault.New(fault.Invalid, "--from-history without a project").Fix("name the projects whose commits are to ask")
	case e.k < 1 || e.commits < 1 || e.samples < 1:
		return fault.New(fault.Invalid, "-k, --commits and --samples are at least 1")
	case e.baseline != "" && e.baseline != "grep":
		return fault.New(fault.Invalid, "no baseline %q", e.baseline).Fix("use --baseline grep")
	case e.baseline != "" && (e.url != "" || e.ablation.String() != "default"):
		return fault.New(fault.Invalid, "a baseline does not search").Fix("leave out --url and what changes the search")
	case e.signals != "" && (e.url != "" || e.baseline != ""):
		return fault.New(fault.Invalid, "only a search in this process tells its signals").Fix("leave out --url and --baseline")
	}
	return e.checkAblation()
}

// measure asks the questions and computes the figures.
func (e *evaluation) measure(ctx context.Context) (r eval.Run, err error) {
	ground, err := e.open(ctx)
	if err != nil {
		return r, err
	}
	defer ground.close()
	set, err := e.readSet(ctx, ground)
	if err != nil {
		return r, err
	}
	searcher, way, err := e.searcher(ctx, ground)
	if err != nil {
		return r, err
	}
	runner := eval.Runner{Searcher: searcher, K: e.k, Asked: e.progress()}
	var taught signals
	if e.signals != "" {
		runner.K, runner.Answered = max(e.k, signalHits), taught.add
	}
	outcomes, err := runner.Run(ctx, set)
	if err != nil {
		return r, err
	}
	if e.signals != "" {
		if err := writeFile(e.signals, taught.write); err != nil {
			return r, err
		}
	}
	r = eval.Run{
		Name: cmp.Or(e.name, e.baseline, e.ablation.String()), Set: set.Name, Way: way, Version: program(),
		Time: time.Now().UTC().Format(time.RFC3339), K: e.k, Seed: e.seed, Samples: e.samples,
		Corpora: ground.fingerprints(), Outcomes: outcomes,
		Summary: eval.Summarize(outcomes, e.bootstrap()),
	}
	r.Settings, err = ground.settings(ctx, e)
	return r, err
}

func (e *evaluation) bootstrap() eval.Bootstrap {
	return eval.Bootstrap{Seed: e.seed, Samples: e.samples}
}

// progress counts the questions on a terminal.
func (e *evaluation) progress() func(n, of int) {
	if e.env.TerminalWidth(e.env.Err) == 0 {
		return nil
	}
	return func(n, of int) {
		fmt.Fprintf(e.env.Err, "\r%d of %d questions", n, of)
		if n == of {
			fmt.Fprintln(e.env.Err)
		}
	}
}
