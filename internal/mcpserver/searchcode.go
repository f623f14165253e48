package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/search"
)

const aboutSearchCode = `Find the places in the indexed code that answer a question or match a description, ranked best first.

Use it first whenever you do not know where something is: "where are retries with backoff implemented", "parse config file", "Server.handle", "how is the token checked". Plain words, identifiers, file names and error messages all work, also mixed; camelCase and snake_case are split, so parts of a name are enough. It finds by meaning and by words and returns whole declarations, so one call usually replaces several rounds of grep and reading files. For every occurrence of an exact string use grep.

You get, per hit: path:lines of the code shown and the declaration it belongs to, after "also:" what else of the file matched with its lines, the words of the query found there, a chunk_id, and the code. STALE or MISSING says that the file changed or went away after it was indexed.

Next: read the code in the hit; get_chunk with its chunk_id for the rest of it or its neighbours; read_span for other lines of the file. If nothing fits, ask again with other words (a synonym, a name you saw in a hit) or without filters. No hits means that the words of the query are not here, or not together: the reply says which, and what to do next.`

func (s *Server) searchCode() tool {
	limits := s.options.Limits
	return tool{
		declared: &mcp.Tool{
			Name: "search_code", Title: "Search code", Description: aboutSearchCode,
			Annotations: reads("Search code"),
		},
		output: schemaOf[searchOutput],
		params: []param{
			{name: "query", kind: text, required: true, max: limits.QueryBytes, about: "What to look for: a question, a description, identifiers, or a mixture."},
			{name: "k", kind: integer, fallback: limits.DefaultK, min: 1, max: limits.MaxK, about: "How many hits to return."},
			{name: "repo", kind: text, max: 200, about: "Only this repo; list_repos names them."},
			{name: "language", kind: text, max: 40, about: "Only files of this language, a lower-case identifier such as go, python, typescript, tsx, csharp, cpp, bash or markdown."},
			{name: "path_prefix", kind: text, max: code.MaxPath, about: "Only files whose path, relative to the root of the repo, starts with this text: internal/server/ or cmd/api. No wildcards."},
			{name: "max_chars", kind: integer, fallback: limits.DefaultChars, min: 100, max: limits.MaxChars, about: "Most characters of code shown for one hit."},
			{name: "granularity", kind: text, fallback: string(search.GranularityFile), enum: []string{string(search.GranularityFile), string(search.GranularityChunk)},
				about: "file: one hit a file, with its best place. chunk: several places of one file may be hits."},
			{name: "expand", kind: text, fallback: string(search.ExpandSymbol), enum: []string{string(search.ExpandSymbol), string(search.ExpandNone)},
				about: "symbol: show the whole declaration around the match. none: only the chunk that matched."},
			{name: "include_neighbors", kind: boolean, fallback: false, about: "Also show the chunks before and after each hit."},
			{name: "explain", kind: boolean, fallback: false, about: "Also show how each hit came to its place: its rank in each retriever, and the signals of the ranking with their weights. For asking why something is not found, or found too low; it makes the reply longer."},
			{name: "anyway", kind: boolean, fallback: false, about: "Also show the nearest places where the words of the query are no evidence that they answer it."},
		},
		run: s.runSearch,
	}
}

func (s *Server) runSearch(ctx context.Context, c call) (any, string, error) {
	r, project, err := s.searchRequest(c)
	if err != nil {
		return nil, "", err
	}
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return nil, "", err
	}
	defer leave()
	reply, err := s.options.Searcher.Search(ctx, project, r)
	if err != nil {
		return nil, "", err
	}
	return newSearchOutput(reply), s.searchText(ctx, c, r, reply), nil
}

// searchRequest turns the arguments into a request and the project it is for.
func (s *Server) searchRequest(c call) (search.Request, string, error) {
	query := c.text("query")
	if !strings.ContainsFunc(query, isWord) {
		return search.Request{}, "", fault.New(fault.Invalid, "query %q has no letter and no digit", shorten(query)).
			Fix("ask with words or identifiers; punctuation alone is not indexed").
			Fix("for an operator or another exact string use grep")
	}
	if err := s.checkLanguage(c.text("language")); err != nil {
		return search.Request{}, "", err
	}
	at, err := s.place(c, "path_prefix")
	if err != nil {
		return search.Request{}, "", err
	}
	return search.Request{
		Query:       query,
		K:           c.integer("k"),
		Repo:        at.repo,
		Language:    c.text("language"),
		PathPrefix:  at.path,
		MaxChars:    c.integer("max_chars"),
		Granularity: search.Granularity(c.text("granularity")),
		Expand:      search.Expand(c.text("expand")),
		Neighbors:   c.flag("include_neighbors"),
		Explain:     c.flag("explain"),
		Anyway:      c.flag("anyway"),
	}, at.project, nil
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// checkLanguage refuses a language this service does not know.
func (s *Server) checkLanguage(language string) error {
	known := s.options.Languages
	if language == "" || len(known) == 0 || slices.Contains(known, language) {
		return nil
	}
	return unknownName("language", language, known)
}

// searchText renders a reply: a block for each hit, then what the caller must
// know about the whole.
func (s *Server) searchText(ctx context.Context, c call, r search.Request, reply search.Reply) string {
	var b strings.Builder
	if len(reply.Hits) == 0 {
		s.writeNothing(ctx, &b, c, r, reply.Diagnosis)
	}
	tag := tagger{project: c.everywhere(), repo: c.everywhere() || len(s.repos(c)) > 1}
	for i, hit := range reply.Hits {
		fmt.Fprintf(&b, "%d. ", i+1)
		writeHit(&b, hit, tag)
	}
	if reply.Omitted > 0 {
		fmt.Fprintf(&b, "The code of %d of these hits was left out to keep this reply short: lower max_chars or k, or narrow with path_prefix, repo or language.\n", reply.Omitted)
	}
	for _, note := range reply.Notes {
		fmt.Fprintf(&b, "note: %s\n", oneLine(note))
	}
	return b.String()
}

// writeNothing says that nothing was found, why, and what to try next.
func (s *Server) writeNothing(ctx context.Context, b *strings.Builder, c call, r search.Request, d *search.Diagnosis) {
	fmt.Fprintf(b, "No hits for %q.\n", shorten(r.Query))
	if d != nil {
		writeDiagnosis(b, *d)
	}
	var filters []string
	for _, name := range []string{"repo", "language", "path_prefix"} {
		if v := c.text(name); v != "" {
			filters = append(filters, fmt.Sprintf("%s=%q", name, shorten(v)))
		}
	}
	if len(filters) > 0 {
		fmt.Fprintf(b, "- leave out the filter %s\n", strings.Join(filters, ", "))
	}
	if r.Language != "" {
		if languages := s.languages(ctx, c); languages != "" {
			fmt.Fprintf(b, "- languages that are indexed: %s\n", languages)
		}
	}
	b.WriteString("- ask with other words: a synonym, or a name that is likely to occur in the code\n" +
		"- see index_status: are the files indexed at all, or skipped?\n" +
		"- for an exact string use grep\n")
}

// languages lists the languages of the files indexed, "" if that is not known.
func (s *Server) languages(ctx context.Context, c call) string {
	files := map[string]int64{}
	for _, project := range s.projects(c) {
		p, err := s.options.Catalog.Status(ctx, project)
		if err != nil {
			continue
		}
		for language, n := range p.Languages {
			files[language] += n
		}
	}
	return counts(files)
}
