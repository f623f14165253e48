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

const aboutGetChunk = `Show one chunk of a file in full, by the chunk_id of a hit of search_code, with the chunks around it if you ask for neighbors.

Use it when a hit was cut, when its code was left out of the reply, or when you need to see what stands just before and after it. It costs less than reading the file. For lines you can name use read_span.

You get path:lines, the symbol, and the code as indexed; STALE says that the file changed since, so read_span shows what is there now.`

// chunkOutput is the structured output of get_chunk.
type chunkOutput struct {
	Project  string       `json:"project"`
	Repo     string       `json:"repo"`
	Path     string       `json:"path" jsonschema:"relative to the root of the repo"`
	Language string       `json:"language"`
	ChunkID  string       `json:"chunk_id"`
	Start    int          `json:"start" jsonschema:"first line of the content, 1-based"`
	End      int          `json:"end" jsonschema:"last line of the content"`
	Symbol   string       `json:"symbol" jsonschema:"qualified name of its declaration, empty if none"`
	Kind     code.DefKind `json:"kind"`
	Content  string       `json:"content" jsonschema:"quoted from the file"`
	Before   []string     `json:"before" jsonschema:"neighbouring chunks, in order of the file"`
	After    []string     `json:"after"`
	Stale    bool         `json:"stale" jsonschema:"the file changed on disk after it was indexed"`
	Missing  bool         `json:"missing" jsonschema:"the file is gone from disk"`
}

func (s *Server) getChunk() tool {
	return tool{
		declared: &mcp.Tool{
			Name: "get_chunk", Title: "Get a chunk", Description: aboutGetChunk,
			Annotations: reads("Get a chunk"),
		},
		output: schemaOf[chunkOutput],
		params: []param{
			{name: "chunk_id", kind: text, required: true, max: 200, about: "The chunk_id of a hit, copied exactly."},
			{name: "neighbors", kind: integer, fallback: 0, min: 0, max: s.options.Limits.Neighbors, about: "How many chunks to add on either side."},
		},
		run: s.runGetChunk,
	}
}

func (s *Server) runGetChunk(ctx context.Context, c call) (any, string, error) {
	id := c.text("chunk_id")
	if other := search.ProjectOf(id); other != "" && other != c.project && !c.everywhere() {
		return nil, "", fault.New(fault.Invalid, "chunk_id %q is of another project than %q", shorten(id), c.project).
			Fix("use a chunk_id that search_code of this project returned")
	}
	chunk, err := s.options.Searcher.Chunk(ctx, c.project, id, c.integer("neighbors"))
	if err != nil {
		return nil, "", err
	}
	tag := tagger{project: c.everywhere(), repo: c.everywhere() || len(s.repos(c)) > 1}
	return newChunkOutput(chunk), chunkText(chunk, tag), nil
}

func newChunkOutput(c search.ChunkText) chunkOutput {
	return chunkOutput{
		Project: c.Project, Repo: c.Repo, Path: c.Path, Language: c.Language, ChunkID: c.ChunkID,
		Start: c.Lines.Start, End: c.Lines.End, Symbol: c.Symbol, Kind: c.Kind, Content: c.Content,
		Before: orEmpty(c.Before), After: orEmpty(c.After), Stale: c.Stale, Missing: c.Missing,
	}
}

func chunkText(c search.ChunkText, t tagger) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s", oneLine(c.Path), c.Lines)
	if c.Symbol != "" {
		fmt.Fprintf(&b, "  %s%s", oneLine(c.Symbol), kindTag(c.Kind))
	}
	b.WriteString(t.tag(c.Project, c.Repo) + flags(c.Stale, c.Missing) + "\n")
	for _, content := range c.Before {
		writeNeighbor(&b, "before", c.Language, content)
	}
	writeFenced(&b, c.Language, c.Content)
	for _, content := range c.After {
		writeNeighbor(&b, "after", c.Language, content)
	}
	return b.String()
}
