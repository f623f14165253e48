package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"coderag/internal/config"
	"coderag/internal/fault"
)

func TestAsk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.serve(t)
	served := s.Read("config.ini")
	tests := []struct {
		name, config string
		args         []string
		code         int
		out, err     string
	}{
		{"an answer", served, []string{"ask", "shop", "refund"}, 0, "refund.py:4", ""},
		{"from all", served, []string{"ask", "_all", "refund", "-k", "1"}, 0, "[shop/api]", ""},
		{"explained", served, []string{"ask", "shop", "refund", "--explain"}, 0, "legs: lexical rank 1 score ", ""},
		{"nothing", served, []string{"ask", "shop", "sourdough zebra money oven"}, 0, "- nowhere: sourdough, zebra, oven", ""},
		{"anyway", served, []string{"ask", "shop", "sourdough zebra money oven", "--anyway"}, 0, "refund.py:4", ""},
		{"never scanned", served, []string{"ask", "new", "x"}, 0, "bin/indexer scan new", ""},
		{"unknown project", served, []string{"ask", "nope", "x"}, fault.ExitNotFound, "", "fix: use one of these: new, shop"},
		{"k too large", served, []string{"ask", "shop", "x", "-k", "99"}, fault.ExitUsage, "", "50"},
		{"k of none", served, []string{"ask", "shop", "x", "-k", "0"}, fault.ExitUsage, "", "k"},
		{"another token", strings.Replace(served, "a-token", "b-token", 1), []string{"ask", "shop", "x"}, fault.ExitUsage, "", "fix: "},
		{"nobody listens", strings.Replace(served, "address = ", "address = 127.0.0.1:1 #", 1), []string{"ask", "shop", "x"}, fault.ExitUnavailable, "", "fix: is the server up?"},
		{"no token", strings.Replace(served, "token = ", "admin_token = ", 1), []string{"ask", "shop", "x"}, fault.ExitUsage, "", "fix: run: make up, which writes"},
	}
	for _, test := range tests {
		s.Write("config.ini", test.config)
		got := s.run(test.args...)
		if got.Code != test.code || !strings.Contains(got.Out, test.out) || !strings.Contains(got.Err, test.err) {
			t.Errorf("%s: %+v, want exit code %d, %q and %q", test.name, got, test.code, test.out, test.err)
		}
	}
}

// Something else at the address is not taken for our server.
func TestAskSomethingElse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	s.address(other.Listener.Addr().String(), "a-token-for-tests-0123456789")
	if got := s.run("ask", "shop", "x"); got.Code != fault.ExitUnavailable || !strings.Contains(got.Err, "Not Found") {
		t.Errorf("%+v", got)
	}
}

func TestBaseURL(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"127.0.0.1:17080": "http://127.0.0.1:17080", ":80": "http://127.0.0.1:80", "0.0.0.0:80": "http://127.0.0.1:80",
		"[::]:80": "http://127.0.0.1:80", "[::1]:80": "http://[::1]:80", "box.example:80": "http://box.example:80",
	} {
		if got := baseURL(config.Config{Server: config.Server{Address: address}}); got != want {
			t.Errorf("%s is reached at %s, want %s", address, got, want)
		}
	}
}
