package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"coderag/internal/cli"
	"coderag/internal/code"
	"coderag/internal/search"
)

func searchCommand(env *cli.Env) *cobra.Command {
	var r search.Request
	var asJSON, chunks, narrow bool
	c := &cobra.Command{
		Use:   `search <project> "<query>"`,
		Short: "print the places that answer a question, as path:line with the code",
		Long: `search prints the files that answer the query best, each with its declarations
and the code. The project ` + code.AllProjects + ` stands for all of them. It reads the database
and needs no running server.

` + cli.ExitCodes,
		Args: cli.Args(2, `<project> "<query>"`),
		RunE: func(c *cobra.Command, args []string) error {
			r.Query = args[1]
			if chunks {
				r.Granularity = search.GranularityChunk
			}
			if narrow {
				r.Expand = search.ExpandNone
			}
			a, err := env.Open(c.Context(), "coderag search")
			if err != nil {
				return err
			}
			defer a.Close()
			reply, err := a.Search(c.Context(), args[0], r)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(env.Out, reply)
			}
			printReply(env.Out, reply)
			return nil
		},
	}
	f := c.Flags()
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.IntVarP(&r.K, "k", "k", 0, "hits wanted, 1 to 50 (default 8)")
	f.StringVar(&r.Repo, "repo", "", "only this repo")
	f.StringVar(&r.Language, "language", "", "only files of this language")
	f.StringVar(&r.PathPrefix, "path", "", "only files whose path starts with this")
	f.IntVar(&r.MaxChars, "chars", 0, "characters of the excerpt of one hit (default 2000)")
	f.BoolVar(&chunks, "chunks", false, "rank single chunks instead of files")
	f.BoolVar(&narrow, "narrow", false, "show only the chunk that matched, not its whole declaration")
	f.BoolVar(&r.Neighbors, "neighbors", false, "also show the chunks before and after")
	return c
}

// printReply prints hits so that a terminal or an editor can jump to them.
func printReply(w io.Writer, r search.Reply) {
	for _, h := range r.Hits {
		fmt.Fprintf(w, "%s:%d%s\n", h.Path, h.Lines.Start, remarks(h))
		for line := range strings.Lines(h.Excerpt) {
			fmt.Fprintf(w, "    %s\n", strings.TrimRight(line, "\r\n"))
		}
		fmt.Fprintln(w)
	}
	if len(r.Hits) == 0 {
		fmt.Fprintln(w, "nothing found: no word of the query is in the index; try other words")
	}
	if r.Omitted > 0 {
		fmt.Fprintf(w, "%d more hits did not fit; ask for fewer with -k, or for shorter excerpts with --chars\n", r.Omitted)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "note: %s\n", note)
	}
}

func remarks(h search.Hit) string {
	var parts []string
	if len(h.Symbols) > 0 {
		parts = append(parts, h.Symbols[0].Name)
	}
	parts = append(parts, h.Project+"/"+h.Repo, "matched "+strings.Join(h.Matched, " "))
	if h.Stale {
		parts = append(parts, "STALE")
	}
	if h.Missing {
		parts = append(parts, "MISSING")
	}
	return "  [" + strings.Join(parts, ", ") + "]"
}

// jsonHit is a hit as scripts see it.
type jsonHit struct {
	Project string   `json:"project"`
	Repo    string   `json:"repo"`
	Path    string   `json:"path"`
	Start   int      `json:"start"`
	End     int      `json:"end"`
	Symbols []string `json:"symbols"`
	Matched []string `json:"matched"`
	Score   float64  `json:"score"`
	ChunkID string   `json:"chunk_id"`
	Stale   bool     `json:"stale"`
	Missing bool     `json:"missing"`
	Excerpt string   `json:"excerpt"`
}

func printJSON(w io.Writer, r search.Reply) error {
	out := struct {
		Hits    []jsonHit    `json:"hits"`
		Omitted int          `json:"omitted"`
		Legs    []search.Leg `json:"legs"`
		Notes   []string     `json:"notes"`
	}{Hits: []jsonHit{}, Omitted: r.Omitted, Legs: r.Legs, Notes: append([]string{}, r.Notes...)}
	for _, h := range r.Hits {
		j := jsonHit{
			Project: h.Project, Repo: h.Repo, Path: h.Path, Start: h.Lines.Start, End: h.Lines.End,
			Symbols: []string{}, Matched: append([]string{}, h.Matched...), Score: h.Score,
			ChunkID: h.ChunkID, Stale: h.Stale, Missing: h.Missing, Excerpt: h.Excerpt,
		}
		for _, s := range h.Symbols {
			j.Symbols = append(j.Symbols, s.Name)
		}
		out.Hits = append(out.Hits, j)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}
