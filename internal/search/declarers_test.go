package search

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/lexeme"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"Session": "Session",
		"session": "session",
		"how is a PreparedRequest built from arguments": "PreparedRequest",
		"where does parse_query handle errors":          "parse_query",
		"Where do sessions end":                         "",
		"how are server sessions closed":                "",
		"Sinatra::Helpers":                              "Sinatra Helpers",
		"compare HTTPServer and httpClient please":      "HTTPServer httpClient",
		"检索": "检索",
	} {
		q := asQuery(query)
		if got := strings.Join(q.names(), " "); got != want {
			t.Errorf("names in %q are %q, want %q", query, got, want)
		}
	}
}

func asQuery(text string) query { return query{terms: telling(lexeme.Query(text))} }

// The best declaration of a name is the one in what else was named, then the one
// written so, then a thing of its own before a detail, then the larger.
func TestBestDeclaration(t *testing.T) {
	t.Parallel()
	declaration := func(name, scope string, kind code.DefKind, start, end int) Declaration {
		return Declaration{Name: name, Scope: scope, Kind: kind, Lines: code.Span{Start: start, End: end}}
	}
	for name, tc := range map[string]struct {
		names []string
		best  Declaration
		share float64
		other []Declaration
	}{
		"as written": {[]string{"Session"}, declaration("Session", "", code.KindClass, 9, 20), 1, []Declaration{
			declaration("session", "", code.KindFunction, 1, 99),
		}},
		"no detail": {[]string{"open"}, declaration("open", "", code.KindFunction, 9, 20), 1, []Declaration{
			declaration("open", "", code.KindField, 1, 99), declaration("open", "", code.KindImpl, 1, 99),
		}},
		"within the other name": {[]string{"Sinatra", "Helpers"}, declaration("Helpers", "Sinatra", code.KindModule, 5, 8), 1, []Declaration{
			declaration("Sinatra", "", code.KindModule, 1, 99),
		}},
		"the larger": {[]string{"open"}, declaration("open", "File", code.KindMethod, 5, 80), 1, []Declaration{
			declaration("open", "Door", code.KindMethod, 1, 2),
		}},
		"one of two": {[]string{"Open", "Close"}, declaration("Open", "", code.KindFunction, 5, 8), 0.5, nil},
		"other case": {[]string{"OPEN"}, declaration("open", "", code.KindFunction, 5, 8), 0.5, nil},
	} {
		d := declarerOf(append(tc.other, tc.best), tc.names)
		if diff := cmp.Diff(tc.best, d.best); diff != "" || d.share != tc.share {
			t.Errorf("%s: share %v, want %v; best (-want +got):\n%s", name, d.share, tc.share, diff)
		}
	}
}

// The code that is shown for a name is its declaration, whatever other chunk of
// the file has more of it.
func TestDeclarationIsShown(t *testing.T) {
	t.Parallel()
	s := newStore(source{id: 1, path: "a.go", chunks: []piece{
		{symbol: "x1", text: "Session Session Session Session\n"},
		{symbol: "x2", text: "nothing of it\n"},
		{symbol: "Session", text: "declared here, with " + words(30)},
	}})
	hit := search(t, s.engine(), Request{Query: "Session"}).Hits[0]
	if !strings.HasPrefix(hit.Excerpt, "declared here") {
		t.Errorf("shown is %q, want the declaration", hit.Excerpt)
	}
}
