package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const otherToken = "fedcba9876543210fedcba9876543210"

func TestSecretsFromElsewhere(t *testing.T) {
	t.Parallel()
	path := write(t, "config.ini", strings.Join([]string{
		"[server]", "token = " + Placeholder, "admin_token_file = secrets/admin",
		"[database]", "url_file = secrets/gone", "[embedding]", "api_key_file = secrets/key",
	}, "\n"))
	secrets := filepath.Join(filepath.Dir(path), "secrets")
	if err := os.Mkdir(secrets, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"admin": goodToken + "\r\n", "key": " k\n"} {
		if err := os.WriteFile(filepath.Join(secrets, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Load(path, environ(map[string]string{"CODERAG_TOKEN": otherToken, "DATABASE_URL": "postgres://h/d"}))
	if err != nil {
		t.Fatal(err)
	}
	got := []string{c.Server.Token, c.Server.AdminToken, c.Database.URL, c.Embedding.APIKey}
	if diff := cmp.Diff([]string{otherToken, goodToken, "postgres://h/d", "k"}, got); diff != "" {
		t.Errorf("secrets (-want +got)\n%s", diff)
	}
}

func TestSecretsRefused(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, text string
		vars       map[string]string
		want       string
	}{
		{"placeholder", "token = CHANGE_ME", nil, "F:2: [server] token: still the placeholder of the example; allowed: " + tokenForm},
		{"both", "token = " + goodToken + "\ntoken_file = /t", nil, "F:3: [server] token_file: [server] token is set too, on line 2; keep one"},
		{"no file", "token_file = gone", nil, "F:2: [server] token_file: DIR/gone: no such file"},
		{"device", "token_file = /dev/zero", nil, "F:2: [server] token_file: /dev/zero: not a regular file"},
		{"empty file", "token_file = empty", nil, "F:2: [server] token_file: DIR/empty: empty"},
		{"short in file", "token_file = short", nil, "DIR/short: [server] token: has 6 characters; allowed: " + tokenForm},
		{"two lines in file", "token_file = lines", nil, "DIR/lines: [server] token: holds a control character; allowed: " + tokenForm},
		{"short in variable", "", map[string]string{"CODERAG_TOKEN": "s3cret"}, "environment CODERAG_TOKEN: [server] token: has 6 characters; allowed: " + tokenForm},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, "config.ini", "[server]\n"+tc.text+"\n")
			dir := filepath.Dir(path)
			for name, text := range map[string]string{"empty": "\n", "short": "s3cret", "lines": goodToken + "\n" + goodToken} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := Load(path, environ(tc.vars))
			if err == nil {
				t.Fatal("no error")
			}
			got := strings.NewReplacer(path, "F", dir, "DIR").Replace(err.Error())
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("Load (-want +got)\n%s", diff)
			}
		})
	}
}
