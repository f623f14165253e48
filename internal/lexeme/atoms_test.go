package lexeme_test

import (
	"strings"
	"testing"

	"coderag/internal/lexeme"
)

func TestAtoms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"getUserByID":            "get user by id",
		"get_user-by-ID":         "get user by id",
		"plain words":            "plain words",
		"HTTPServer OAuthToken":  "http server auth token",
		"json5 sha256sum":        "json sha 256 sum",
		"x_y v2 i18n":            "xy v2 i18n", // nothing of x_y is longer than a character
		"0x7fffffff 12 deadbee1": "0x7fffffff 12 deadbee1",
		"user's":                 "user",
		"日本語":                    "日本 本語",
		"{}":                     "",
	} {
		var got []string
		var s lexeme.Scanner
		s.Atoms(text, func(word []byte) { got = append(got, string(word)) })
		if strings.Join(got, " ") != want {
			t.Errorf("Atoms(%q) = %q, want %q", text, got, want)
		}
	}
}

// A Scanner is as good as new after Atoms.
func TestEachAfterAtoms(t *testing.T) {
	t.Parallel()
	var s lexeme.Scanner
	s.Atoms("getUser", func([]byte) {})
	var got []string
	s.Each("getUser", func(word []byte) { got = append(got, string(word)) })
	if strings.Join(got, " ") != "getuser get user" {
		t.Errorf("Each after Atoms gives %q", got)
	}
}
