package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// A query is a search whose answer is known: the file its words are from.
type query struct {
	text string
	path string
}

// The words of queries, as the corpus has them: of ten, four are the name of a
// declaration, four the first sentence of a doc comment and two a path.
var kinds = []func(*declaration) string{
	(*declaration).nameQuery, (*declaration).docQuery, (*declaration).nameQuery, (*declaration).docQuery, (*declaration).pathQuery,
	(*declaration).nameQuery, (*declaration).docQuery, (*declaration).nameQuery, (*declaration).docQuery, (*declaration).pathQuery,
}

// seed makes the same corpus give the same queries.
const seed = 20240229

// maxTries bounds the search for n different queries in a small corpus, times n.
const maxTries = 200

// queries returns n different queries, each of a declaration drawn at random
// from a file drawn at random: generated files with thousands of declarations
// count no more than others.
func (b *bench) queries(ctx context.Context, n int) ([]query, error) {
	all, err := b.declarations(ctx)
	if err == nil && len(all) == 0 {
		err = fault.New(fault.Invalid, "the corpus has no declaration to search for").Fix("name another folder with -corpus")
	}
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	seen := map[string]bool{"": true}
	var out []query
	for try := 0; len(out) < n; try++ {
		if try > maxTries*n {
			return nil, fault.New(fault.Invalid, "the corpus yields %d different searches, want %d", len(out), n).
				Fix("name a larger folder with -corpus")
		}
		file := all[random.IntN(len(all))]
		d := &file[random.IntN(len(file))]
		text := kinds[len(out)%len(kinds)](d)
		if !seen[text] {
			seen[text] = true
			out = append(out, query{text, d.path})
		}
	}
	return out, nil
}

// A declaration is one of the index, with its file in the copy of the corpus.
type declaration struct {
	abs, path, scope, name string
	doc                    code.Span
}

// declarations returns the declarations of each file that has any.
func (b *bench) declarations(ctx context.Context) (files [][]declaration, err error) {
	defer fault.Wrap(&err, "read declarations")
	rows, err := b.db.Pool().Query(ctx, `
		SELECT f.path, d.scope, d.name, d.doc_start, d.doc_end
		FROM `+project+`.rag_def d JOIN `+project+`.rag_file f ON f.id = d.file_id ORDER BY f.path COLLATE "C", d.number`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var d declaration
		if err := rows.Scan(&d.path, &d.scope, &d.name, &d.doc.Start, &d.doc.End); err != nil {
			return nil, err
		}
		d.abs = filepath.Join(b.corpus, filepath.FromSlash(d.path))
		if len(files) == 0 || files[len(files)-1][0].path != d.path {
			files = append(files, nil)
		}
		files[len(files)-1] = append(files[len(files)-1], d)
	}
	return files, rows.Err()
}

// nameQuery is the name as a caller writes it. Names everybody uses are left
// out.
func (d *declaration) nameQuery() string {
	switch {
	case len(d.name) < 4 || !strings.ContainsFunc(d.name, unicode.IsLetter):
		return ""
	case d.scope != "":
		return d.scope + "." + d.name
	}
	return d.name
}

// pathQuery is the words of the path.
func (d *declaration) pathQuery() string {
	stem := strings.TrimSuffix(d.path, path.Ext(d.path))
	return strings.Join(strings.FieldsFunc(stem, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// docQuery is the first sentence of the doc comment, if it is one.
func (d *declaration) docQuery() string {
	if d.doc.IsZero() {
		return ""
	}
	text, err := os.ReadFile(d.abs)
	if err != nil {
		return ""
	}
	return firstSentence(code.NewLines(string(text)).Range(d.doc).Of(string(text)))
}

// firstSentence returns the first sentence of a comment, without the marks of
// the comment, "" unless it has 4 to 25 words.
func firstSentence(comment string) string {
	var words []string
	for line := range strings.Lines(comment) {
		words = append(words, strings.Fields(strings.Trim(line, "/*#;-!\"' \t\r\n"))...)
	}
	sentence, _, _ := strings.Cut(strings.Join(words, " ")+" ", ". ")
	if n := len(strings.Fields(sentence)); n < 4 || n > 25 {
		return ""
	}
	return strings.TrimSpace(sentence)
}
