package mcpserver

import (
	"context"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/search"
)

// addResources offers every file of the endpoint as rag://project/repo/path.
func (s *Server) addResources(server *mcp.Server, project string) {
	host := project
	if project == code.AllProjects {
		host = "{project}"
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		Name:        "file",
		Title:       "File of an indexed repo",
		Description: "A file as it is on disk now, by the repo and path of a hit. Long files are cut; read_span reads on.",
		MIMEType:    "text/plain",
		URITemplate: "rag://" + host + "/{repo}/{+path}",
	}, s.readResource)
}

func (s *Server) readResource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	at, err := s.resource(req.Params.URI)
	if err != nil {
		return nil, refused(err)
	}
	span, err := s.options.Searcher.Span(ctx, at.project, search.SpanRequest{
		Repo: at.repo, Path: at.path, Lines: code.Span{Start: 1, End: maxLine},
	})
	if fault.Is(err, fault.NotFound) {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	if err != nil {
		return nil, refused(s.reportable(ctx, req.Extra, at.project, "read a resource", err))
	}
	contents := &mcp.ResourceContents{URI: req.Params.URI, MIMEType: "text/plain", Text: span.Content}
	if span.Cut {
		contents.Meta = mcp.Meta{"cut": true, "last_line": span.Lines.End, "total_lines": span.Total}
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}}, nil
}

// resource returns the place a URI of the template names.
func (s *Server) resource(uri string) (place, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "rag" {
		return place{}, fault.New(fault.Invalid, "%q is no URI of a file here", shorten(uri)).
			Fix("write rag://project/repo/path, with special characters percent-encoded")
	}
	project, err := s.known(u.Host)
	if err != nil {
		return place{}, err
	}
	repo, file, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	c := call{project: project, arguments: arguments{"repo": repo, "path": file}}
	p := param{name: "path", kind: text, required: true, max: code.MaxPath, about: "path of a file"}
	if err := p.checkText(file); err != nil {
		return place{}, err
	}
	return s.place(c, "path")
}

// refused returns err as the protocol error of a request that is no tool call.
func refused(err error) error {
	codes := map[fault.Kind]int64{fault.Invalid: jsonrpc.CodeInvalidParams, fault.NotFound: jsonrpc.CodeInvalidParams}
	at, ok := codes[fault.KindOf(err)]
	if !ok {
		at = jsonrpc.CodeInternalError
	}
	return &jsonrpc.Error{Code: at, Message: explain(err)}
}
