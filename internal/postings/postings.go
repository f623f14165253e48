// Package postings is the inverted index as bytes: which words occur in which
// files and chunks, how often and in which field. It builds, merges and reads
// immutable segments; where they are kept is not its concern.
//
// A segment has one list a word. A list is a sequence of unsigned varints, the
// low two bits of each saying what it is:
//
//	tagFile    the value is the gap to the next file; what follows is about it
//	tagCount   the value packs how often the word is in the fields of the whole file
//	tagBody    the value is the gap to the next chunk, which has the word once, in its body
//	tagCounts  as tagBody, followed by a byte with the counts of each field
//
// so that a rare word costs three bytes and a common one about one and a half
// an occurrence, and a list is written in one pass without looking ahead.
package postings

// Format is the version of the lists and documents. Segments of another one are
// not read: their files are indexed again.
const Format = 3

const (
	tagFile = iota
	tagCount
	tagBody
	tagCounts
	tagBits = 2
	tagMask = 1<<tagBits - 1
)

// Counts says how often a word occurs in the fields of one chunk. BM25 is flat
// well before the ceilings, which let the three share a byte.
type Counts struct {
	Symbol uint8 // in the names of the declarations, at most 3
	Head   uint8 // in signature and doc comment, at most 3
	Body   uint8 // in the whole text of the chunk, at most 15
}

// The highest counts a list can tell.
const (
	maxSymbol = 3
	maxHead   = 3
	maxBody   = 15
)

var bodyOnce = Counts{Body: 1}

func (c Counts) pack() byte {
	return min(c.Symbol, maxSymbol)<<6 | min(c.Head, maxHead)<<4 | min(c.Body, maxBody)
}

func unpackCounts(b byte) Counts {
	return Counts{Symbol: b >> 6, Head: b >> 4 & 3, Body: b & 15}
}

// FileCounts says how often a word occurs in the fields of a whole file.
type FileCounts struct {
	Stem    uint8 // in the file name without its extension, at most 3
	Dirs    uint8 // in the directories above it and the extension, at most 3
	History uint8 // in what was said of the file when it was changed, in quarters, at most 255
}

func (c FileCounts) pack() uint64 {
	return uint64(c.History)<<4 | uint64(min(c.Stem, 3))<<2 | uint64(min(c.Dirs, 3))
}

func unpackFile(v uint64) FileCounts {
	return FileCounts{History: uint8(min(v>>4, 255)), Stem: uint8(v >> 2 & 3), Dirs: uint8(v & 3)}
}

// A Document is the words of one file, to be added to a Builder.
type Document struct {
	File    []FileWord    // words of the fields of the whole file
	Stem    int           // words in the file name
	Dirs    int           // words in the directories
	History int           // words in the history, in quarters
	Chunks  []FieldLength // by chunk number
	Words   []ChunkWord   // by increasing chunk number; each word once a chunk
}

// A FileWord is a word in the fields of a whole file.
type FileWord struct {
	Word   string
	Counts FileCounts
}

// A ChunkWord is a word of a chunk.
type ChunkWord struct {
	Word   string
	Chunk  int
	Counts Counts
}

// A FieldLength is the number of words in each field of a chunk.
type FieldLength struct{ Symbol, Head, Body int }

// A Segment is a finished part of the index, ready to be stored.
type Segment struct {
	Documents  []byte   // see DecodeDocuments
	Vocabulary []byte   // see DecodeVocabulary
	Files      int      // documents in it
	Words      []string // sorted by byte order
	Frequency  []int32  // of each word: the files it occurs in
	Lists      [][]byte // of each word, see Visit
}
