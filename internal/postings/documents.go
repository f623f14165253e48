package postings

import (
	"encoding/binary"
	"math"
)

// Documents describes the files of a segment by slot: what a list leaves out.
// It is immutable and safe for concurrent use.
type Documents struct {
	Files   []int64  // ids
	Stem    []uint16 // words in the file name
	Dirs    []uint16 // words in the directories
	History []uint16 // words in the history, in quarters
	First   []int32  // index of the file's first chunk below; one more entry than files
	Symbol  []uint16 // words in each field, by chunk
	Head    []uint16
	Body    []uint16

	// Lengths of whole files, by slot: the sums over their chunks.
	FileSymbol []int32
	FileHead   []int32
	FileBody   []int32
	Total      Totals
}

// Totals sums lengths over all files of a segment.
type Totals struct{ Files, Chunks, Stem, Dirs, History, Symbol, Head, Body int }

// Add adds u to t.
func (t *Totals) Add(u Totals) {
	t.Files += u.Files
	t.Chunks += u.Chunks
	t.Stem += u.Stem
	t.Dirs += u.Dirs
	t.History += u.History
	t.Symbol += u.Symbol
	t.Head += u.Head
	t.Body += u.Body
}

// Chunks returns the number of chunks of the file at slot.
func (d *Documents) Chunks(slot int) int { return int(d.First[slot+1] - d.First[slot]) }

// Bytes returns about how much memory the documents take.
func (d *Documents) Bytes() int { return 30*len(d.Files) + 6*len(d.Body) }

// documentWriter encodes documents: file id, stem, dirs, history, number of chunks,
// then the three lengths of each chunk, all as unsigned varints.
type documentWriter struct {
	data  []byte
	files int
}

func (w *documentWriter) add(file int64, d Document) {
	w.put(int(file), d.Stem, d.Dirs, d.History, len(d.Chunks))
	for _, c := range d.Chunks {
		w.put(c.Symbol, c.Head, c.Body)
	}
	w.files++
}

func (w *documentWriter) put(values ...int) {
	for _, v := range values {
		w.data = binary.AppendUvarint(w.data, uint64(v))
	}
}

// DecodeDocuments reads what a Builder wrote as Segment.Documents.
func DecodeDocuments(data []byte) (*Documents, error) {
	d := &Documents{First: []int32{0}}
	r := varintReader{data: data}
	for len(r.data) > 0 && !r.bad {
		d.Files = append(d.Files, int64(r.next()))
		d.Stem = append(d.Stem, r.short())
		d.Dirs = append(d.Dirs, r.short())
		d.History = append(d.History, r.short())
		chunks := r.next()
		for ; chunks > 0 && !r.bad; chunks-- {
			d.Symbol = append(d.Symbol, r.short())
			d.Head = append(d.Head, r.short())
			d.Body = append(d.Body, r.short())
		}
		d.First = append(d.First, int32(len(d.Body)))
	}
	if r.bad {
		return nil, ErrCorrupt
	}
	d.sum()
	return d, nil
}

func (d *Documents) sum() {
	for slot := range d.Files {
		first, end := d.First[slot], d.First[slot+1]
		d.FileSymbol = append(d.FileSymbol, int32(sum(d.Symbol[first:end])))
		d.FileHead = append(d.FileHead, int32(sum(d.Head[first:end])))
		d.FileBody = append(d.FileBody, int32(sum(d.Body[first:end])))
	}
	d.Total = Totals{
		Files: len(d.Files), Chunks: len(d.Body),
		Stem: sum(d.Stem), Dirs: sum(d.Dirs), History: sum(d.History), Symbol: sum(d.Symbol), Head: sum(d.Head), Body: sum(d.Body),
	}
}

func sum(lengths []uint16) (n int) {
	for _, l := range lengths {
		n += int(l)
	}
	return n
}

type varintReader struct {
	data []byte
	bad  bool
}

func (r *varintReader) next() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *varintReader) short() uint16 { return uint16(min(r.next(), math.MaxUint16)) }
