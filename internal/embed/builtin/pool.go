package builtin

import (
	"encoding/binary"
	"math"
)

// laneWords is how many numbers of a vector are read at once. Of the eight
// bytes every fourth is multiplied together with the one four further, each in
// its half of a word; see add.
const laneWords = 8

// flushAfter is how many products fit into half a word: each is below
// 2^16 * 2^8.
const flushAfter = 1 << 8

// A pooler makes vectors. It is not safe for concurrent use.
type pooler struct {
	table  *table
	reader Reader
	tokens *tokenizer
	counts []uint16 // by token, of the field in hand; zero between fields
	seen   []uint32 // the tokens of the field in hand
	lanes  []uint64 // sums of products, two in each
	bias   int64    // what lanes hold too much, in each half
	sums   []int64  // sums by dimension
	vector []float64
}

func newPooler(t *table) *pooler {
	return &pooler{
		table: t, tokens: newTokenizer(t), counts: make([]uint16, len(t.ids)), lanes: make([]uint64, t.dimension/2),
		sums: make([]int64, t.dimension), vector: make([]float64, t.dimension),
	}
}

// document returns the vector of a document, nil if it has no token.
func (p *pooler) document(text string) []float32 {
	clear(p.vector)
	found := false
	for i, field := range Fields(text) {
		found = p.field(field, p.table.document, p.table.fields[i]) || found
	}
	return p.result(found)
}

// query returns the vector of a question, nil if it has no token.
func (p *pooler) query(text string) []float32 {
	clear(p.vector)
	return p.result(p.field(text, p.table.query, 1))
}

// field adds the vector of one field, made weight long, and reports whether it
// has one.
func (p *pooler) field(text string, scales []byte, weight float64) bool {
	if text == "" {
		return false
	}
	p.count(text)
	for i, id := range p.seen {
		p.add(id, times(binary.LittleEndian.Uint16(scales[2*id:]), p.counts[id]))
		p.counts[id] = 0
		if (i+1)%flushAfter == 0 {
			p.flush()
		}
	}
	p.flush()
	some := len(p.seen) > 0
	p.seen = p.seen[:0]
	return some && p.spend(weight)
}

// count counts the tokens of text.
func (p *pooler) count(text string) {
	p.reader.Words(text, func(word []byte) {
		for _, id := range p.tokens.of(word) {
			if p.counts[id] == 0 {
				p.seen = append(p.seen, id)
			}
			if p.counts[id] < math.MaxUint16 {
				p.counts[id]++
			}
		}
	})
}

// times returns what a token counts that occurs n times: scale times the square
// root of n, in integers, below 2^16.
func times(scale, n uint16) uint64 {
	if n == 1 {
		return uint64(scale)
	}
	return min(uint64(scale)*roots[min(int(n), len(roots)-1)]>>rootBits, math.MaxUint16)
}

const rootBits = 8

// roots holds the square roots of small numbers, with rootBits bits behind the
// point.
var roots = func() (table [1 << 10]uint64) {
	for n := range table {
		for table[n] = 0; (table[n]+1)*(table[n]+1) <= uint64(n)<<(2*rootBits); { //nolint:gosec // not negative
			table[n]++
		}
	}
	return table
}()

// add adds m times the vector of a token to the lanes.
func (p *pooler) add(id uint32, m uint64) {
	if m == 0 {
		return
	}
	const mask = 0x000000ff000000ff
	d := p.table.dimension
	vector, lanes := p.table.vectors[int(id)*d:][:d], p.lanes
	for len(vector) >= laneWords && len(lanes) >= 4 {
		w := binary.LittleEndian.Uint64(vector)
		lanes[0] += (w & mask) * m
		lanes[1] += (w >> 8 & mask) * m
		lanes[2] += (w >> 16 & mask) * m
		lanes[3] += (w >> 24 & mask) * m
		vector, lanes = vector[laneWords:], lanes[4:]
	}
	p.bias += int64(128 * m) //nolint:gosec // below 2^23
}

// flush moves the lanes into the sums.
func (p *pooler) flush() {
	for i, lane := range p.lanes {
		at := i/4*laneWords + i%4
		p.sums[at] += int64(lane&math.MaxUint32) - p.bias //nolint:gosec // below 2^32
		p.sums[at+4] += int64(lane>>32) - p.bias          //nolint:gosec // below 2^32
	}
	clear(p.lanes)
	p.bias = 0
}

// spend adds the sums to the vector, made weight long, and clears them.
func (p *pooler) spend(weight float64) bool {
	norm := 0.0
	for _, s := range p.sums {
		norm += float64(float64(s) * float64(s)) // float64() keeps the product from being fused into the sum
	}
	if norm > 0 {
		scale := weight / math.Sqrt(norm)
		for i, s := range p.sums {
			p.vector[i] += float64(float64(s) * scale)
		}
	}
	clear(p.sums)
	return norm > 0
}

// result returns the vector with length 1.
func (p *pooler) result(found bool) []float32 {
	norm := 0.0
	for _, x := range p.vector {
		norm += float64(x * x)
	}
	if !found || norm == 0 {
		return nil
	}
	norm = math.Sqrt(norm)
	out := make([]float32, len(p.vector))
	for i, x := range p.vector {
		out[i] = float32(x / norm)
	}
	return out
}
