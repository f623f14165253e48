//go:build clients

package e2e

import (
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// eras are the revisions of the protocol whose requirements are tested: the
// last one with a handshake, and the first without.
var eras = []string{"2025-11-25", "2026-07-28"}

// TestConformance runs the MCP conformance suite. It has no option for a
// header, so a proxy adds the token.
func TestConformance(t *testing.T) {
	t.Parallel()
	server := serve(t, shop(t))
	proxy := withTokenProxy(t, server)
	expected := expectedFailures(t)
	used := make(map[string]bool)
	for _, era := range eras {
		checks := conformance(t, proxy+"/rag-mcp/shop", era)
		passed := 0
		for _, c := range checks {
			if c.Status == "SUCCESS" {
				passed++
			}
			if c.Status != "FAILURE" {
				continue
			}
			pattern := c.match(expected)
			if pattern == "" {
				t.Errorf("%s: %s/%s fails: %s", era, c.scenario, c.ID, c.ErrorMessage)
			}
			used[pattern] = true
		}
		t.Logf("%s: %d checks, %d passed", era, len(checks), passed)
		if passed < 30 {
			t.Errorf("%s: only %d checks passed; did the suite run?", era, passed)
		}
	}
	for _, pattern := range expected {
		if !used[pattern] {
			t.Errorf("testdata/conformance.txt: %s does not fail any more", pattern)
		}
	}
}

// withTokenProxy returns the URL of a proxy in front of the server.
func withTokenProxy(t *testing.T, server *service) string {
	t.Helper()
	target, err := url.Parse("http://" + server.address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // the suite tests what a foreign one is answered
			r.Out.Header.Set("X-RAG-Token", token)
		},
		ErrorLog: log.New(io.Discard, "", 0), // the suite hangs up on streams
	})
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// A check is one verdict of the suite.
type check struct {
	scenario             string
	ID                   string
	Status, ErrorMessage string
}

// match returns the first pattern for the check, "" if there is none.
func (c check) match(patterns []string) string {
	for _, p := range patterns {
		if ok, _ := path.Match(p, c.scenario+"/"+c.ID); ok {
			return p
		}
	}
	return ""
}

// conformance runs what the era requires and returns every verdict.
func conformance(t *testing.T, url, era string) (checks []check) {
	t.Helper()
	c := newClient(t)
	out, _ := c.run(t, nil, "conformance", "server", "--url", url, "--requirements", era, "--output-dir", c.dir)
	files, err := filepath.Glob(filepath.Join(c.dir, "server-*", "checks.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no results (%v):\n%s", err, out)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var of []check
		decode(t, data, &of)
		for _, one := range of {
			one.scenario = scenario(filepath.Base(filepath.Dir(file)))
			checks = append(checks, one)
		}
	}
	return checks
}

// stamp is the time at the end of a folder of results.
var stamp = regexp.MustCompile(`-\d{4}-\d\d-\d\dT[0-9-]+Z$`)

// scenario returns the name of the scenario whose results a folder has.
func scenario(folder string) string {
	return stamp.ReplaceAllString(strings.TrimPrefix(folder, "server-"), "")
}

// expectedFailures returns the patterns of testdata/conformance.txt, each of
// which must have a reason.
func expectedFailures(t *testing.T) (patterns []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "conformance.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(data)) {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		pattern, reason, _ := strings.Cut(l, " ")
		if strings.TrimSpace(reason) == "" {
			t.Errorf("%s has no reason", pattern)
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}
