package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/fault"
)

const goodToken = "0123456789abcdef0123456789abcdef"

// values compares configurations by their fields, not by where they come from.
var values = cmpopts.IgnoreUnexported(Config{})

// write writes a file in a new folder and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// environ is an environment with these variables only.
func environ(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func TestLoadNothing(t *testing.T) {
	t.Parallel()
	got, err := Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got, values); diff != "" {
		t.Errorf("Load(\"\") (-want +got)\n%s", diff)
	}
}

func TestLoadSetsFields(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	path := write(t, "config.ini", "\ufeff# of a test\r\n"+`
[server]
address = [::1]:0
token = `+goodToken+`  # with a comment
max_body_bytes = 1 MiB
allowed_hosts = code.example, , [::1]:8080
[embedding]
provider = openai
url = http://127.0.0.1:8000/v1
model = "a model"
query_prefix = "Instruct: find it\nQuery: "
keep_alive = -1s
[search]
weight_dense = .5
[index]
base_excludes = *.gen.go, \#x#
[server]
stop_timeout = 1m
[sweep]
on = off
[log]
level = debug
file = ~/log#1.txt
`)
	want := Default()
	want.Server.Address = "[::1]:0"
	want.Server.Token = goodToken
	want.Server.MaxBodyBytes = MiB
	want.Server.AllowedHosts = []string{"code.example", "[::1]:8080"}
	want.Server.StopTimeout = time.Minute
	want.Embedding.Provider = ProviderOpenAI
	want.Embedding.URL = "http://127.0.0.1:8000/v1"
	want.Embedding.Model = "a model"
	want.Embedding.QueryPrefix = "Instruct: find it\nQuery: "
	want.Embedding.KeepAlive = -time.Second
	want.Search.WeightDense = .5
	want.Index.BaseExcludes = []string{"*.gen.go", `\#x#`}
	want.Sweep.On = false
	want.Log.Level = -4
	want.Log.File = filepath.Join(home, "log#1.txt")
	got, err := Load(path, environ(map[string]string{"HOME": home}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, values); diff != "" {
		t.Errorf("Load (-want +got)\n%s", diff)
	}
}

func TestLoadFillsInTheProvider(t *testing.T) {
	t.Parallel()
	got, err := Load(write(t, "config.ini", "[embedding]\nprovider = ollama\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Embedding.Provider = ProviderOllama
	want.Embedding.URL = "http://127.0.0.1:11434"
	want.Embedding.Model = "nomic-embed-text:v1.5"
	if diff := cmp.Diff(want, got, values); diff != "" {
		t.Errorf("Load (-want +got)\n%s", diff)
	}
}

func TestLoadBuiltinNeedsNothing(t *testing.T) {
	t.Parallel()
	got, err := Load(write(t, "config.ini", "[embedding]\nprovider = builtin\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Embedding.Provider = ProviderBuiltin
	if diff := cmp.Diff(want, got, values); diff != "" {
		t.Errorf("Load (-want +got)\n%s", diff)
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, text, want string }{
		{"unknown section", "[serve]\naddress = :1\n", `F:1: [serve]: unknown section; allowed: database, embedding, index, log, rerank, search, server, sweep`},
		{"unknown key", "[sweep]\n\nevry = s3cret\n", `F:3: [sweep] evry: unknown key; allowed: every, at_start, on`},
		{"key of another case", "[sweep]\nEvery = 1m\n", `F:2: [sweep] Every: unknown key; allowed: every, at_start, on`},
		{"key before a section", "every = 1m\n", `F:1: a key stands before the first section; allowed sections: database, embedding, index, log, rerank, search, server, sweep`},
		{"default section", "[DEFAULT]\nevery = 1m\n", `F:1: [DEFAULT]: unknown section; allowed: database, embedding, index, log, rerank, search, server, sweep`},
		{"second time", "[sweep]\nevery = 1m\n[sweep]\nevery = 2m\n", `F:4: [sweep] every: a second time, first on line 2; keep one`},
		{"no integer", "[search]\nrrf_k = many\n", `F:2: [search] rrf_k = "many": not an integer; allowed: 1 to 1000`},
		{"empty integer", "[search]\nrrf_k =\n", `F:2: [search] rrf_k = "": not an integer; allowed: 1 to 1000`},
		{"out of range", "[search]\nrrf_k = 0\n", `F:2: [search] rrf_k = "0": out of range; allowed: 1 to 1000`},
		{"not a number", "[search]\nweight_dense = NaN\n", `F:2: [search] weight_dense = "NaN": out of range; allowed: 0 to 100`},
		{"bare duration", "[sweep]\nevery = 600\n", `F:2: [sweep] every = "600": not a duration like "500ms", "30s" or "10m"; allowed: 10s to 168h`},
		{"size", "[index]\nmax_file_bytes = 1MB\n", `F:2: [index] max_file_bytes = "1MB": not a size like "6000", "64KiB" or "4MiB"; allowed: 1KiB to 64MiB`},
		{"size overflow", "[index]\nmax_file_bytes = 9999999999GiB\n", `F:2: [index] max_file_bytes = "9999999999GiB": too large; allowed: 1KiB to 64MiB`},
		{"word", "[log]\nformat = xml\n", `F:2: [log] format = "xml": unknown word; allowed: text, json`},
		{"boolean", "[sweep]\non = maybe\n", `F:2: [sweep] on = "maybe": unknown word; allowed: true, false, yes, no, on, off`},
		{"address", "[server]\naddress = 17080\n", `F:2: [server] address = "17080": not HOST:PORT; allowed: HOST:PORT`},
		{"port", "[server]\naddress = localhost:http\n", `F:2: [server] address = "localhost:http": port is not a number from 0 to 65535; allowed: HOST:PORT`},
		{"host", "[server]\nallowed_hosts = a.example, http://b\n", `F:2: [server] allowed_hosts = "a.example, http://b": item "http://b": port is not a number from 0 to 65535; allowed: HOST or HOST:PORT`},
		{"origin", "[server]\nallowed_origins = https://a.example/\n", `F:2: [server] allowed_origins = "https://a.example/": item "https://a.example/": not an origin; allowed: SCHEME://HOST or SCHEME://HOST:PORT`},
		{"short token", "[server]\ntoken = s3cret\n", `F:2: [server] token: has 6 characters; allowed: 16 to 512 printable ASCII characters without spaces`},
		{"unexpanded token", "[server]\ntoken = ${A_VARIABLE_NOT_SET}\n", `F:2: [server] token: holds an unexpanded ${...}; allowed: 16 to 512 printable ASCII characters without spaces`},
		{"token for a header", "[server]\ntoken = s3cret s3cret s3cret\n", `F:2: [server] token: holds a space or a character that is not printable ASCII; allowed: 16 to 512 printable ASCII characters without spaces`},
		{"equal tokens", "[server]\ntoken = s3crets3crets3cret\nadmin_token = s3crets3crets3cret\n", `F:3: [server] admin_token: must differ from token`},
		{"database", "[database]\nurl = mysql://u:s3cret@h/d\n", `F:2: [database] url: does not start with "postgres://"; allowed: postgres://USER:PASSWORD@HOST:PORT/DATABASE`},
		{"database password", "[database]\nurl = postgres://u:s3cret%@h/d\n", `F:2: [database] url: not a URL; special characters of a password are written %XX; allowed: postgres://USER:PASSWORD@HOST:PORT/DATABASE`},
		{"no database", "[database]\nurl = postgres://u:s3cret@h/\n", `F:2: [database] url: names no database; allowed: postgres://USER:PASSWORD@HOST:PORT/DATABASE`},
		{"model credentials", "[embedding]\nurl = http://u:s3cret@h\n", `F:2: [embedding] url: holds credentials; they belong in api_key; allowed: http://HOST:PORT or https://HOST:PORT, with a path where the server has one`},
		{"openai without url", "[embedding]\nmodel = m\nprovider = openai\n", `[embedding] url: must be set for provider openai`},
		{"prefix escape", "[embedding]\nquery_prefix = a\\q\n", `F:2: [embedding] query_prefix = "a\\q": a backslash is followed by neither "n" nor a backslash; allowed: one line; \n is a line break; quote it where spaces at the ends count`},
		{"glob", "[index]\nbase_excludes = \"a, #b\"\n", `F:2: [index] base_excludes = "a, #b": item "#b": a comment in gitignore's syntax; write \# for a leading #; allowed: gitignore patterns without commas`},
		{"home of another", "[log]\nfile = ~root/log\n", `F:2: [log] file = "~root/log": ~ stands for the home of this user only; write the path in full; allowed: absolute, below ~/, or relative to the folder of config.ini`},
		{"no home", "[log]\nfile = ~/log\n", `F:2: [log] file = "~/log": the home folder is not known; write the path in full; allowed: absolute, below ~/, or relative to the folder of config.ini`},
		{"window", "[index]\nwindow_lines = 10\n", `[index] window_overlap: must not exceed half of window_lines`},
		{"default over max", "[search]\nmax_k = 50\ndefault_k = 51\n", `F:3: [search] default_k: must not exceed max_k`},
		{"no leg", "[search]\nweight_lexical = 0\nweight_dense = 0\n", `F:3: [search] weight_dense: must not be 0 with weight_lexical 0`},
		{"no key", "[log]\ns3cret\n", `F:2: neither "[section]", "key = value" nor a comment`},
		{"colon", "[log]\nlevel: s3cret\n", `F:2: neither "[section]", "key = value" nor a comment`},
		{"no name", "[log]\n = s3cret\n", `F:2: not the name of a key before the "="`},
		{"counter", "[log]\n- = s3cret\n", `F:2: not the name of a key before the "="`},
		{"quoted key", "[log]\n\"level\" = s3cret\n", `F:2: not the name of a key before the "="`},
		{"comment as value", "[log]\nfile = # s3cret\n", `F:2: the value begins like a comment: put the comment on a line of its own, or quote the value`},
		{"open quote", "[log]\nfile = `s3cret\n`\n", "F:2: a quoted value does not end on its line\nF:3: neither \"[section]\", \"key = value\" nor a comment"},
		{"open triple quote", "[log]\nfile = \"\"\"s3cret\n", `F:2: a quoted value does not end on its line`},
		{"open section", "[log\n", `F:1: a section is not closed by "]"`},
		{"keys of an open section", "[sweep]\nevery = 1m\n[log\nlevel = s3cret\n", `F:3: a section is not closed by "]"`},
		{"behind a section", "[log] s3cret\n", `F:1: text follows the "]" of a section`},
		{"no section name", "[]\n", `F:1: a section has no name`},
		{"control character", "[log]\nfile = a\tb\n", `F:2: [log] file = "a\tb": holds a control character; allowed: absolute, below ~/, or relative to the folder of config.ini`},
		{"several", "[sweep]\nevery = soon\n[log]\nlevl = info\n[search]\nmax_k = 0\n",
			"F:2: [sweep] every = \"soon\": not a duration like \"500ms\", \"30s\" or \"10m\"; allowed: 10s to 168h\n" +
				"F:4: [log] levl: unknown key; allowed: level, format, file\n" +
				"[search] default_k: must not exceed max_k\n" +
				"F:6: [search] max_k = \"0\": out of range; allowed: 1 to 500"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, "config.ini", tc.text)
			_, err := Load(path, nil)
			if err == nil {
				t.Fatalf("Load of %q: no error", tc.text)
			}
			got := strings.ReplaceAll(err.Error(), path, "F")
			if diff := cmp.Diff(lines(tc.want), lines(got), cmpopts.SortSlices(strings.Compare)); diff != "" {
				t.Errorf("Load of %q (-want +got)\n%s", tc.text, diff)
			}
			if fault.KindOf(err) != fault.Invalid || len(fault.FixesOf(err)) == 0 {
				t.Errorf("kind %v, fixes %q; want Invalid and a fix", fault.KindOf(err), fault.FixesOf(err))
			}
			if strings.Contains(got, "s3cret") {
				t.Errorf("the error repeats what may be a secret: %s", got)
			}
		})
	}
}

func lines(s string) []string { return strings.Split(s, "\n") }

// Problems come in the order of the file, however they were found.
func TestLoadOrdersProblems(t *testing.T) {
	t.Parallel()
	path := write(t, "config.ini", "[search]\nmax_k = 0\nbad\n[log]\nlevl = info\nformat = xml\n")
	_, err := Load(path, nil)
	if err == nil {
		t.Fatal("no error")
	}
	var got []string
	for _, line := range lines(err.Error()) {
		rest, found := strings.CutPrefix(line, path+":")
		if n, _, _ := strings.Cut(rest, ":"); found {
			got = append(got, n)
		}
	}
	if diff := cmp.Diff([]string{"2", "3", "5", "6"}, got); diff != "" {
		t.Errorf("lines of the problems (-want +got)\n%s", diff)
	}
}

func TestLoadUnreadable(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "config.ini")
	for _, tc := range []struct {
		name, path string
		kind       fault.Kind
		want       string
	}{
		{"missing", missing, fault.NotFound, missing + ": no such file"},
		{"folder", filepath.Dir(missing), fault.Invalid, filepath.Dir(missing) + ": not a regular file"},
		{"device", "/dev/zero", fault.Invalid, "/dev/zero: not a regular file"},
		{"UTF-16", write(t, "utf16.ini", "\xff\xfe[\x00l\x00"), fault.Invalid, "not UTF-8 text"},
		{"huge", write(t, "huge.ini", strings.Repeat("\n", maxFile+1)), fault.TooLarge, "larger than 4MiB"},
	} {
		_, err := Load(tc.path, nil)
		if err == nil || !strings.Contains(err.Error(), tc.want) || fault.KindOf(err) != tc.kind {
			t.Errorf("%s: Load(%q) = %v, kind %v; want %q, kind %v", tc.name, tc.path, err, fault.KindOf(err), tc.want, tc.kind)
		}
	}
}

func TestRequired(t *testing.T) {
	t.Parallel()
	c := Default()
	for _, err := range []error{c.RequireDatabase(), c.RequireToken()} {
		if !fault.Is(err, fault.Invalid) || len(fault.FixesOf(err)) == 0 {
			t.Errorf("error %v, fixes %q; want Invalid with a fix", err, fault.FixesOf(err))
		}
	}
	c.Database.URL, c.Server.Token = "postgres://h/d", goodToken
	if err := c.RequireDatabase(); err != nil {
		t.Error(err)
	}
	if err := c.RequireToken(); err != nil {
		t.Error(err)
	}
}
