package mcpserver

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coderag/internal/code"
)

// Server serves the tools of every project. It holds no connection and no
// background work, so it needs no stopping, and is safe for concurrent use.
type Server struct {
	options Options
	gate    *gate
	one     []tool // of a single project
	all     []tool // of code.AllProjects

	mu      sync.Mutex
	servers map[string]*mcp.Server // by project
}

// New returns a Server, or an error that names the option that is missing or
// contradicts another.
func New(o Options) (*Server, error) {
	o = o.WithDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Server{
		options: o,
		gate:    newGate(o.Limits.Searches, o.Limits.Waiting),
		servers: make(map[string]*mcp.Server),
	}
	var err error
	if s.one, err = s.tools(false); err != nil {
		return nil, fmt.Errorf("mcpserver: %w", err)
	}
	if s.all, err = s.tools(true); err != nil {
		return nil, fmt.Errorf("mcpserver: %w", err)
	}
	return s, nil
}

// Handler returns the handler to mount at a pattern with the wildcard
// {project}, without sessions: each request stands alone, so any of several
// servers can answer it. The caller checks Host, Origin, token and project.
func (s *Server) Handler() http.Handler {
	return mcp.NewStreamableHTTPHandler(s.forRequest, &mcp.StreamableHTTPOptions{
		Stateless:                    true,
		JSONResponse:                 true,
		PropagateRequestCancellation: true,
		DisableLocalhostProtection:   true, // the caller's check also knows the allowed hosts
		Logger:                       s.sdkLogger(),
	})
}

// forRequest returns the MCP server of the project that r names, nil if there
// is none. It runs twice a request.
func (s *Server) forRequest(r *http.Request) *mcp.Server {
	project := r.PathValue("project")
	s.mu.Lock()
	defer s.mu.Unlock()
	if project != code.AllProjects && !s.options.Catalog.Has(project) {
		delete(s.servers, project)
		return nil
	}
	server, ok := s.servers[project]
	if !ok {
		server = s.build(project)
		s.servers[project] = server
	}
	return server
}

// build returns the MCP server of one project, or of all of them.
func (s *Server) build(project string) *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "coderag", Title: "Code search: " + project, Version: s.options.Version},
		&mcp.ServerOptions{
			Instructions: instructions(project),
			Logger:       s.sdkLogger(),
			Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
			SetCacheable: keepPrivate,
		})
	for _, t := range s.toolsOf(project) {
		server.AddTool(t.declared, s.handler(t, project))
	}
	s.addResources(server, project)
	server.AddReceivingMiddleware(s.protect, onlyDeclared, textOnly)
	return server
}

// sdkLogger returns what the SDK logs to.
func (s *Server) sdkLogger() *slog.Logger { return slog.New(warnings{s.options.Logger.Handler()}) }

func (s *Server) toolsOf(project string) []tool {
	if project == code.AllProjects {
		return s.all
	}
	return s.one
}

// keepPrivate says that nothing here may be kept by a cache that several
// users share; what it lists may be kept for five minutes by the client.
func keepPrivate(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	c.CacheScope = "private"
	if _, read := req.(*mcp.ReadResourceRequest); !read {
		c.TTLMs = 5 * 60 * 1000
	}
}
