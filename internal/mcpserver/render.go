package mcpserver

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"coderag/internal/code"
	"coderag/internal/search"
)

// A tagger says which parts of its origin a place is shown with: those that
// differ within the endpoint.
type tagger struct{ project, repo bool }

// tag returns "  [project/repo]" or less.
func (t tagger) tag(project, repo string) string {
	switch {
	case t.project:
		return fmt.Sprintf("  [%s/%s]", project, oneLine(repo))
	case t.repo:
		return fmt.Sprintf("  [%s]", oneLine(repo))
	}
	return ""
}

// writeHit renders a hit. What the code shows is named with it, what else of
// the file matched is named with its lines:
//
//	path:start-end  symbol  [repo]  STALE
//	also: symbol start-end, symbol start-end
//	matched: words  chunk_id: id
//	legs: lexical rank 1 score 4.512
//	signals: best chunk 0.912 x 2.849 = 2.598, words ...
//	```go
//	code
//	```
func writeHit(b *strings.Builder, h search.Hit, t tagger) {
	b.WriteString(oneLine(h.Path))
	if !h.Lines.IsZero() {
		fmt.Fprintf(b, ":%s", h.Lines)
	}
	shown, others := shownSymbols(h)
	for _, symbol := range shown {
		fmt.Fprintf(b, "  %s%s", oneLine(symbol.Name), kindTag(symbol.Kind))
	}
	b.WriteString(t.tag(h.Project, h.Repo) + flags(h.Stale, h.Missing) + "\n")
	if len(others) > 0 {
		fmt.Fprintf(b, "also: %s\n", withLines(others))
	}
	b.WriteString(evidence(h))
	writeExplanation(b, h.Explained())
	writeNeighbor(b, "before", h.Language, h.Before)
	writeExcerpt(b, h)
	writeNeighbor(b, "after", h.Language, h.After)
	b.WriteByte('\n')
}

// evidence returns the line with the words that matched and the id of the chunk.
func evidence(h search.Hit) string {
	line := "matched: no word, found by meaning"
	if len(h.Matched) > 0 {
		line = "matched: " + oneLine(strings.Join(h.Matched, ", "))
	}
	if h.ChunkID != "" {
		line += "  chunk_id: " + h.ChunkID
	}
	return line + "\n"
}

// writeExplanation renders how a hit came to its place, where that was asked.
func writeExplanation(b *strings.Builder, x *search.Explanation) {
	if x == nil {
		return
	}
	legs, signals := make([]string, len(x.Legs)), make([]string, len(x.Signals))
	for i, l := range x.Legs {
		legs[i] = fmt.Sprintf("%s rank %d score %.3f", l.Leg, l.Rank, l.Score)
	}
	for i, s := range x.Signals {
		signals[i] = fmt.Sprintf("%s %.3f x %.3f = %.3f", s.Name, s.Value, s.Weight, s.Product)
	}
	fmt.Fprintf(b, "legs: %s\n", strings.Join(legs, ", "))
	if len(signals) > 0 {
		fmt.Fprintf(b, "signals: %s\n", strings.Join(signals, ", "))
	}
}

func writeExcerpt(b *strings.Builder, h search.Hit) {
	if h.ChunkID == "" {
		b.WriteString("(the file has no code: its path matched)\n")
		return
	}
	if h.Excerpt == "" {
		b.WriteString("(code left out to keep this reply short: get_chunk shows it)\n")
		return
	}
	writeFenced(b, h.Language, h.Excerpt)
	if h.Cut {
		b.WriteString(whereRest(h))
	}
}

// whereRest says how to see the rest of a hit that was cut.
func whereRest(h search.Hit) string {
	shown, _ := shownSymbols(h)
	if len(shown) > 0 && !h.Lines.Contains(shown[0].Lines) {
		return fmt.Sprintf("(only part of %s: read_span with the lines %s shows all of it)\n",
			oneLine(shown[0].Name), shown[0].Lines.Union(h.Lines))
	}
	return fmt.Sprintf("(cut after line %d: get_chunk shows the rest)\n", h.Lines.End)
}

// shownSymbols parts the symbols of a hit into those whose lines its excerpt
// shows, in whole or in part, and the others.
func shownSymbols(h search.Hit) (shown, others []search.Symbol) {
	for _, symbol := range h.Symbols {
		if symbol.Lines.Overlaps(h.Lines) {
			shown = append(shown, symbol)
		} else {
			others = append(others, symbol)
		}
	}
	return shown, others
}

func writeNeighbor(b *strings.Builder, where, language, content string) {
	if content != "" {
		fmt.Fprintf(b, "%s:\n", where)
		writeFenced(b, language, content)
	}
}

// withLines lists the symbols, at most five, each with its kind and lines.
func withLines(symbols []search.Symbol) string {
	const most = 5
	var names []string
	for _, symbol := range symbols[:min(len(symbols), most)] {
		names = append(names, fmt.Sprintf("%s%s %s", oneLine(symbol.Name), kindTag(symbol.Kind), symbol.Lines))
	}
	if n := len(symbols) - most; n > 0 {
		names = append(names, fmt.Sprintf("%d more", n))
	}
	return strings.Join(names, ", ")
}

func kindTag(kind code.DefKind) string {
	if kind == "" {
		return ""
	}
	return " (" + string(kind) + ")"
}

func flags(stale, missing bool) string {
	switch {
	case missing:
		return "  MISSING: the file is gone from disk"
	case stale:
		return "  STALE: the file changed after it was indexed"
	}
	return ""
}

// writeFenced quotes content in a fence longer than any run of backticks in
// it, so that nothing in a file can end its own quotation.
func writeFenced(b *strings.Builder, language, content string) {
	fence := strings.Repeat("`", max(3, longestRun(content, '`')+1))
	b.WriteString(fence + language + "\n" + content)
	if !strings.HasSuffix(content, "\n") {
		b.WriteByte('\n')
	}
	b.WriteString(fence + "\n")
}

// longestRun returns the length of the longest run of c in s.
func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// oneLine returns s, quoted if it has characters that would break a line or
// hide: a path may have any.
func oneLine(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) {
		return strconv.Quote(s)
	}
	return s
}

// counts lists the counts, largest first, those of equal size by name.
func counts[N int | int64](of map[string]N) string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		if of[a] != of[b] {
			return int(of[b] - of[a])
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, of[name])
	}
	return strings.Join(names, ", ")
}
