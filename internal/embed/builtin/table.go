package builtin

import (
	"crypto/sha256"
	_ "embed" // of the weights
	"encoding/binary"
	"encoding/hex"
	"errors"
	"sync"
)

//go:embed model.bin
var weights []byte

// shipped returns the table in the program.
var shipped = sync.OnceValues(func() (*table, error) { return readTable(weights) })

// magic starts the weights, and says in which form they are:
//
//	magic, version of the form
//	uint32   tokens
//	uint32   dimension, a multiple of 8
//	uint32   4 times: how much the folder, the name, the symbol and the content count
//	tokens times: length of the token in bytes, the token
//	uint16   tokens times: scale of the token in a document
//	uint16   tokens times: scale of the token in a question
//	byte     tokens times dimension: the vectors, 128 more than what is meant
//
// Numbers are little-endian. Scales are at most maxScale.
const magic = "coderag embedder\x00\x02"

// maxScale leaves room for tokens that occur many times; see times.
const maxScale = 1<<14 - 1

// A table holds the vectors of tokens. It is immutable.
type table struct {
	dimension int
	fields    [numFields]float64
	ids       map[string]uint32
	longest   []uint8 // by start: how many bytes the tokens have at most
	document  []byte
	query     []byte
	vectors   []byte
	digest    string // SHA-256 of the weights
}

// readTable reads weights, which it keeps.
func readTable(data []byte) (*table, error) {
	r := reader{rest: data}
	if string(r.take(len(magic))) != magic {
		return nil, errors.New("the weights start with other than their magic")
	}
	size, dimension := int(r.uint32()), int(r.uint32())
	sum := sha256.Sum256(data)
	t := &table{dimension: dimension, digest: hex.EncodeToString(sum[:]), ids: make(map[string]uint32, min(size, len(data))), longest: make([]uint8, 1<<16)}
	for i := range t.fields {
		t.fields[i] = float64(r.uint32())
	}
	for i := range size {
		if r.short {
			break
		}
		token := r.take(int(r.byte()))
		t.ids[string(token)] = uint32(i)                                          //nolint:gosec // fewer than bytes of data
		t.longest[start(token)] = max(t.longest[start(token)], uint8(len(token))) //nolint:gosec // its length was a byte
	}
	t.document, t.query, t.vectors = r.take(2*size), r.take(2*size), r.take(size*dimension)
	if r.short || len(r.rest) > 0 || len(t.ids) != size || dimension <= 0 || dimension%laneWords != 0 {
		return nil, errors.New("the weights are cut off, or not what their head says")
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	return t, nil
}

// check makes sure that every byte is a token, so that every word has tokens,
// and that no scale is beyond what the sums have room for.
func (t *table) check() error {
	for b := range 256 {
		if _, ok := t.ids[string([]byte{byte(b)})]; !ok {
			return errors.New("a byte is no token")
		}
	}
	for _, scales := range [][]byte{t.document, t.query} {
		for i := 0; i < len(scales); i += 2 {
			if binary.LittleEndian.Uint16(scales[i:]) > maxScale {
				return errors.New("a scale is too large")
			}
		}
	}
	return nil
}

// A reader takes numbers from bytes, and notes when there are too few.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.short = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}
