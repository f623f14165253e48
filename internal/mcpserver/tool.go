package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
)

// A tool is one tool as declared to clients, and what it does.
type tool struct {
	declared *mcp.Tool // without its schemas, which tools adds
	params   []param
	output   func() (*jsonschema.Schema, error)
	run      run
}

// run answers one call with the structured output and the text of it that a
// model reads.
type run func(ctx context.Context, c call) (output any, text string, err error)

// A call is what a tool is asked: its arguments, checked, and the project of
// the endpoint or of the argument "project", code.AllProjects if neither
// names one.
type call struct {
	arguments
	project string
}

// everywhere reports whether the call is put to all projects at once.
func (c call) everywhere() bool { return c.project == code.AllProjects }

// tools declares the tools of one project or, with an argument to name one, of
// all projects. Their schemas are kept as JSON: they are sent with each list,
// and to encode them anew took half of the time of that.
func (s *Server) tools(all bool) (_ []tool, err error) {
	tools := []tool{
		s.searchCode(), s.getChunk(), s.readSpan(), s.reindexPath(), s.listRepos(), s.indexStatus(),
	}
	for i := range tools {
		t := &tools[i]
		if all {
			t.params = append(slices.Clone(t.params), projectParam(t.declared.Name))
		}
		if t.declared.InputSchema, err = encoded(inputSchema(t.params)); err != nil {
			return nil, fmt.Errorf("input schema of %s: %w", t.declared.Name, err)
		}
		if t.declared.OutputSchema, err = encoded(t.output()); err != nil {
			return nil, fmt.Errorf("output schema of %s: %w", t.declared.Name, err)
		}
	}
	return tools, nil
}

// encoded returns a schema as JSON, unless there is an error.
func encoded(s *jsonschema.Schema, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// projectParam is the argument by which a tool of all projects is told one. It
// is required where a path must lead to one place.
func projectParam(tool string) param {
	p := param{name: "project", kind: text, max: 40, about: "Only this project; list_repos names them all. Default: every project."}
	if tool == "read_span" || tool == "reindex_path" {
		p.required = true
		p.about = "Project the path belongs to, as printed with each hit or by list_repos."
	}
	return p
}

// handler returns what the SDK calls for t on the endpoint of project. Errors
// of arguments and of execution become results the model can read.
func (s *Server) handler(t tool, project string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		outcome := "panic"
		done := s.options.Observe(t.declared.Name)
		defer func() { done(outcome) }()

		output, text, err := s.answer(ctx, t, project, req.Params.Arguments)
		if err != nil {
			err = s.reportable(ctx, req.Extra, project, t.declared.Name, err)
			outcome = outcomeOf(err)
			return failed(err), nil
		}
		structured, err := json.Marshal(output)
		if err != nil {
			return nil, fmt.Errorf("encode the output of %s: %w", t.declared.Name, err)
		}
		outcome = "ok"
		return &mcp.CallToolResult{
			Content:           []mcp.Content{&mcp.TextContent{Text: text}},
			StructuredContent: json.RawMessage(structured),
		}, nil
	}
}

// answer checks the arguments and runs t.
func (s *Server) answer(ctx context.Context, t tool, project string, raw json.RawMessage) (any, string, error) {
	args, err := parse(t.params, raw)
	if err != nil {
		return nil, "", err
	}
	if named := args.text("project"); named != "" {
		if project, err = s.known(named); err != nil {
			return nil, "", err
		}
	}
	return t.run(ctx, call{arguments: args, project: project})
}

// reads returns the annotations of a tool that changes nothing and stays
// within the index.
func reads(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, OpenWorldHint: new(false)}
}

// schemaOf returns the schema of T, an output. Nothing in it is null: lists are
// empty, see orEmpty, and what is a pointer is left out. So no type is a list of
// types, which some clients cannot read.
func schemaOf[T any]() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {Type: "object"},
	}})
	withoutNull(s)
	return s, err
}

func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Types, s.Type = nil, s.Types[1]
	}
	withoutNull(s.Items)
	withoutNull(s.AdditionalProperties)
	for _, property := range s.Properties {
		withoutNull(property)
	}
}

// orEmpty returns list, or an empty one for nil, which JSON would show as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
