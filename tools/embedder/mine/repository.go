package main

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"time"

	"coderag/internal/chunk"
	"coderag/internal/code"
	"coderag/internal/embed/builtin"
	"coderag/internal/lang"
	"coderag/internal/symbols"
	"coderag/internal/symbols/gosyntax"
	"coderag/internal/symbols/rules"
	"coderag/internal/symbols/treesitter"
	"coderag/internal/textfile"
	"coderag/internal/walk"
)

// A file is one file of a repository with what the product finds in it.
type file struct {
	code.FileID
	language string
	text     string
	lines    code.Lines
	defs     []code.Definition
	chunks   []code.Chunk
	test     bool

	chunkWords []map[string]bool // of each chunk, once asked for
}

// A repository is one checkout, read by the product's own packages.
type repository struct {
	name   string
	root   code.Root
	files  []*file
	byPath map[string]*file
	defs   map[string][]place // by name
	reader builtin.Reader
}

// A place is a definition in a file.
type place struct {
	file *file
	def  code.Definition
}

const (
	minedBytes   = 200 << 10 // of a file that is mined; larger ones are data, or many alike
	maxFileBytes = 1 << 20   // of a file of a benchmark, as by default in the product
	maxFiles     = 3000      // of one repository
	parseTimeout = 3 * time.Second
)

func newSymbols() *symbols.Set {
	return symbols.New(gosyntax.Extractor{}, treesitter.New(treesitter.Options{}), rules.New())
}

// readRepository reads the files below a folder of a checkout: all that the
// product would index, or without copies of other projects.
func readRepository(ctx context.Context, sets *symbols.Set, dir, under string, whole bool) (*repository, error) {
	r := &repository{
		name: filepath.Base(dir), root: code.Root{Path: filepath.Join(dir, under), Repo: repoLabel(dir)},
		byPath: map[string]*file{}, defs: map[string][]place{},
	}
	rules := walk.Rules{MaxFileBytes: maxFileBytes}
	if !whole {
		rules.MaxFileBytes, rules.BaseExclude = minedBytes, excluded()
	}
	found, err := walk.Root(ctx, r.root, rules)
	if err != nil {
		return nil, err
	}
	for _, entry := range found.Files {
		if len(r.files) == maxFiles && !whole {
			break
		}
		if f := r.readFile(ctx, sets, entry); f != nil {
			r.files = append(r.files, f)
			r.byPath[f.Path] = f
			for _, d := range f.defs {
				r.defs[d.Name] = append(r.defs[d.Name], place{f, d})
			}
		}
	}
	return r, nil
}

func (r *repository) readFile(ctx context.Context, sets *symbols.Set, entry walk.Entry) *file {
	raw, err := textfile.Read(ctx, entry.Abs, maxFileBytes)
	if err != nil {
		return nil
	}
	text, reason, _ := textfile.Decode(raw.Raw)
	if reason != "" || text == "" {
		return nil
	}
	f := &file{FileID: entry.FileID, text: text, lines: code.NewLines(text), test: isTest(entry.Path)}
	f.language = lang.Detect(entry.Path, []byte(text))
	ctx, cancel := context.WithTimeout(ctx, parseTimeout)
	defer cancel()
	if f.defs, err = sets.Extract(ctx, f.language, f.Path, text); err != nil {
		f.defs = nil
	}
	f.chunks = chunk.Split(text, f.lines, f.language, f.defs, chunk.Options{})
	return f
}

// repoLabel is what a repository is called in headers: its name without owner.
func repoLabel(dir string) string {
	_, name, ok := strings.Cut(filepath.Base(dir), "+")
	if !ok {
		name = filepath.Base(dir)
	}
	return name
}

// isTest reports whether a path is that of a test, an example or a fixture.
func isTest(p string) bool {
	name := path.Base(p)
	if strings.Contains(name, "Test.") || strings.Contains(name, "Tests.") || strings.Contains(name, "Spec.") {
		return true
	}
	p = "/" + strings.ToLower(p)
	for _, mark := range []string{"/test", "/spec", "_test.", "_tests.", "-test.", ".test.", "_spec.", ".spec.", "/fixture", "/example", "/bench"} {
		if strings.Contains(p, mark) {
			return true
		}
	}
	return false
}

// stem returns the name of a file without endings and marks of a test.
func stem(p string) string {
	name, _, _ := strings.Cut(strings.ToLower(path.Base(p)), ".")
	for _, mark := range []string{"test_", "_test", "_spec", "-test", "-spec", "spec_", "tests", "test", "spec"} {
		name = strings.TrimSuffix(strings.TrimPrefix(name, mark), mark)
	}
	return strings.Trim(name, "_-")
}
