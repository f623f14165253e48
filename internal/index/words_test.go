package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/history"
	"coderag/internal/postings"
)

// told is what a document says of a word, by place: "path" or the chunk.
func told(d postings.Document) map[string]map[string]any {
	out := map[string]map[string]any{}
	put := func(word, place string, counts any) {
		if out[word] == nil {
			out[word] = map[string]any{}
		}
		if out[word][place] != nil {
			counts = fmt.Sprintf("twice in %s", place)
		}
		out[word][place] = counts
	}
	for _, w := range d.File {
		put(w.Word, "path", w.Counts)
	}
	for _, w := range d.Words {
		put(w.Word, fmt.Sprint(w.Chunk), w.Counts)
	}
	return out
}

// fileOf returns a file with the chunks given as lines, each a whole number of
// them, and the definitions.
func fileOf(path, text string, spans []code.Span, defs ...code.Definition) (*File, code.Lines) {
	lines := code.NewLines(text)
	f := &File{FileID: id(path), Text: text, Definitions: defs}
	for i, s := range spans {
		f.Chunks = append(f.Chunks, Chunk{Chunk: code.Chunk{Number: i, Lines: s, Bytes: lines.Range(s), Decl: s}})
	}
	return f, lines
}

func TestWordsByField(t *testing.T) {
	t.Parallel()
	f, lines := fileOf("web:cmd/tool/run_all.go", "package tool\n\n// Open docs.\nfunc (s *Shop) Open(door int) {}\n",
		[]code.Span{{Start: 1, End: 1}, {Start: 3, End: 4}},
		code.Definition{
			Name: "Open", Scope: "Shop", Kind: code.KindMethod, Signature: "func (s *Shop) Open(door int)",
			Lines: code.Span{Start: 4, End: 4}, DocLines: code.Span{Start: 3, End: 3},
		})
	var w wordCounter
	d := w.Document(f, lines)
	type c = postings.Counts
	type p = postings.FileCounts
	want := map[string]map[string]any{
		"runall": {"path": p{Stem: 1}}, "run": {"path": p{Stem: 1}}, "all": {"path": p{Stem: 1}},
		"web": {"path": p{Dirs: 1}}, "cmd": {"path": p{Dirs: 1}}, "go": {"path": p{Dirs: 1}},
		"tool":    {"path": p{Dirs: 1}, "0": c{Body: 1}},
		"package": {"0": c{Body: 1}},
		"open":    {"1": c{Symbol: 1, Head: 2, Body: 2}}, // name; signature and comment; both in the text
		"docs":    {"1": c{Head: 1, Body: 1}},
		"shop":    {"1": c{Head: 2, Body: 1}}, // scope and signature
		"func":    {"1": c{Head: 1, Body: 1}},
		"door":    {"1": c{Head: 1, Body: 1}},
		"int":     {"1": c{Head: 1, Body: 1}},
		"s":       {"1": c{Head: 1, Body: 1}},
	}
	if diff := cmp.Diff(want, told(d)); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	lengths := []postings.FieldLength{{Body: 2}, {Symbol: 1, Head: 9, Body: 8}}
	if diff := cmp.Diff(lengths, d.Chunks); diff != "" || d.Stem != 3 || d.Dirs != 4 {
		t.Errorf("stem %d and dirs %d, want 3 and 4; chunks (-want +got):\n%s", d.Stem, d.Dirs, diff)
	}
}

// A word of several subjects is written once, with what they count together.
func TestWordsOfSubjects(t *testing.T) {
	t.Parallel()
	f, lines := fileOf("web:retry.go", "x\n", []code.Span{{Start: 1, End: 1}})
	f.Subjects = []history.Subject{{Text: "Retry the upload", Files: 1}, {Text: "retry retry the door", Files: 4}, {Text: "Open the retry door", Files: 1}}
	var w wordCounter
	d := w.Document(f, lines)
	type p = postings.FileCounts
	want := map[string]map[string]any{
		"retry": {"path": p{Stem: 1, History: 10}}, "the": {"path": p{History: 10}}, "door": {"path": p{History: 6}},
		"upload": {"path": p{History: 4}}, "open": {"path": p{History: 4}},
		"web": {"path": p{Dirs: 1}}, "go": {"path": p{Dirs: 1}}, "x": {"0": postings.Counts{Body: 1}},
	}
	if diff := cmp.Diff(want, told(d)); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	if want := 3*4 + 4*2 + 4*4; d.History != want {
		t.Errorf("history has the length %d, want %d", d.History, want)
	}
}

func TestWordsOfNames(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][2]string{ // stem and directories
		"Makefile":          {"makefile", "api"},
		".gitignore":        {"gitignore", "api"},
		".eslintrc.json":    {"eslintrc", "api json"},
		"a/b.test.ts":       {"b test", "api a ts"},
		"web:x1/util.go":    {"util", "web x1 go"},
		"über/größe.py":     {"größe", "api über py"},
		"archive.tar.gz":    {"archive tar", "api gz"},
		"lib/lib.go":        {"lib", "lib api go"},
		"deploy/Dockerfile": {"dockerfile", "api deploy"},
	} {
		f, lines := fileOf(path, "", nil)
		var w wordCounter
		var stem, dirs []string
		for _, p := range w.Document(f, lines).File {
			if p.Counts.Stem > 0 {
				stem = append(stem, p.Word)
			}
			if p.Counts.Dirs > 0 {
				dirs = append(dirs, p.Word)
			}
		}
		if diff := cmp.Diff(want, [2]string{strings.Join(stem, " "), strings.Join(dirs, " ")}); diff != "" {
			t.Errorf("%s: stem and directories (-want +got):\n%s", path, diff)
		}
	}
}

// A chunk of several small declarations has the names of all; a chunk within a
// large one has the name of that.
func TestWordsOfMergedAndSplitChunks(t *testing.T) {
	t.Parallel()
	def := func(name string, from, to int) code.Definition {
		return code.Definition{Name: name, Signature: "sig" + name, Lines: code.Span{Start: from, End: to}}
	}
	f, lines := fileOf("a.go", "aa\nbb\ncc\ndd\nee\n", []code.Span{{Start: 1, End: 2}, {Start: 3, End: 4}, {Start: 5, End: 5}},
		def("alpha", 1, 1), def("beta", 2, 2), def("gamma", 3, 5))
	f.Chunks[1].Symbol, f.Chunks[2].Symbol = "gamma", "Big.gamma"
	var w wordCounter
	d := w.Document(f, lines)
	got := map[string]string{}
	for _, word := range d.Words {
		if word.Counts.Symbol > 0 {
			got[fmt.Sprintf("%d %s", word.Chunk, word.Word)] = fmt.Sprint(word.Counts.Symbol)
		}
	}
	want := map[string]string{"0 alpha": "1", "0 beta": "1", "1 gamma": "1", "2 gamma": "1", "2 big": "1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("symbols by chunk (-want +got):\n%s", diff)
	}
}

// Nothing of one chunk or file is left in the next, also where a count reached
// its ceiling, and after the vocabulary was dropped.
func TestWordCounterStartsAfresh(t *testing.T) {
	t.Parallel()
	busy, busyLines := fileOf("busy.go", strings.Repeat("retry ", 1000)+"\nretry\n", []code.Span{{Start: 1, End: 1}, {Start: 2, End: 2}})
	plain, lines := fileOf("retry.go", "retry twice\n", []code.Span{{Start: 1, End: 1}})
	var fresh, used wordCounter
	want := fresh.Document(plain, lines)
	first := used.Document(busy, busyLines)
	if got := told(first)["retry"]; got["0"] != (postings.Counts{Body: 255}) || got["1"] != (postings.Counts{Body: 1}) {
		t.Errorf("counts of a word 1000 times in one chunk and once in the next: %v", got)
	}
	if diff := cmp.Diff(told(want), told(used.Document(plain, lines))); diff != "" {
		t.Errorf("second file (-with a fresh counter +with a used one):\n%s", diff)
	}
	for i := range maxVocabulary + 1 {
		used.words = append(used.words, "filler")
		used.counts = append(used.counts, postings.Counts{Body: uint8(i)})
	}
	if diff := cmp.Diff(told(want), told(used.Document(plain, lines))); diff != "" {
		t.Errorf("file after a full vocabulary (-want +got):\n%s", diff)
	}
	if len(used.words) > 10 {
		t.Errorf("%d words are remembered after the vocabulary was full, want it dropped", len(used.words))
	}
}

// Definitions belong to the first chunk they start in, wherever chunks overlap
// or leave gaps.
func TestDefinitionsByChunk(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		chunks []code.Span
		starts []int // of definitions
		want   string
	}{
		"one each":       {[]code.Span{{Start: 1, End: 2}, {Start: 3, End: 4}}, []int{1, 3, 4}, "[[1] [3 4]]"},
		"in an overlap":  {[]code.Span{{Start: 1, End: 4}, {Start: 3, End: 8}}, []int{3, 5}, "[[3] [5]]"},
		"in a gap":       {[]code.Span{{Start: 1, End: 2}, {Start: 6, End: 8}}, []int{4, 6}, "[[] [6]]"},
		"before any":     {[]code.Span{{Start: 3, End: 4}}, []int{1}, "[[]]"},
		"on a cut line":  {[]code.Span{{Start: 1, End: 1}, {Start: 1, End: 1}}, []int{1}, "[[1] []]"},
		"out of order":   {[]code.Span{{Start: 1, End: 2}, {Start: 3, End: 4}}, []int{4, 1, 3}, "[[1] [4 3]]"},
		"no chunks":      {nil, []int{1}, "[]"},
		"no definitions": {[]code.Span{{Start: 1, End: 2}}, nil, "[[]]"},
	} {
		f := &File{}
		for _, s := range tc.chunks {
			f.Chunks = append(f.Chunks, Chunk{Chunk: code.Chunk{Lines: s}})
		}
		for _, start := range tc.starts {
			f.Definitions = append(f.Definitions, code.Definition{Lines: code.Span{Start: start, End: start}})
		}
		got := make([][]int, 0)
		for _, defs := range definitionsByChunk(f) {
			var starts []int
			for _, d := range defs {
				starts = append(starts, d.Lines.Start)
			}
			got = append(got, starts)
		}
		if fmt.Sprint(got) != tc.want {
			t.Errorf("%s: definitions at %v in chunks %v are in %v, want %s", name, tc.starts, tc.chunks, got, tc.want)
		}
	}
}
