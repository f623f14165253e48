package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"coderag/internal/app"
	"coderag/internal/code"
	"coderag/internal/search"
)

// A locator says where the files of hits are on this machine.
type locator struct{ app *app.App }

// abs returns the absolute path of the file of a hit, its path in the repo where
// the repo is not known.
func (l locator) abs(h search.Hit) string {
	for _, root := range l.app.Roots(h.Project) {
		if root.Repo == h.Repo {
			return filepath.Join(root.Path, h.Path)
		}
	}
	return h.Path
}

// shown returns the path that leads to the file from the current folder: what
// an editor or a terminal can open.
func (l locator) shown(h search.Hit) string {
	abs := l.abs(h)
	here, err := os.Getwd()
	if err != nil {
		return abs
	}
	if relative, err := filepath.Rel(here, abs); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return abs
}

// printReply prints hits so that a terminal or an editor can jump to them.
func printReply(w io.Writer, r search.Request, reply search.Reply, files locator) {
	for _, h := range reply.Hits {
		fmt.Fprintf(w, "%s:%d%s\n", printable(files.shown(h)), max(h.Lines.Start, 1), remarks(h))
		printExplanation(w, h.Explained())
		printNeighbor(w, "before", h.Before)
		printCode(w, h.Lines.Start, h.Excerpt)
		if h.Cut {
			fmt.Fprintln(w, "        (cut: more with --chars)")
		}
		printNeighbor(w, "after", h.After)
		fmt.Fprintln(w)
	}
	if len(reply.Hits) == 0 {
		printNothing(w, r, reply.Diagnosis)
	}
	if reply.Omitted > 0 {
		fmt.Fprintf(w, "the code of %d did not fit: ask for fewer with -k, or for shorter excerpts with --chars\n", reply.Omitted)
	}
	for _, note := range reply.Notes {
		fmt.Fprintf(w, "note: %s\n", printable(note))
	}
}

// nothing says what to try when there is no hit.
func nothing(r search.Request) string {
	if r.Repo+r.Language+r.PathPrefix != "" {
		return "nothing found; try other words, or leave out --repo, --language and --path"
	}
	return "nothing found; try other words"
}

// printExplanation prints how a hit came to its place, a signal a line.
func printExplanation(w io.Writer, x *search.Explanation) {
	if x == nil {
		return
	}
	for _, l := range x.Legs {
		fmt.Fprintf(w, "    %s leg: rank %d, score %.3f\n", l.Leg, l.Rank, l.Score)
	}
	for _, s := range x.Signals {
		fmt.Fprintf(w, "    %+7.3f  %-18s %6.3f x %6.3f\n", s.Product, s.Name, s.Value, s.Weight)
	}
}

// printNeighbor prints the chunk before or after a hit, whose lines are not told.
func printNeighbor(w io.Writer, where, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(w, "    -- %s:\n", where)
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "        %s\n", printable(strings.TrimRight(line, "\r\n")))
	}
	fmt.Fprintln(w, "    --")
}

// printCode prints lines with their numbers, the first being number n.
func printCode(w io.Writer, n int, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "%6d  %s\n", n, printable(strings.TrimRight(line, "\r\n")))
		n++
	}
}

// remarks says what matched: "  Server.handle, Server  [shop/api; matched refund]".
func remarks(h search.Hit) string {
	var symbols []string
	for _, s := range h.Symbols {
		symbols = append(symbols, printable(s.Name))
	}
	matched := "matched no word, found by meaning"
	if len(h.Matched) > 0 {
		matched = "matched " + printable(strings.Join(h.Matched, " "))
	}
	parts := []string{h.Project + "/" + h.Repo, matched}
	if h.Stale {
		parts = append(parts, "STALE: changed since it was indexed")
	}
	if h.Missing {
		parts = append(parts, "MISSING: not on disk now")
	}
	text := "  [" + strings.Join(parts, "; ") + "]"
	if len(symbols) > 0 {
		text = "  " + strings.Join(symbols, ", ") + text
	}
	return text
}

// printable replaces control characters: what a file holds is not for the
// terminal to obey.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// jsonHit is a hit as scripts see it.
type jsonHit struct {
	Project  string       `json:"project"`
	Repo     string       `json:"repo"`
	Path     string       `json:"path"` // in the repo
	File     string       `json:"file"` // on this machine
	Language string       `json:"language"`
	Start    int          `json:"start"`
	End      int          `json:"end"`
	Symbols  []jsonSymbol `json:"symbols"`
	Matched  []string     `json:"matched"`
	Score    float64      `json:"score"`
	ChunkID  string       `json:"chunk_id"`
	Stale    bool         `json:"stale"`
	Missing  bool         `json:"missing"`
	Excerpt  string       `json:"excerpt"`
	Cut      bool         `json:"cut"`
	Before   string       `json:"before,omitempty"`
	After    string       `json:"after,omitempty"`

	Explanation *search.Explanation `json:"explanation,omitempty"` // with --explain
}

type jsonSymbol struct {
	Name  string       `json:"name"`
	Kind  code.DefKind `json:"kind"`
	Start int          `json:"start"`
	End   int          `json:"end"`
}

type jsonLeg struct {
	Name    string `json:"name"`
	Hits    int    `json:"hits"`
	Skipped string `json:"skipped,omitempty"`
}

type jsonReply struct {
	Hits    []jsonHit `json:"hits"`
	Omitted int       `json:"omitted"`
	Legs    []jsonLeg `json:"legs"`
	Notes   []string  `json:"notes"`

	Diagnosis *search.Diagnosis `json:"diagnosis,omitempty"` // why there are no hits
}

// printJSON prints one object; its lists are never null.
func printJSON(w io.Writer, r search.Reply, files locator) error {
	out := jsonReply{Hits: []jsonHit{}, Omitted: r.Omitted, Legs: []jsonLeg{}, Notes: append([]string{}, r.Notes...), Diagnosis: r.Diagnosis}
	for _, h := range r.Hits {
		out.Hits = append(out.Hits, newJSONHit(h, files.abs(h)))
	}
	for _, l := range r.Legs {
		out.Legs = append(out.Legs, jsonLeg(l))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func newJSONHit(h search.Hit, file string) jsonHit {
	j := jsonHit{
		Project: h.Project, Repo: h.Repo, Path: h.Path, File: file, Language: h.Language,
		Start: h.Lines.Start, End: h.Lines.End, Symbols: []jsonSymbol{}, Matched: append([]string{}, h.Matched...),
		Score: h.Score, ChunkID: h.ChunkID, Stale: h.Stale, Missing: h.Missing,
		Excerpt: h.Excerpt, Cut: h.Cut, Before: h.Before, After: h.After,
		Explanation: h.Explained(),
	}
	for _, s := range h.Symbols {
		j.Symbols = append(j.Symbols, jsonSymbol{s.Name, s.Kind, s.Lines.Start, s.Lines.End})
	}
	return j
}
