package chunk_test

import (
	"crypto/sha256"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/chunk"
	"coderag/internal/code"
)

func TestHeader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("漢", 100)
	for _, c := range []struct{ name, repo, path, language, symbol, want string }{
		{"all", "api", "server/handler.go", "go", "Server.handle", "api: server/handler.go (go)\nServer.handle\n\n"},
		{"no symbol", "api", "Makefile", "make", "", "api: Makefile (make)\n\n"},
		{"no language", "api", "LICENSE", "", "", "api: LICENSE\n\n"},
		{"line ends and NUL", "api", "a\nb\tc\r\x00.go", "go", "f\n", "api: a b c  .go (go)\nf \n\n"},
		{"not UTF-8", "api", "a\xff.go", "go", "", "api: a\uFFFD.go (go)\n\n"},
		{"long", "api", long, "go", long, "api: " + long[60:] + " (go)\n" + long[:240] + "\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := chunk.Header(c.repo, c.path, c.language, c.symbol)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("header (-want +got)\n%s", diff)
			}
			if !utf8.ValidString(got) {
				t.Errorf("header %q is not UTF-8", got)
			}
		})
	}
}

func TestEmbeddedText(t *testing.T) {
	t.Parallel()
	file := code.FileID{Repo: "api", Path: "a.go"}
	text := "package a\n\nfunc f() {}\n"
	c := code.Chunk{Bytes: code.Range{Start: 11, End: len(text)}, Symbol: "f"}
	got := chunk.EmbeddedText(file, "go", c, text)
	if diff := cmp.Diff("api: a.go (go)\nf\n\nfunc f() {}", got); diff != "" {
		t.Errorf("embedded text (-want +got)\n%s", diff)
	}
	atEnd := c
	atEnd.Bytes.End--
	if other := chunk.EmbeddedText(file, "go", atEnd, text); chunk.TextSHA(other) != chunk.TextSHA(got) {
		t.Errorf("a final newline changes the text: %q", other)
	}
	if want := sha256.Sum256([]byte(got)); chunk.TextSHA(got) != want {
		t.Errorf("TextSHA is %x, want %x", chunk.TextSHA(got), want)
	}
}
