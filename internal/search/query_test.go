package search

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/fault"
)

// Requests that cannot be answered are refused with what to do, before anything
// is read.
func TestRequestsRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request   Request
		want, fix string
	}{
		"empty":               {Request{}, "the query is empty", "words or identifiers"},
		"only space":          {Request{Query: " \t\n"}, "the query is empty", "words or identifiers"},
		"only punctuation":    {Request{Query: "->{}!=&&"}, "no word or identifier", "grep"},
		"only NUL":            {Request{Query: "\x00\x00"}, "no word or identifier", "grep"},
		"k negative":          {Request{Query: "retry", K: -1}, "k is -1", "from 1 to 50"},
		"k huge":              {Request{Query: "retry", K: 1_000_000_000}, "k is 1000000000", "from 1 to 50"},
		"max_chars negative":  {Request{Query: "retry", MaxChars: -5}, "max_chars is -5", "from 1"},
		"unknown granularity": {Request{Query: "retry", Granularity: "line"}, `granularity is "line"`, "file or chunk"},
		"unknown expand":      {Request{Query: "retry", Expand: "all"}, `expand is "all"`, "symbol or none"},
		"repo not UTF-8":      {Request{Query: "retry", Repo: "a\xff"}, `repo "a\xff"`, "UTF-8"},
		"path with NUL":       {Request{Query: "retry", PathPrefix: "a\x00b"}, `path_prefix "a\x00b"`, "NUL"},
		"language not UTF-8":  {Request{Query: "retry", Language: "\xfe"}, `language "\xfe"`, "UTF-8"},
	} {
		s := shop()
		for kind, run := range map[string]func() error{
			"engine":     func() error { _, err := s.engine().Search(t.Context(), tc.request); return err },
			"federation": func() error { _, err := Federation{s.engine(), s.engine()}.Search(t.Context(), tc.request); return err },
		} {
			err := run()
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s, %s: %v, want %q of kind Invalid", kind, name, err, tc.want)
				continue
			}
			if strings.Count(err.Error(), tc.want) != 1 {
				t.Errorf("%s, %s: %q says it more than once", kind, name, err)
			}
			if fixes := strings.Join(fault.FixesOf(err), "\n"); !strings.Contains(fixes, tc.fix) {
				t.Errorf("%s, %s: fixes %q, want %q", kind, name, fixes, tc.fix)
			}
		}
		if s.queries.Load()+s.fileCalls.Load() > 0 {
			t.Errorf("%s: the store was asked", name)
		}
	}
}

// Odd queries that do have words are answered.
func TestOddQueries(t *testing.T) {
	t.Parallel()
	long := "retry " + strings.Repeat("other stuff ", 90_000) // 1 MB
	for name, query := range map[string]string{
		"NUL between words": "retry\x00retry", "not UTF-8": "\xff retry \xc3(", "a path": "./retry.go:12", "quoted": `"retry" -x +y`,
		"sql": "retry'; DROP TABLE rag_file; --", "1 MB": long,
	} {
		reply := search(t, shop().engine(), Request{Query: query, Anyway: true})
		if len(reply.Hits) == 0 || reply.Hits[0].Matched[0] != "retry" {
			t.Errorf("%s: hits %v, want those for retry", name, pathsOf(reply))
		}
		if noted := strings.Contains(strings.Join(reply.Notes, "\n"), "the query is long"); noted != (name == "1 MB") {
			t.Errorf("%s: notes %q", name, reply.Notes)
		}
	}
}

// A filter that lets no file through is not an answer about the code, and the
// reply says so.
func TestFilterWithoutFiles(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]Request{
		`no indexed file has repo "nope"`:                                           {Repo: "nope"},
		`no indexed file has language "cobol"`:                                      {Language: "cobol"},
		`no indexed file has repo "web" and language "go" and path_prefix "../etc"`: {Repo: "web", Language: "go", PathPrefix: "../etc"},
	} {
		r.Query = "retry"
		reply := search(t, shop().engine(), r)
		if diff := cmp.Diff([]string{want}, reply.Notes); diff != "" || len(reply.Hits) > 0 {
			t.Errorf("%+v: %d hits and notes (-want +got):\n%s", r, len(reply.Hits), diff)
		}
	}
}

func TestOptionsDefaults(t *testing.T) {
	t.Parallel()
	want := Options{
		RRFK: 60, WeightLexical: 1, WeightDense: 1, Overfetch: 2, PerFileCap: 3, DefaultK: 8, MaxK: 50,
		MaxChars: 2000, ReplyChars: 24_000, MaxSpanLines: 2000, QueryTimeout: 500 * time.Millisecond, DenseTimeout: 2 * time.Second, Timeout: 5 * time.Second,
		RerankCandidates: 20, RerankChars: 1200, RerankTimeout: 300 * time.Millisecond,
	}
	if diff := cmp.Diff(want, Options{}.WithDefaults()); diff != "" {
		t.Errorf("defaults as documented (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, want.WithDefaults()); diff != "" {
		t.Errorf("defaults of what is set (-want +got):\n%s", diff)
	}
}
