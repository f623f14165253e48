package postings

// Recount returns the list as it would be had change been applied to the counts
// of each file before it was written, and how many files it is about. A file of
// which nothing is left is no longer in it. The list given is not changed.
func Recount(data []byte, change func(slot int, c FileCounts) FileCounts) (_ []byte, files int, err error) {
	r := recounter{change: change}
	err = Visit(data, &r)
	return r.list.data, int(r.list.files), err
}

// recounter copies one list. It is a Visitor.
type recounter struct {
	builder Builder // for what it knows of writing a list
	list    list
	change  func(slot int, c FileCounts) FileCounts
	slot    int
}

func (r *recounter) File(slot int) { r.slot = slot }

func (r *recounter) Count(c FileCounts) {
	if c = r.change(r.slot, c); c != (FileCounts{}) {
		r.builder.startFile(&r.list, r.slot)
		r.builder.put(&r.list, c.pack(), tagCount)
	}
}

func (r *recounter) Chunk(number int, c Counts) {
	r.builder.startFile(&r.list, r.slot)
	r.builder.addChunk(&r.list, number, c)
}

// WithHistory returns the documents with other lengths of the history, by slot.
// Everything else is shared with d.
func (d *Documents) WithHistory(lengths []uint16) *Documents {
	other := *d
	other.History, other.Total.History = lengths, sum(lengths)
	return &other
}
