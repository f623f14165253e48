package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/search"
)

const aboutReadSpan = `Show lines of one file as they are on disk now.

Use it to see more of a file that search_code found: the rest of a declaration, the imports, the lines around a hit, or a place marked STALE. Take path and repo from the hit. Lines are 1-based and inclusive; an end beyond the file is cut to it.

You get path:lines of the total, and the code. If the file cannot be read, you get what was indexed of it, and are told so.`

// maxLine bounds line numbers: more than any file that is indexed has.
const maxLine = 10_000_000

// spanOutput is the structured output of read_span.
type spanOutput struct {
	Project   string `json:"project"`
	Repo      string `json:"repo"`
	Path      string `json:"path" jsonschema:"relative to the root of the repo"`
	Language  string `json:"language"`
	Start     int    `json:"start" jsonschema:"first line of the content, 1-based"`
	End       int    `json:"end" jsonschema:"last line of the content"`
	Total     int    `json:"total" jsonschema:"lines the file has"`
	Content   string `json:"content" jsonschema:"quoted from the file"`
	Cut       bool   `json:"cut" jsonschema:"the content stops before the end asked for"`
	FromIndex bool   `json:"from_index" jsonschema:"the file cannot be read; this is what was indexed"`
}

func (s *Server) readSpan() tool {
	return tool{
		declared: &mcp.Tool{
			Name: "read_span", Title: "Read lines of a file", Description: aboutReadSpan,
			Annotations: reads("Read lines of a file"),
		},
		output: schemaOf[spanOutput],
		params: []param{
			{name: "path", kind: text, required: true, max: code.MaxPath, about: "Path of the file as printed with a hit, relative to the root of its repo. An absolute path inside an indexed folder works too."},
			{name: "start", kind: integer, required: true, min: 1, max: maxLine, about: "First line, 1-based."},
			{name: "end", kind: integer, required: true, min: 1, max: maxLine, about: "Last line, inclusive; not below start."},
			{name: "repo", kind: text, max: 200, about: "Repo the path belongs to, as printed with the hit. Needed only where several repos have that path."},
		},
		run: s.runReadSpan,
	}
}

func (s *Server) runReadSpan(ctx context.Context, c call) (any, string, error) {
	lines := code.Span{Start: c.integer("start"), End: c.integer("end")}
	if lines.End < lines.Start {
		return nil, "", fault.New(fault.Invalid, "end %d is below start %d", lines.End, lines.Start).
			Fix("set end to %d or more", lines.Start)
	}
	at, err := s.place(c, "path")
	if err != nil {
		return nil, "", err
	}
	if at.path == "" {
		return nil, "", fault.New(fault.Invalid, "path %q is a folder", shorten(c.text("path"))).
			Fix("send the path of a file, as it is printed with a hit")
	}
	span, err := s.options.Searcher.Span(ctx, at.project, search.SpanRequest{Repo: at.repo, Path: at.path, Lines: lines})
	if err != nil {
		return nil, "", err
	}
	tag := tagger{repo: len(s.repos(c)) > 1}
	return newSpanOutput(span), spanText(span, tag), nil
}

func newSpanOutput(s search.SpanText) spanOutput {
	return spanOutput{
		Project: s.Project, Repo: s.Repo, Path: s.Path, Language: s.Language,
		Start: s.Lines.Start, End: s.Lines.End, Total: s.Total, Content: s.Content,
		Cut: s.Cut, FromIndex: s.FromIndex,
	}
}

func spanText(s search.SpanText, t tagger) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s of %d lines%s", oneLine(s.Path), s.Lines, s.Total, t.tag(s.Project, s.Repo))
	if s.FromIndex {
		b.WriteString("  MISSING: the file cannot be read from disk; this is what was indexed")
	}
	b.WriteByte('\n')
	writeFenced(&b, s.Language, s.Content)
	if s.Cut {
		fmt.Fprintf(&b, "(cut at the limit of one reply: go on with start=%d)\n", s.Lines.End+1)
	}
	return b.String()
}
