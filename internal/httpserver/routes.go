package httpserver

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// routes mounts what every service has. The token is checked before anything
// that tells which projects exist.
func (s *Server) routes() {
	s.Handle("/rag-mcp/{project}", chain(s.options.MCP, onlyPOST, s.existing, s.message, asJSON))
	s.mux.HandleFunc("GET /healthz", healthy)
	s.mux.HandleFunc("GET /readyz", s.ready)
	s.mux.Handle("GET /metrics", s.options.Metrics.handler())
	for _, path := range oauthPaths {
		s.mux.Handle(path, s.noOAuth())
	}
	s.mux.HandleFunc("/", nothing)
}

// onlyPOST refuses other methods: without sessions there is nothing to GET.
func onlyPOST(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			writeError(w, r, withStatus(http.StatusMethodNotAllowed,
				fault.New(fault.Invalid, "the method is %s", r.Method).Fix("send JSON-RPC requests by POST")))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// existing refuses projects that are not configured and names those that are.
func (s *Server) existing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		project := r.PathValue("project")
		if project != code.AllProjects && !s.options.Projects.Has(project) {
			writeError(w, r, unknownProject(project, s.options.Projects.Names()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func unknownProject(project string, names []string) error {
	err := fault.New(fault.NotFound, "unknown project %.40q", project)
	if len(names) == 0 {
		return err.Fix("add a project to rag-projects.json: none is configured")
	}
	return err.Fix("use one of these: %s; or %s for all of them", strings.Join(names, ", "), code.AllProjects)
}

// healthy says that the process runs and answers.
func healthy(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is the answer of /readyz.
type readiness struct {
	Status string            `json:"status"`
	Checks map[string]string `json:"checks"` // by what is needed
}

// ready says which of the things the service needs it has. Callers have no
// token, so the reasons go to the log.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	checks := s.options.Ready(r.Context())
	answer := readiness{"ok", make(map[string]string, len(checks))}
	status := http.StatusOK
	for _, name := range slices.Sorted(maps.Keys(checks)) {
		answer.Checks[name] = "ok"
		if err := checks[name]; err != nil {
			answer.Checks[name], answer.Status, status = "unavailable", "unavailable", http.StatusServiceUnavailable
			s.options.Logger.WarnContext(r.Context(), "not ready", "check", name, "err", err)
		}
	}
	writeJSON(w, status, answer)
}

// nothing answers for every path that no handler has.
func nothing(w http.ResponseWriter, r *http.Request) {
	writeError(w, r, fault.New(fault.NotFound, "nothing is at this path for %s", r.Method).
		Fix("MCP is at POST /rag-mcp/<project>; see also GET /healthz, /readyz and /metrics"))
}
