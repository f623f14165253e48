package postings

import "slices"

// A Part is a stored segment that goes into a merge.
type Part struct {
	Documents *Documents
	Live      func(file int64) bool // whether the file is still current in this segment
	Words     []string              // sorted by byte order
	Lists     [][]byte
}

// A Merger makes one segment of the live files of several parts, in the order they are
// added. It keeps the words of a part and no lists, so one part at a time has to be in
// memory. The zero Merger is ready.
type Merger struct{ merger }

// Add adds the live files of a part.
func (m *Merger) Add(p Part) error { return m.addPart(p) }

// Finish returns the segment and empties the merger.
func (m *Merger) Finish() Segment { return m.builder.Finish() }

// merger copies lists into a builder. As a Visitor it is told of one list at a
// time.
type merger struct {
	builder Builder
	slots   []int // new slot by old slot of the part, -1 for the dead
	list    *list
	word    string
	slot    int
}

func (m *merger) addPart(p Part) error {
	m.slots = m.slots[:0]
	for slot, file := range p.Documents.Files {
		if !p.Live(file) {
			m.slots = append(m.slots, -1)
			continue
		}
		m.slots = append(m.slots, m.builder.documents.files)
		m.builder.documents.add(file, p.Documents.document(slot))
	}
	for i, word := range p.Words {
		m.word, m.list = word, nil
		if err := Visit(p.Lists[i], m); err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) File(slot int) {
	m.slot = -1
	if slot < len(m.slots) {
		m.slot = m.slots[slot]
	}
	if m.slot < 0 {
		return
	}
	if m.list == nil {
		m.list = m.builder.list(m.word)
	}
	m.builder.startFile(m.list, m.slot)
}

func (m *merger) Count(c FileCounts) {
	if m.slot >= 0 {
		m.builder.put(m.list, c.pack(), tagCount)
	}
}

func (m *merger) Chunk(number int, c Counts) {
	if m.slot >= 0 {
		m.builder.addChunk(m.list, number, c)
	}
}

// document returns the lengths of the file at slot, without its words.
func (d *Documents) document(slot int) Document {
	doc := Document{Stem: int(d.Stem[slot]), Dirs: int(d.Dirs[slot]), History: int(d.History[slot])}
	for i := d.First[slot]; i < d.First[slot+1]; i++ {
		doc.Chunks = append(doc.Chunks, FieldLength{int(d.Symbol[i]), int(d.Head[i]), int(d.Body[i])})
	}
	return doc
}

// A SegmentSize is what deciding about merges needs to know of a segment.
type SegmentSize struct {
	ID    int32
	Files int // written to it
	Live  int // still current
}

const (
	mergeWidth   = 8      // segments of about one size that are merged into one
	mergeLargest = 32_768 // files; a segment this large is left alone while most of it is live
)

// PlanMerges returns groups of segments to merge, so that a corpus of n files
// has O(log n) segments plus one for every 32,768 files. Sizes fall into tiers
// of powers of eight; a tier with eight segments becomes one of the next. A
// segment of which a third is dead is rewritten on its own.
func PlanMerges(segments []SegmentSize) [][]int32 {
	var plan [][]int32
	tiers := map[int][]int32{}
	for _, s := range segments {
		switch {
		case s.Live*3 < s.Files*2:
			plan = append(plan, []int32{s.ID})
		case s.Live < mergeLargest:
			tiers[tier(s.Live)] = append(tiers[tier(s.Live)], s.ID)
		}
	}
	for t := range tier(mergeLargest) + 1 {
		if ids := tiers[t]; len(ids) >= mergeWidth {
			slices.Sort(ids)
			plan = append(plan, ids)
		}
	}
	return plan
}

func tier(files int) int {
	t := 0
	for ; files >= mergeWidth; files /= mergeWidth {
		t++
	}
	return t
}
