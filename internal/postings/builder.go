package postings

import (
	"encoding/binary"
	"maps"
	"slices"
)

// A Builder collects documents into a segment. It is not safe for concurrent
// use. The zero Builder is ready.
type Builder struct {
	lists     map[string]*list
	documents documentWriter
	bytes     int
}

// list is the list of one word while it grows.
type list struct {
	data  []byte
	files int32
	slot  int // of the last file, plus one
	chunk int // the last chunk, plus one
}

// Add appends the document as the next file of the segment. Words are copied.
func (b *Builder) Add(file int64, d Document) {
	slot := b.documents.files
	b.documents.add(file, d)
	for _, w := range d.File {
		l := b.list(w.Word)
		b.startFile(l, slot)
		b.put(l, w.Counts.pack(), tagCount)
	}
	for _, w := range d.Words {
		l := b.list(w.Word)
		b.startFile(l, slot)
		b.addChunk(l, w.Chunk, w.Counts)
	}
}

// Files returns the number of documents added so far.
func (b *Builder) Files() int { return b.documents.files }

// Bytes returns the size of the lists so far.
func (b *Builder) Bytes() int { return b.bytes }

// Finish returns the segment and empties the builder.
func (b *Builder) Finish() Segment {
	s := Segment{
		Documents: b.documents.data,
		Files:     b.documents.files,
		Words:     slices.Sorted(maps.Keys(b.lists)),
		Frequency: make([]int32, 0, len(b.lists)),
		Lists:     make([][]byte, 0, len(b.lists)),
	}
	s.Vocabulary = encodeVocabulary(s.Words)
	for _, word := range s.Words {
		l := b.lists[word]
		s.Frequency = append(s.Frequency, l.files)
		s.Lists = append(s.Lists, l.data)
	}
	*b = Builder{}
	return s
}

func (b *Builder) list(word string) *list {
	l, ok := b.lists[word]
	if ok {
		return l
	}
	if b.lists == nil {
		b.lists = make(map[string]*list)
	}
	l = &list{}
	b.lists[word] = l
	return l
}

// startFile says that what follows in l is about the file at slot.
func (b *Builder) startFile(l *list, slot int) {
	if l.slot == slot+1 {
		return
	}
	b.put(l, uint64(slot-l.slot), tagFile)
	l.files, l.slot, l.chunk = l.files+1, slot+1, 0
}

func (b *Builder) addChunk(l *list, chunk int, c Counts) {
	gap := uint64(chunk - l.chunk)
	l.chunk = chunk + 1
	if c == bodyOnce {
		b.put(l, gap, tagBody)
		return
	}
	b.put(l, gap, tagCounts)
	l.data = append(l.data, c.pack())
	b.bytes++
}

func (b *Builder) put(l *list, value uint64, tag uint64) {
	before := len(l.data)
	l.data = binary.AppendUvarint(l.data, value<<tagBits|tag)
	b.bytes += len(l.data) - before
}
