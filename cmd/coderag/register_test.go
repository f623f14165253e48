package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"coderag/internal/cli/clitest"
	"coderag/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const portConfig = "[database]\nurl = postgres://u:p@127.0.0.1:1/x\n[server]\ntoken = " + clitest.Token + "\naddress = 127.0.0.1:17080\n"

// newRegistry has project api and a port, and no need for a database.
func newRegistry(t *testing.T) *clitest.Site {
	t.Helper()
	s := clitest.New(t)
	s.Write("config.ini", portConfig)
	s.Write("api/main.py", "x = 1\n")
	s.List(clitest.Entry("api", "api"))
	return s
}

func registerIn(s *clitest.Site, args ...string) clitest.Result {
	return s.Do(clitest.Command{Run: run, Args: append([]string{"register", "--dir", s.Dir}, args...)})
}

const registered = `{
  "mcpServers": {
    "rag-api": {
      "type": "http",
      "url": "http://127.0.0.1:17080/rag-mcp/api",
      "headers": {
        "X-RAG-Token": "${CODERAG_TOKEN}"
      },
      "alwaysLoad": true
    }
  }
}
`

func TestRegister(t *testing.T) {
	t.Parallel()
	s := newRegistry(t)
	said := func(verb string) clitest.Result {
		return clitest.Result{Out: "$DIR/.mcp.json " + verb + ` the entry "rag-api". Before you start Claude Code there:
  export CODERAG_TOKEN="$(sed -n 's/^token *= *//p' '$DIR/config.ini')"
Or, for you alone and in every folder:
  claude mcp add --scope user --transport http rag-api http://127.0.0.1:17080/rag-mcp/api --header "X-RAG-Token: $CODERAG_TOKEN"
`}
	}
	for _, verb := range []string{"now has", "has"} {
		if diff := cmp.Diff(said(verb), registerIn(s, "api")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", verb, diff)
		}
		if diff := cmp.Diff(registered, s.Read(".mcp.json")); diff != "" {
			t.Errorf("%s: the file (-want +got)\n%s", verb, diff)
		}
	}
}

// What others wrote into the file stays as they wrote it.
func TestRegisterKeepsTheRest(t *testing.T) {
	t.Parallel()
	s := newRegistry(t)
	before := "{\n\t\"zeta\":  [1,2],\n\t\"mcpServers\": {\n\t\t\"other\": {\"command\": \"x\", \"args\": [\"<a>\"]}\n\t},\n\t\"alpha\": null\n}\n"
	s.Write(".mcp.json", before)
	if err := os.Chmod(filepath.Join(s.Dir, ".mcp.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	registerIn(s, "api")
	after := s.Read(".mcp.json")
	head, tail, ok := strings.Cut(after, ",\n\t\t\"rag-api\": {")
	_, tail, closed := strings.Cut(tail, "\n\t\t}")
	if !ok || !closed || head+tail != before {
		t.Errorf("the file was\n%s\nand is\n%s", before, after)
	}
	var file map[string]any
	if err := json.Unmarshal([]byte(after), &file); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(filepath.Join(s.Dir, ".mcp.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v; want 0600", info.Mode(), err)
	}
	s.Write("config.ini", strings.ReplaceAll(portConfig, "17080", "17090"))
	registerIn(s, "api")
	if diff := cmp.Diff(strings.ReplaceAll(after, "17080", "17090"), s.Read(".mcp.json")); diff != "" {
		t.Errorf("another port (-want +got)\n%s", diff)
	}
}

// A file behind a link is changed; the link stays.
func TestRegisterThroughLink(t *testing.T) {
	t.Parallel()
	s := newRegistry(t)
	s.Write("real.json", "{}\n")
	link := filepath.Join(s.Dir, ".mcp.json")
	if err := os.Symlink("real.json", link); err != nil {
		t.Fatal(err)
	}
	registerIn(s, "api")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if diff := cmp.Diff(registered, s.Read("real.json")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, config, file string
		args               []string
		code               int
		err                string
	}{
		{"unknown project", portConfig, "", []string{"nope"}, fault.ExitNotFound, "fix: use one of: api"},
		{"no project", portConfig, "", nil, fault.ExitUsage, "want <project>"},
		{"no JSON", portConfig, "{", []string{"api"}, fault.ExitUsage, "fix: mend or remove"},
		{"an array", portConfig, "[]", []string{"api"}, fault.ExitUsage, "fix: mend or remove"},
		{"servers are none", portConfig, `{"mcpServers": []}`, []string{"api"}, fault.ExitUsage, "fix: mend or remove"},
		{"no fixed port", strings.ReplaceAll(portConfig, "17080", "0"), "", []string{"api"}, fault.ExitUsage, "fix: give it a port"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newRegistry(t)
			s.Write("config.ini", test.config)
			s.Write(".mcp.json", test.file)
			got := registerIn(s, test.args...)
			if got.Code != test.code || !strings.Contains(got.Err, test.err) || got.Out != "" {
				t.Errorf("%+v, want exit code %d and %q", got, test.code, test.err)
			}
			if s.Read(".mcp.json") != test.file {
				t.Errorf("the file was changed to %q", s.Read(".mcp.json"))
			}
		})
	}
}

// However the token is configured, it is not shown, and what is printed leads
// to it.
func TestTokenHint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, config string
		getenv       map[string]string
		want         string
	}{
		{"plain", portConfig, nil, `="$(sed -n 's/^token *= *//p' '$DIR/config.ini')"`},
		{"quoted", strings.Replace(portConfig, clitest.Token, `"`+clitest.Token+`"`, 1), nil, "=THE TOKEN OF $DIR/config.ini"},
		{"with a comment", strings.Replace(portConfig, clitest.Token, clitest.Token+" # mine", 1), nil, "=THE TOKEN OF $DIR/config.ini"},
		{"in a file", strings.Replace(portConfig, "token = "+clitest.Token, "token_file = it's", 1), nil, `="$(cat '$DIR/it'\''s')"`},
		{"in the environment", portConfig, map[string]string{"CODERAG_TOKEN": clitest.Token}, `="$CODERAG_TOKEN"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newRegistry(t)
			s.Write("config.ini", test.config)
			s.Write("it's", clitest.Token+"\n")
			if err := os.Chmod(filepath.Join(s.Dir, "it's"), 0o600); err != nil {
				t.Fatal(err)
			}
			got := s.Do(clitest.Command{Run: run, Args: []string{"register", "--dir", s.Dir, "api"}, Getenv: test.getenv})
			if got.Code != 0 || !strings.Contains(got.Out, "CODERAG_TOKEN"+test.want+"\n") || strings.Contains(got.Out, clitest.Token) {
				t.Errorf("%+v, want %q", got, test.want)
			}
		})
	}
}

// All projects have one entry, and a server on every address is reached over
// the loopback.
func TestRegisterAll(t *testing.T) {
	t.Parallel()
	s := newRegistry(t)
	s.Write("config.ini", strings.ReplaceAll(portConfig, "127.0.0.1:17080", "0.0.0.0:17080"))
	registerIn(s, "_all")
	want := strings.ReplaceAll(strings.ReplaceAll(registered, "rag-api", "rag-all"), "/api", "/_all")
	if diff := cmp.Diff(want, s.Read(".mcp.json")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
