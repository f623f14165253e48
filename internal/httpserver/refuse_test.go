package httpserver_test

import (
	"net/http"
	"strings"
	"testing"

	"coderag/internal/httpserver"
)

// TestRefusals sends what must not pass: each is refused with its status, a
// reason and what to do.
func TestRefusals(t *testing.T) {
	t.Parallel()
	type header = http.Header
	post, get := http.MethodPost, http.MethodGet
	none := header{"X-Rag-Token": nil}
	for name, c := range map[string]struct {
		request
		status int
		want   string
	}{
		"no token":              {request{method: post, header: none}, 401, "no token"},
		"empty token":           {request{method: post, header: header{"X-Rag-Token": {""}}}, 401, "wrong token"},
		"wrong token":           {request{method: post, header: header{"X-Rag-Token": {"guess"}}}, 401, "wrong token"},
		"prefix of the token":   {request{method: post, header: header{"X-Rag-Token": {token[:5]}}}, 401, "wrong token"},
		"wrong bearer":          {request{method: post, header: header{"X-Rag-Token": nil, "Authorization": {"Bearer guess"}}}, 401, "wrong token"},
		"basic":                 {request{method: post, header: header{"X-Rag-Token": nil, "Authorization": {"Basic " + token}}}, 401, "no token"},
		"very long token":       {request{method: post, header: header{"X-Rag-Token": {strings.Repeat("x", 200_000)}}}, 401, "wrong token"},
		"two tokens":            {request{method: post, header: header{"X-Rag-Token": {token, "other"}}}, 401, "two headers"},
		"two headers":           {request{method: post, header: header{"Authorization": {"Bearer other"}}}, 401, "two headers"},
		"unexpanded":            {request{method: post, header: header{"X-Rag-Token": {"${RAG_TOKEN}"}}}, 401, "export RAG_TOKEN="},
		"unexpanded default":    {request{method: post, header: header{"X-Rag-Token": {"${RAG_TOKEN:-x}"}}}, 401, "variable RAG_TOKEN"},
		"unexpanded bearer":     {request{method: post, header: header{"X-Rag-Token": nil, "Authorization": {"Bearer $RAG_TOKEN"}}}, 401, "variable RAG_TOKEN"},
		"no token, no project":  {request{method: post, path: "/rag-mcp/nope", header: none}, 401, "no token"},
		"no token, GET":         {request{method: get, header: none}, 401, "no token"},
		"unknown project":       {request{method: post, path: "/rag-mcp/nope"}, 404, "shop, tools; or _all"},
		"unknown path":          {request{method: post, path: "/rag-mcp/shop/x"}, 404, "POST /rag-mcp/<project>"},
		"OAuth, no token":       {request{method: post, path: "/register", header: none}, 404, "no token"},
		"OAuth, wrong token":    {request{method: post, path: "/register", header: header{"X-Rag-Token": {"guess"}}}, 404, "wrong token"},
		"OAuth, unexpanded":     {request{method: post, path: "/register", header: header{"X-Rag-Token": {"${RAG_TOKEN}"}}}, 404, "export RAG_TOKEN=<token of config.ini>"},
		"OAuth, right token":    {request{method: post, path: "/register"}, 404, "no OAuth"},
		"OAuth discovery":       {request{method: get, path: "/.well-known/oauth-protected-resource/rag-mcp/shop", header: none}, 404, "no token"},
		"method of a path":      {request{method: post, path: "/healthz"}, 404, "for POST"},
		"GET":                   {request{method: get}, 405, "by POST"},
		"DELETE":                {request{method: http.MethodDelete}, 405, "by POST"},
		"host":                  {request{method: post, host: "evil.com"}, 403, "allowed_hosts"},
		"host with a port":      {request{method: post, host: "evil.com:17080"}, 403, "allowed_hosts"},
		"host like loopback":    {request{method: post, host: "localhost.evil.com"}, 403, "allowed_hosts"},
		"host, open path":       {request{method: get, path: "/healthz", host: "evil.com"}, 403, "allowed_hosts"},
		"origin":                {request{method: post, header: header{"Origin": {"https://evil.com"}}}, 403, "allowed_origins"},
		"origin null":           {request{method: post, header: header{"Origin": {"null"}}}, 403, "allowed_origins"},
		"origin, GET":           {request{method: get, path: "/metrics", header: header{"Origin": {"https://evil.com"}}}, 403, "allowed_origins"},
		"cross-site":            {request{method: post, header: header{"Sec-Fetch-Site": {"cross-site"}}}, 403, "allowed_origins"},
		"form":                  {request{method: post, header: header{"Content-Type": {"application/x-www-form-urlencoded"}}}, 415, "Content-Type: application/json"},
		"no content type":       {request{method: post, header: header{"Content-Type": nil}}, 415, "Content-Type: application/json"},
		"body too large":        {request{method: post, body: `{"a":"` + strings.Repeat("x", 4<<20) + `"}`}, 413, "4194304 bytes"},
		"batch":                 {request{method: post, body: ` [{"jsonrpc":"2.0"}]`}, 400, "a batch"},
		"deep objects":          {request{method: post, body: strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65)}, 400, "nests deeper than 64"},
		"a million open arrays": {request{method: post, body: `{"a":` + strings.Repeat("[", 1_000_000)}, 400, "nests deeper than 64"},
		"no JSON":               {request{method: post, body: `{"a":`}, 400, "no JSON object"},
		"a JSON text":           {request{method: post, body: `"a"`}, 400, "no JSON object"},
		"only blanks":           {request{method: post, body: " \n"}, 400, "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, body := c.send(t, serve(t, newServer(t, options())))
			if res.StatusCode != c.status {
				t.Errorf("status %d, want %d; body %s", res.StatusCode, c.status, body)
			}
			b := decoded(t, body)
			told := strings.Join(append(b.Fixes, b.Error), "\n")
			if len(b.Fixes) == 0 || !strings.Contains(told, c.want) {
				t.Errorf("told %q, want %q", told, c.want)
			}
			if res.StatusCode != http.StatusNotFound && strings.Contains(body, "tools") {
				t.Errorf("names the projects: %s", body)
			}
			if got := res.Header.Get("Content-Type"); got != "application/json" {
				t.Errorf("content type %q, want application/json", got)
			}
			if (res.StatusCode == http.StatusUnauthorized) != (res.Header.Get("WWW-Authenticate") != "") || (res.StatusCode == http.StatusMethodNotAllowed) != (res.Header.Get("Allow") != "") {
				t.Errorf("status %d with headers %v", res.StatusCode, res.Header)
			}
		})
	}
}

// TestNoProjectOracle compares what a caller without the token is told of a
// project that exists and of one that does not.
func TestNoProjectOracle(t *testing.T) {
	t.Parallel()
	url := serve(t, newServer(t, options()))
	ask := func(path string) (int, string) {
		res, body := request{method: http.MethodPost, path: path, header: http.Header{"X-Rag-Token": {"guess"}}}.send(t, url)
		return res.StatusCode, body
	}
	statusA, bodyA := ask("/rag-mcp/shop")
	statusB, bodyB := ask("/rag-mcp/nope")
	if statusA != statusB || bodyA != bodyB {
		t.Errorf("existing: %d %s; unknown: %d %s; want the same", statusA, bodyA, statusB, bodyB)
	}
	_, metrics := request{method: http.MethodGet, path: "/metrics", header: http.Header{"X-Rag-Token": nil}}.send(t, url)
	if strings.Contains(metrics, "shop") {
		t.Error("/metrics names a project")
	}
}

func TestAccepted(t *testing.T) {
	t.Parallel()
	type header = http.Header
	o := options()
	o.AllowedHosts = []string{"code.lan"}
	o.AllowedOrigins = []string{"https://code.lan"}
	url := serve(t, newServer(t, o))
	post := http.MethodPost
	for name, r := range map[string]request{
		"token":            {method: post},
		"bearer":           {method: post, header: header{"X-Rag-Token": nil, "Authorization": {"bearer " + token}}},
		"the same twice":   {method: post, header: header{"Authorization": {"Bearer " + token}}},
		"all projects":     {method: post, path: "/rag-mcp/_all"},
		"charset":          {method: post, header: header{"Content-Type": {"application/json; charset=utf-8"}}},
		"localhost":        {method: post, host: "localhost:17080"},
		"loopback v6":      {method: post, host: "[::1]:17080"},
		"loopback net":     {method: post, host: "127.0.0.2"},
		"allowed host":     {method: post, host: "Code.LAN.:443"},
		"own origin":       {method: post, host: "localhost:17080", header: header{"Origin": {"http://localhost:17080"}}},
		"allowed origin":   {method: post, header: header{"Origin": {"https://code.lan"}}},
		"brackets in text": {method: post, body: `{"a":"` + strings.Repeat(`[{\"`, 100) + `"}`},
	} {
		if res, body := r.send(t, url); res.StatusCode != http.StatusOK || !strings.HasPrefix(body, "{") {
			t.Errorf("%s: status %d, body %s", name, res.StatusCode, body)
		}
	}
}

func TestNewNamesTheWrongOption(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*httpserver.Options){
		"Token is empty": func(o *httpserver.Options) { o.Token = "" },
		"1024":           func(o *httpserver.Options) { o.Token = strings.Repeat("x", 2000) },
		"Projects":       func(o *httpserver.Options) { o.Projects = nil },
		"MCP":            func(o *httpserver.Options) { o.MCP = nil },
		"Address":        func(o *httpserver.Options) { o.Address = "localhost" },
		"AllowedOrigins": func(o *httpserver.Options) { o.AllowedOrigins = []string{"code.lan"} },
	} {
		o := options()
		change(&o)
		if _, err := httpserver.New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
