package mcpserver

import (
	"coderag/internal/code"
	"coderag/internal/search"
)

// searchOutput is the structured output of search_code.
type searchOutput struct {
	Hits    []hitOutput `json:"hits" jsonschema:"best first; none where the words of the query are no evidence of an answer"`
	Omitted int         `json:"omitted" jsonschema:"hits whose code was left out to keep the reply short"`
	Legs    []legOutput `json:"legs" jsonschema:"which retrievers answered"`
	Notes   []string    `json:"notes" jsonschema:"what to know before trusting the hits"`

	Diagnosis *search.Diagnosis `json:"diagnosis,omitempty" jsonschema:"why there are no hits; with anyway, why there should be none"`
}

type legOutput struct {
	Name    string `json:"name"`
	Hits    int    `json:"hits"`
	Skipped string `json:"skipped" jsonschema:"why it was left out, empty if it answered"`
}

type hitOutput struct {
	Project  string         `json:"project"`
	Repo     string         `json:"repo"`
	Path     string         `json:"path" jsonschema:"relative to the root of the repo"`
	Language string         `json:"language"`
	Start    int            `json:"start" jsonschema:"first line of the excerpt, 1-based; 0 in a file without code"`
	End      int            `json:"end" jsonschema:"last line of the excerpt"`
	Score    float64        `json:"score" jsonschema:"comparable within this reply only"`
	ChunkID  string         `json:"chunk_id" jsonschema:"for get_chunk; empty in a file without code"`
	Symbols  []symbolOutput `json:"symbols" jsonschema:"declarations that matched, best first"`
	Matched  []string       `json:"matched" jsonschema:"words of the query that occur here"`
	Excerpt  string         `json:"excerpt" jsonschema:"quoted from the file"`
	Cut      bool           `json:"cut" jsonschema:"the excerpt is only part of its chunk or declaration"`
	Before   string         `json:"before,omitempty" jsonschema:"the chunk before"`
	After    string         `json:"after,omitempty" jsonschema:"the chunk after"`
	Stale    bool           `json:"stale" jsonschema:"the file changed on disk after it was indexed"`
	Missing  bool           `json:"missing" jsonschema:"the file is gone from disk"`

	Explanation *search.Explanation `json:"explanation,omitempty" jsonschema:"how the hit came to its place, if explain was asked"`
}

type symbolOutput struct {
	Name  string       `json:"name"`
	Kind  code.DefKind `json:"kind"`
	Start int          `json:"start"`
	End   int          `json:"end"`
}

func newSearchOutput(r search.Reply) searchOutput {
	out := searchOutput{
		Hits:    make([]hitOutput, len(r.Hits)),
		Omitted: r.Omitted,
		Legs:    make([]legOutput, len(r.Legs)),
		Notes:   orEmpty(r.Notes),

		Diagnosis: r.Diagnosis,
	}
	for i, leg := range r.Legs {
		out.Legs[i] = legOutput(leg)
	}
	for i, hit := range r.Hits {
		out.Hits[i] = newHitOutput(hit)
	}
	return out
}

func newHitOutput(h search.Hit) hitOutput {
	out := hitOutput{
		Project: h.Project, Repo: h.Repo, Path: h.Path, Language: h.Language,
		Start: h.Lines.Start, End: h.Lines.End, Score: h.Score, ChunkID: h.ChunkID,
		Symbols: make([]symbolOutput, len(h.Symbols)), Matched: orEmpty(h.Matched),
		Excerpt: h.Excerpt, Cut: h.Cut, Before: h.Before, After: h.After,
		Stale: h.Stale, Missing: h.Missing, Explanation: h.Explained(),
	}
	for i, symbol := range h.Symbols {
		out.Symbols[i] = symbolOutput{symbol.Name, symbol.Kind, symbol.Lines.Start, symbol.Lines.End}
	}
	return out
}
