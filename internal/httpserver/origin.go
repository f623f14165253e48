package httpserver

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"coderag/internal/fault"
)

// addressed refuses requests for a host this service is not: a page whose name
// was rebound to a loopback address carries its own name.
func (s *Server) addressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.knowsHost(r.Host) {
			writeError(w, r, fault.New(fault.Forbidden, "the Host header names a host this service is not").
				Fix("address the service as localhost or 127.0.0.1").
				Fix("to serve another name, add it to config.ini, section [server], key allowed_hosts"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) knowsHost(hostport string) bool {
	host := hostname(hostport)
	if host == "" {
		return false
	}
	if ip := net.ParseIP(host); host == "localhost" || ip.IsLoopback() {
		return true
	}
	bound, _, _ := net.SplitHostPort(s.options.Address)
	if host == hostname(bound) && !net.ParseIP(bound).IsUnspecified() {
		return true
	}
	return slices.ContainsFunc(s.options.AllowedHosts, func(allowed string) bool {
		return allowed == "*" || hostname(allowed) == host
	})
}

// hostname returns the host of host:port in lower case, without brackets and
// the dot of a fully qualified name.
func hostname(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// sameOrigin returns the middleware that refuses what web pages of other
// origins send. http.CrossOriginProtection lets their GET pass, because
// browsers hide the answer; here no page has anything to ask.
func (s *Server) sameOrigin() (middleware, error) {
	protection := http.NewCrossOriginProtection()
	for _, origin := range s.options.AllowedOrigins {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("httpserver: Options.AllowedOrigins: %w", err)
		}
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if protection.Check(asUnsafe(r)) != nil {
				writeError(w, r, fault.New(fault.Forbidden, "the request comes from a web page of another origin").
					Fix("call the service from a program, or add the origin to config.ini, section [server], key allowed_origins"))
				return
			}
			next.ServeHTTP(w, r)
		})
	}, nil
}

// asUnsafe returns r, or, for a GET that says which page sent it, what a POST
// of that page would be.
func asUnsafe(r *http.Request) *http.Request {
	if r.Header.Get("Origin") == "" {
		return r
	}
	unsafe := *r
	unsafe.Method = http.MethodPost
	return &unsafe
}
