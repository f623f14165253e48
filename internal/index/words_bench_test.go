package index

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coderag/internal/code"
	"coderag/internal/postings"
	"coderag/internal/symbols"
	"coderag/internal/symbols/treesitter"
)

// library returns packages of Go's standard library, chunked, with the lines of
// each file.
func library(b *testing.B) (files []*File, lines []code.Lines, size int64) {
	b.Helper()
	root, err := exec.CommandContext(b.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip("go is not installed")
	}
	p := processor{options: Options{}.WithDefaults(), symbols: symbols.New(treesitter.New(treesitter.Options{}))}
	for _, dir := range []string{"net", "net/http", "go/types", "runtime", "syscall"} {
		paths, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", dir, "*.go"))
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			f := &File{FileID: code.FileID{Repo: "go", Path: dir + "/" + filepath.Base(path)}, Text: string(text), Language: "go"}
			p.analyse(context.Background(), f)
			files, lines, size = append(files, f), append(lines, code.NewLines(f.Text)), size+int64(len(text))
		}
	}
	return files, lines, size
}

func BenchmarkWords(b *testing.B) {
	files, lines, size := library(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		var w wordCounter
		for i, f := range files {
			w.Document(f, lines[i])
		}
	}
}

func BenchmarkSegment(b *testing.B) {
	files, _, size := library(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		var lists postings.Builder
		for i, f := range files {
			lists.Add(int64(i+1), f.Words)
		}
		lists.Finish()
	}
}
