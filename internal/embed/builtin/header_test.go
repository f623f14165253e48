package builtin_test

import (
	"testing"

	"coderag/internal/chunk"
	"coderag/internal/embed/builtin"
)

func TestFields(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, folder, name, symbol, content string }{
		{chunk.Header("api", "a/b.go", "go", "Server.handle") + "x\n\ny", "a/", "b", "Server.handle", "x\n\ny"},
		{chunk.Header("api", "a/b.go", "go", "") + "x", "a/", "b", "", "x"},
		{chunk.Header("api", "Makefile", "", "") + "x", "", "Makefile", "", "x"},
		{chunk.Header("api", "a (old)/b", "", "f") + "x", "a (old)/", "b", "f", "x"},
		{chunk.Header("api", "a.go", "go", "f"), "", "a", "f", ""},
		{chunk.Header("api", "x/.gitignore", "", "") + "x", "x/", ".gitignore", "", "x"},
		{chunk.Header("api", "x/y.test.ts", "typescript", "") + "x", "x/", "y.test", "", "x"},
		{"no header", "", "", "", "no header"},
		{"a: b", "", "", "", "a: b"},
		{"a: b\nc\nd\n\ne", "", "", "", "a: b\nc\nd\n\ne"},
		{"\n\nx", "", "", "", "\n\nx"},
		{"", "", "", "", ""},
	} {
		if got, want := builtin.Fields(tt.text), [4]string{tt.folder, tt.name, tt.symbol, tt.content}; got != want {
			t.Errorf("Fields(%q) = %q, want %q", tt.text, got, want)
		}
	}
}
