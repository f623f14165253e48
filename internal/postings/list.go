package postings

import (
	"encoding/binary"
	"errors"
)

// ErrCorrupt means that stored bytes are not what this package writes.
var ErrCorrupt = errors.New("postings: corrupt")

// maxValue bounds what one varint of a list may say, so that sums of corrupt
// gaps cannot wrap around.
const maxValue = 1 << 34

// A Visitor is told what a list says, in order. Slots number the files of a
// segment from 0; a corrupt list can name slots and chunks its segment lacks.
type Visitor interface {
	File(slot int)
	Count(c FileCounts)
	Chunk(number int, c Counts)
}

// Visit reads a list from front to back. It returns ErrCorrupt when the bytes
// end within an entry; what was visited until then is valid.
func Visit(data []byte, v Visitor) error {
	slot, chunk := 0, 0 // of the next file and chunk without a gap
	for len(data) > 0 {
		value, n := uint64(data[0]), 1
		if value >= 0x80 {
			if value, n = binary.Uvarint(data); n <= 0 {
				return ErrCorrupt
			}
		}
		data = data[n:]
		if value > maxValue || slot == 0 && value&tagMask != tagFile {
			return ErrCorrupt
		}
		gap := int(value >> tagBits)
		switch value & tagMask {
		case tagFile:
			slot += gap
			v.File(slot)
			slot, chunk = slot+1, 0
		case tagCount:
			v.Count(unpackFile(uint64(gap)))
		case tagBody:
			chunk += gap
			v.Chunk(chunk, bodyOnce)
			chunk++
		case tagCounts:
			if len(data) == 0 {
				return ErrCorrupt
			}
			chunk += gap
			v.Chunk(chunk, unpackCounts(data[0]))
			data = data[1:]
			chunk++
		}
	}
	return nil
}
