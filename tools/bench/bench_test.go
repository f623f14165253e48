package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"coderag/internal/walk"
)

func TestPercentile(t *testing.T) {
	t.Parallel()
	var d []time.Duration
	for i := 200; i > 0; i-- {
		d = append(d, time.Duration(i))
	}
	for _, c := range []struct {
		of   []time.Duration
		p    float64
		want time.Duration
	}{
		{d, 50, 100}, {d, 95, 190}, {d, 99, 198}, {d, 100, 200}, {d, 0, 1},
		{d[:1], 99, 200}, {[]time.Duration{3, 1, 2}, 50, 2}, {nil, 50, 0},
	} {
		if got := percentile(c.of, c.p); got != c.want {
			t.Errorf("percentile %v of %d durations is %v, want %v", c.p, len(c.of), got, c.want)
		}
	}
}

func TestParseStat(t *testing.T) {
	t.Parallel()
	line := "42 (post) gres) S 7 42 42 0 -1 4194560 1 2 3 4 150 50 25 75 20 0 1 0 300 1000 10"
	got, ok := parseStat(line)
	want := processStat{name: "post) gres", parent: 7, own: 2 * time.Second, reaped: time.Second}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(processStat{})); !ok || diff != "" {
		t.Errorf("parseStat(%q) = %v (-want +got):\n%s", line, ok, diff)
	}
	for _, bad := range []string{"", "42", "42 (x) S 7", ") ("} {
		if _, ok := parseStat(bad); ok {
			t.Errorf("parseStat(%q) is ok", bad)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	t.Parallel()
	for comment, want := range map[string]string{
		"// Open opens the named file. It never\n// waits.\n": "Open opens the named file",
		"/*\n * Reads a line\n * from the port.\n */":         "Reads a line from the port",
		"# Too short.\n": "",
		"":               "",
	} {
		if got := firstSentence(comment); got != want {
			t.Errorf("firstSentence(%q) = %q, want %q", comment, got, want)
		}
	}
}

func TestStageOfSample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want   string
		frames []string // the innermost first
	}{
		{"parse", []string{"runtime.cgocall", "coderag/internal/symbols/treesitter.(*worker).run", "coderag/internal/index.(*processor).process"}},
		{"words", []string{"runtime.mallocgc", "coderag/internal/index.(*wordCounter).count", "coderag/internal/index.(*processor).process"}},
		{"merge", []string{"coderag/internal/postings.Merge", "coderag/internal/postgres.(*Project).MergeSegments"}},
		{embedStage, []string{"coderag/internal/lexeme.(*Scanner).Next", "coderag/internal/embed/builtin.(*pooler).add", "coderag/internal/index.(*sweep).embedTexts"}},
		{otherStage, []string{"runtime.schedule"}},
		{otherStage, nil},
	} {
		var s profile.Sample
		for _, name := range c.frames {
			s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: name}}}})
		}
		if got := stageOfSample(&s); got != c.want {
			t.Errorf("stage of %q is %q, want %q", c.frames, got, c.want)
		}
	}
}

// Every time of the report shows, in both forms.
func TestTables(t *testing.T) {
	t.Parallel()
	r := Result{
		Corpus: Corpus{Name: "x/src", Files: 2, Bytes: 4e6, Chunks: 3},
		Scan:   Scan{Wall: 2 * time.Second, CPU: 3 * time.Second},
		Schema: Schema{Total: 8e6, Tables: []Table{{Name: "rag_def", Rows: 5, Total: 8e6}}},
		Stages: []Stage{{"parse", time.Second}},
		Words:  Words{Scan: Scan{Wall: 1500 * time.Millisecond}, Search: Latency{Searches: 200, P50: 9 * time.Millisecond}},
		Search: Search{One: Latency{Clients: 1, P50: 12 * time.Millisecond}},
	}
	path := filepath.Join(t.TempDir(), "doc.md")
	if err := os.WriteFile(path, []byte("head\n"+markStart+"old\n"+markEnd+"tail\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := updateMarkdown(path, r.tables()); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	writeText(&text, r.tables())
	markdown, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(markdown, []byte("old")) || !bytes.HasPrefix(markdown, []byte("head\n")) || !bytes.HasSuffix(markdown, []byte("tail\n")) {
		t.Errorf("the Markdown is not replaced between the marks, and only there:\n%s", markdown)
	}
	for _, want := range []string{"2 files, 4.0 MB", "2.0 MB/s", "100 %", "2.00", "12.0 ms", "1.5 s", "200 searches by words alone", "9.0 ms"} {
		if !bytes.Contains(text.Bytes(), []byte(want)) {
			t.Errorf("the text lacks %q:\n%s", want, &text)
		}
		if !bytes.Contains(markdown, []byte(want)) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown)
		}
	}
}

func TestNewWord(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 100 {
		word := newWord()
		if seen[word] || slices.ContainsFunc([]rune(word), func(r rune) bool { return r < 'a' || r > 'z' }) {
			t.Fatalf("newWord() = %q, want letters not seen before", word)
		}
		seen[word] = true
	}
}

func TestWriteRowsOfAbsentFile(t *testing.T) {
	t.Parallel()
	if err := writeRows(&bytes.Buffer{}, []walk.Entry{{Abs: t.TempDir() + "/gone"}}); err == nil {
		t.Error("a file that is gone is no error")
	}
}
