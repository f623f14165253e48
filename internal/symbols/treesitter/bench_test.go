package treesitter

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"coderag/internal/symbols/outline"
	"coderag/internal/symbols/symbolstest"
)

// corpusSize is how much text of a language the benchmarks read.
const corpusSize = 8 << 20

// maxCorpusFile is the largest file they read.
const maxCorpusFile = 1 << 20

var extensions = map[string]string{
	".sh": "bash", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".hpp": "cpp", ".cs": "csharp",
	".ex": "elixir", ".exs": "elixir", ".go": "go", ".hs": "haskell", ".java": "java",
	".js": "javascript", ".kt": "kotlin", ".lua": "lua", ".php": "php", ".py": "python",
	".rb": "ruby", ".rs": "rust", ".scala": "scala", ".ts": "typescript", ".tsx": "tsx", ".zig": "zig",
}

// BenchmarkStages times parsing, parsing with the query, and all of it, per
// language, over the source files below $CODERAG_CORPUS; without that, over Go's
// own.
func BenchmarkStages(b *testing.B) {
	for language, texts := range corpus(b) {
		l := New(Options{}).languages[language]
		w, err := l.borrow()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(language+"/parse", func(b *testing.B) { w.bench(b, l, texts, 1) })
		b.Run(language+"/query", func(b *testing.B) { w.bench(b, l, texts, 2) })
		b.Run(language+"/definitions", func(b *testing.B) { w.bench(b, l, texts, 3) })
		l.put(w)
		l.close()
	}
}

func (w *worker) bench(b *testing.B, l *language, texts []string, stages int) {
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	b.ReportAllocs()
	rounds, start := 0, cpuTime(b)
	for b.Loop() {
		for _, text := range texts {
			w.stages(b, l, outline.Unix(text), stages)
		}
		rounds++
	}
	took := cpuTime(b) - start
	b.ReportMetric(float64(rounds*size)/1e6/took.Seconds(), "MB/cpu-s")
}

// cpuTime returns the processor time used so far, which other processes on the
// machine disturb less than the clock.
func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func (w *worker) stages(b *testing.B, l *language, text string, stages int) {
	tree, err := w.parse(b.Context(), text)
	if err != nil {
		b.Fatal(err)
	}
	defer tree.Close()
	if stages == 1 {
		return
	}
	source, err := w.query(b.Context(), l, tree, text)
	if err != nil {
		b.Fatal(err)
	}
	if stages == 3 {
		source.Definitions()
	}
}

// corpus returns the texts by language.
func corpus(b *testing.B) map[string][]string {
	root := os.Getenv("CODERAG_CORPUS")
	if root == "" {
		root = symbolstest.StandardLibrary(b)
	}
	texts, sizes := map[string][]string{}, map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		language := extensions[filepath.Ext(path)]
		if err != nil || d.IsDir() || language == "" || sizes[language] > corpusSize {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && len(text) < maxCorpusFile {
			texts[language] = append(texts[language], strings.ToValidUTF8(string(text), "?"))
			sizes[language] += len(text)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return texts
}
