package quantize

import (
	"math"
	"slices"
)

// A Query is a vector of length 1 to compare pages with.
type Query struct{ vector []float32 }

// NewQuery returns the query of a vector, which is divided by its length.
func NewQuery(vector []float32) Query {
	q := Query{make([]float32, len(vector))}
	scale := 1 / max(length(vector), tiny)
	for d, x := range vector {
		q.vector[d] = x * scale
	}
	return q
}

// A weighted dimension says what its codes count: weight times the code or, where
// flip is set, times what the code lacks of the largest one.
type weighted struct {
	dimension int
	weight    uint64
	flip      uint64 // all bits or none
}

// A plan says how a query is compared with the vectors of one page.
type plan struct {
	dimensions []weighted
	unit       float32 // what a product of weight and code comes to
	offset     float32 // what every vector has
}

// plan takes the dimensions in which the vectors of the page differ most in the eyes
// of the query, as many as half of them or, where the next ones weigh the same, some
// more; of the rest, their mean. Where what the dimensions count is normally
// distributed, that half makes up thirteen fourteenths of what the products differ by.
func (q Query) plan(p *Page) plan {
	shares := make([]float32, p.dimension) // what a step of the code counts
	var most float32
	for d, x := range q.vector {
		shares[d] = x * p.step[d]
		most = max(most, abs(shares[d]))
	}
	out := plan{unit: max(most, tiny) / maxWeight, dimensions: make([]weighted, 0, p.dimension)}
	var weights [maxWeight + 1]int // how many dimensions have the weight
	for d, share := range shares {
		w := weighted{dimension: d, weight: uint64(math.Round(float64(abs(share) / out.unit)))}
		if share < 0 {
			w.flip = math.MaxUint64
		}
		weights[w.weight]++
		out.dimensions = append(out.dimensions, w)
		out.offset += q.vector[d]*p.low[d] + share*levels/2
	}
	least := uint64(maxWeight)
	for taken := weights[least]; least > 1 && taken < p.dimension/2; taken += weights[least] {
		least--
	}
	out.dimensions = slices.DeleteFunc(out.dimensions, func(w weighted) bool { return w.weight < least })
	for _, w := range out.dimensions {
		out.offset -= out.unit * float32(w.weight) * levels / 2
	}
	return out
}

// tiny stands for 0 where there is a division.
const tiny = 1e-20

func abs(x float32) float32 { return max(x, -x) }

// products appends to out the product of the query and each vector of the page, or
// about that: it is off by what rounding to codes costs, and by what the lesser half
// of the dimensions would have added. A page of another dimension has none.
func (q Query) products(p *Page, out []float32) []float32 {
	if len(q.vector) != p.dimension {
		return out
	}
	plan := q.plan(p)
	for b := 0; b*blockSize < p.count; b++ {
		codes, width := p.block(b)
		n := min(blockSize, p.count-b*blockSize)
		var sums [blockSize]uint32
		for pass := range slices.Chunk(plan.dimensions, passSize) {
			add(&sums, codes, width, pass)
		}
		for _, s := range sums[:n] {
			out = append(out, plan.offset+plan.unit*float32(s))
		}
	}
	return out
}

// add adds to the sum of each vector of the block what the dimensions count. A lane
// has room for the largest sum of a pass.
func add(sums *[blockSize]uint32, codes []uint64, width int, pass []weighted) {
	for word := range width {
		var a, b, c, d uint64
		for _, w := range pass {
			x := codes[w.dimension*width+word] ^ w.flip
			a += x & lane * w.weight
			b += x >> 4 & lane * w.weight
			c += x >> 8 & lane * w.weight
			d += x >> 12 & lane * w.weight
		}
		at := sums[word*perWord : (word+1)*perWord]
		for i := 0; i < perWord; i += perLane {
			at[i] += uint32(a & maxLane)
			at[i+1] += uint32(b & maxLane)
			at[i+2] += uint32(c & maxLane)
			at[i+3] += uint32(d & maxLane)
			a, b, c, d = a>>laneBits, b>>laneBits, c>>laneBits, d>>laneBits
		}
	}
}
