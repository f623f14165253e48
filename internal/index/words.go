package index

import (
	"hash/maphash"
	"path"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/history"
	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// maxVocabulary is how many words a counter remembers between files before it
// starts afresh: enough that most words of a project are allocated once.
const maxVocabulary = 1 << 18

// A wordCounter turns files into the words the inverted index holds for them.
// It is not safe for concurrent use; each worker has its own.
type wordCounter struct {
	scanner lexeme.Scanner
	ids     map[string]int32
	words   []string
	counts  []postings.Counts    // of the chunk at hand, by id
	seen    []int32              // ids with counts, in order of first sight
	found   []postings.ChunkWord // of the document at hand, before they are copied to one slice of the right size

	recent []knownWord // by a hash of the word: most words are one of a few thousand
	seed   maphash.Seed

	see     func(word []byte) // is one; kept, since making it anew allocates
	add     func(*postings.Counts)
	counted int
}

// recentWords is how many words are found without a look into the vocabulary,
// which is too large for the processor's caches.
const recentWords = 1 << 13

// A knownWord is a word with its id.
type knownWord struct {
	word string
	id   int32
}

// Document returns the words of f by field. Names of the declarations that
// start in a chunk are its symbols; their signatures, scopes and doc comments
// are its head; all of its text is its body.
func (w *wordCounter) Document(f *File, lines code.Lines) postings.Document {
	if len(w.words) > maxVocabulary {
		*w = wordCounter{}
	}
	if w.ids == nil {
		w.ids, w.recent = make(map[string]int32), make([]knownWord, recentWords)
		w.seed, w.see = maphash.MakeSeed(), w.one
	}
	d := w.file(f)
	starts := definitionsByChunk(f)
	for i, c := range f.Chunks {
		length := w.chunk(f, c.Chunk, starts[i], lines)
		d.Chunks = append(d.Chunks, length)
		for _, id := range w.seen {
			w.found = append(w.found, postings.ChunkWord{Word: w.words[id], Chunk: i, Counts: w.counts[id]})
			w.counts[id] = postings.Counts{}
		}
		w.seen = w.seen[:0]
	}
	d.Words, w.found = slices.Clone(w.found), w.found[:0]
	return d
}

func (w *wordCounter) chunk(f *File, c code.Chunk, defs []code.Definition, lines code.Lines) (n postings.FieldLength) {
	if len(defs) == 0 {
		n.Symbol += w.count(c.Symbol, func(c *postings.Counts) { c.Symbol = increment(c.Symbol) })
	}
	for _, d := range defs {
		n.Symbol += w.count(d.Name, func(c *postings.Counts) { c.Symbol = increment(c.Symbol) })
		head := func(c *postings.Counts) { c.Head = increment(c.Head) }
		n.Head += w.count(d.Scope, head) + w.count(d.Signature, head)
		if !d.DocLines.IsZero() {
			n.Head += w.count(lines.Range(d.DocLines).Of(f.Text), head)
		}
	}
	n.Body = w.count(c.Bytes.Of(f.Text), func(c *postings.Counts) { c.Body = increment(c.Body) })
	return n
}

// count adds the words of text to the counts and returns how many there were.
func (w *wordCounter) count(text string, add func(*postings.Counts)) int {
	w.add, w.counted = add, 0
	w.scanner.Each(text, w.see)
	return w.counted
}

// one counts a word.
func (w *wordCounter) one(word []byte) {
	c := &w.counts[w.id(word)]
	w.add(c)
	w.counted++
}

// id returns the id of the word, and notes that it was seen.
func (w *wordCounter) id(word []byte) int32 {
	r := &w.recent[maphash.Bytes(w.seed, word)%recentWords]
	if r.word != string(word) {
		*r = w.known(word)
	}
	if w.counts[r.id] == (postings.Counts{}) {
		w.seen = append(w.seen, r.id)
	}
	return r.id
}

// known returns the word with its id, a new one if it has none yet.
func (w *wordCounter) known(word []byte) knownWord {
	id, ok := w.ids[string(word)]
	if !ok {
		id = int32(len(w.words))
		w.words = append(w.words, string(word))
		w.counts = append(w.counts, postings.Counts{})
		w.ids[w.words[id]] = id
	}
	return knownWord{w.words[id], id}
}

func increment(n uint8) uint8 { return min(n, 254) + 1 }

// file returns a document with the words of the fields of the whole file: its
// name, its directories, of which the repo counts as the outermost, and what was
// said when it was changed.
func (w *wordCounter) file(f *File) (d postings.Document) {
	dir, name := path.Split(f.Path)
	ext := path.Ext(name)
	if ext == name { // .gitignore is a name, not an extension
		ext = ""
	}
	d.Stem = w.count(strings.TrimSuffix(name, ext), func(c *postings.Counts) { c.Symbol = increment(c.Symbol) })
	d.Dirs = w.count(f.Repo+"/"+dir+ext, func(c *postings.Counts) { c.Head = increment(c.Head) })
	said := w.history(f.Subjects)
	d.History = said.Length()
	slices.Sort(w.seen) // a word of several subjects was seen with each
	w.seen = slices.Compact(w.seen)
	for _, id := range w.seen {
		c := w.counts[id]
		d.File = append(d.File, postings.FileWord{
			Word:   w.words[id],
			Counts: postings.FileCounts{Stem: c.Symbol, Dirs: c.Head, History: said.Count(id)},
		})
		w.counts[id] = postings.Counts{}
	}
	w.seen = w.seen[:0]
	return d
}

// history returns what the subjects say of the file, by the ids of the words.
func (w *wordCounter) history(subjects []history.Subject) (said history.Field[int32]) {
	var words []int32 // of the subject at hand
	for _, s := range subjects {
		n := w.count(s.Text, func(c *postings.Counts) { c.Body = increment(c.Body) })
		words = words[:0]
		for _, id := range w.seen {
			if w.counts[id].Body > 0 {
				words = append(words, id)
			}
			w.counts[id].Body = 0
		}
		said.Add(s.Files, words, n)
	}
	return said
}

// definitionsByChunk returns, for each chunk, the definitions that start in it
// and in no earlier one.
func definitionsByChunk(f *File) [][]code.Definition {
	starts := make([][]code.Definition, len(f.Chunks))
	next := 0
	for _, d := range f.Definitions {
		for next > 0 && f.Chunks[next].Lines.Start > d.Lines.Start {
			next--
		}
		for next < len(f.Chunks)-1 && f.Chunks[next].Lines.End < d.Lines.Start {
			next++
		}
		if next < len(f.Chunks) && f.Chunks[next].Lines.Start <= d.Lines.Start {
			starts[next] = append(starts[next], d)
		}
	}
	return starts
}
