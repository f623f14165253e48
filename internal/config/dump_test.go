package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func dump(t interface{ Fatal(...any) }, c Config) string {
	var b bytes.Buffer
	if err := c.Dump(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDumpGolden(t *testing.T) {
	t.Parallel()
	path := write(t, "config.ini", strings.Join([]string{
		"[database]", "url = postgres://u:s3cret@h:5432/d?host=/socket&password=s3cret", "max_conns = 5",
		"[server]", "token = " + goodToken, "[embedding]", "provider = ollama", `query_prefix = "find: "`,
	}, "\n"))
	c, err := Load(path, environ(map[string]string{"CODERAG_ADMIN_TOKEN": otherToken, "CODERAG_API_KEY": "http://s3cret/s3cret"}))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(dump(t, c), path, "config.ini")
	for _, secret := range []string{"s3cret", goodToken, otherToken} {
		if strings.Contains(got, secret) {
			t.Errorf("the dump shows the secret %q", secret)
		}
	}
	golden := filepath.Join("testdata", "dump.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("Dump (-want +got); -update accepts it\n%s", diff)
	}
}

// What is dumped, loaded again with the secrets, is the same configuration.
func TestDumpLoadsBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		c := Default()
		awkward := rapid.StringOfN(rapid.RuneFrom([]rune("ab \"'`#;=\\[]%($)é,")), 0, 12, -1)
		c.Embedding.DocumentPrefix = awkward.Draw(t, "document prefix")
		c.Embedding.QueryPrefix = awkward.Draw(t, "query prefix") + rapid.SampledFrom([]string{"", "\n", "\nQuery: "}).Draw(t, "end")
		c.Embedding.Model = awkward.Draw(t, "model")
		c.Log.File = "/" + rapid.StringMatching("[a `#;]{0,8}[a-z]").Draw(t, "log file")
		c.Search.WeightDense = rapid.Float64Range(0.001, 100).Draw(t, "weight")
		c.Index.MaxFileBytes = ByteSize(rapid.Int64Range(int64(MiB), int64(64*MiB)).Draw(t, "size"))
		c.Server.Token = goodToken
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "co`nfig #.ini")
		for range 2 { // the second time from a dump of what came from a file
			if err := os.WriteFile(path, []byte(dump(t, c)), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := Load(path, environ(map[string]string{"CODERAG_TOKEN": goodToken}))
			if err != nil {
				t.Fatalf("Load of a dump: %v", err)
			}
			if diff := cmp.Diff(c, got, values); diff != "" {
				t.Fatalf("Load of a dump (-want +got)\n%s", diff)
			}
			c = got
		}
	})
}
