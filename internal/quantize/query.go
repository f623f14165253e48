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

// A term is what up to four dimensions count that weigh the same.
type term struct {
	weight     uint64 // of each code; below 0, its two's complement
	dimensions []int
}

const (
	together  = 4                  // dimensions of a term
	maxWeight = 32                 // fewer would be too coarse for the rest where one dimension dominates
	maxLane   = 1<<laneBits - 1    // the largest sum of all terms
	laneBits  = 16                 // of a word, for the sum of one vector
	lanes     = 64 / laneBits      // in a word
	nibbles   = 0x0F0F0F0F0F0F0F0F // every other code, with room for the sum of a term
	bytes     = 0x00FF00FF00FF00FF // every other such sum, with room for the sum of all terms
)

// A plan says how a query is compared with the vectors of one page.
type plan struct {
	terms  []term
	bias   uint64  // of every sum, so that none is ever below 0
	unit   float32 // what a product of weight and code comes to
	offset float32 // what every vector has
}

// plan takes the dimensions in which the vectors of the page differ most in the eyes
// of the query, as many as half of them or, where the next ones weigh the same, some
// more, but no more than a lane has room for; of the rest, their mean. Where what the dimensions count is normally
// distributed, that half makes up thirteen fourteenths of what the products differ by.
func (q Query) plan(p *Page) plan {
	shares := make([]float32, p.dimension) // what a step of the code counts
	var most, all float32
	for d, x := range q.vector {
		shares[d] = x * p.step[d]
		most, all = max(most, abs(shares[d])), all+abs(shares[d])
	}
	room := maxLane / levels // for weights
	out := plan{unit: max(most/maxWeight, all/float32(room), tiny)}
	for d, share := range shares {
		out.offset += q.vector[d]*p.low[d] + share*levels/2
	}
	order, starts := byWeight(shares, out.unit)
	left := (p.dimension + 1) / 2
	for weight := maxWeight; weight > 0 && left > 0; weight-- {
		for sign := range 2 {
			at := 2*weight + sign
			dimensions := order[starts[at]:starts[at+1]]
			dimensions = dimensions[:min(len(dimensions), room/weight)]
			room, left = room-weight*len(dimensions), left-len(dimensions)
			out.take(uint64(weight), sign == 1, dimensions)
		}
	}
	return out
}

// byWeight sorts the dimensions by the weights of their shares in units and, of the
// same weight, the positive before the negative ones. Where those of weight w start,
// is at 2w and 2w+1.
func byWeight(shares []float32, unit float32) (order []int, starts [2*maxWeight + 3]int) {
	key := func(share float32) int {
		weight := int(math.Round(float64(abs(share) / unit)))
		if share < 0 {
			return 2*weight + 1
		}
		return 2 * weight
	}
	for _, share := range shares {
		starts[key(share)+1]++
	}
	for i := range starts[1:] {
		starts[i+1] += starts[i]
	}
	order = make([]int, len(shares))
	next := starts
	for d, share := range shares {
		k := key(share)
		order[next[k]] = d
		next[k]++
	}
	return order, starts
}

// take takes dimensions of one weight, which is negative or not.
func (p *plan) take(weight uint64, negative bool, dimensions []int) {
	most := weight * levels * uint64(len(dimensions))
	p.offset -= p.unit * float32(most) / 2
	if negative {
		p.bias += most
		weight = -weight
	}
	for part := range slices.Chunk(dimensions, together) {
		p.terms = append(p.terms, term{weight, part})
	}
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
	sums := make([]sum, p.width())
	for i := range sums {
		for j := range sums[i] {
			sums[i][j] = plan.bias * everyLane
		}
	}
	none := make([]uint64, p.width())
	for _, t := range plan.terms {
		columns := [together][]uint64{none, none, none, none}
		for i, d := range t.dimensions {
			columns[i] = p.column(d)
		}
		add(sums, &columns, t.weight)
	}
	for at := range p.count {
		out = append(out, plan.offset+plan.unit*float32(sums[at/perWord].of(at%perWord)))
	}
	return out
}

// A sum holds those of sixteen vectors: in word i, those of vectors i, i+4, i+8, i+12.
type sum [perWord / lanes]uint64

const everyLane = 0x0001000100010001

func (s *sum) of(vector int) uint64 {
	return s[vector%lanes] >> (vector / lanes * laneBits) & maxLane
}

// add adds to the sums the weight times what four columns come to. A negative weight
// takes from all lanes of a word at once: none of them falls below 0, and so none
// borrows from the next.
func add(sums []sum, columns *[together][]uint64, weight uint64) {
	a, b, c, d := columns[0][:len(sums)], columns[1][:len(sums)], columns[2][:len(sums)], columns[3][:len(sums)]
	for i := range sums {
		even := a[i]&nibbles + b[i]&nibbles + c[i]&nibbles + d[i]&nibbles
		odd := a[i]>>codeBits&nibbles + b[i]>>codeBits&nibbles + c[i]>>codeBits&nibbles + d[i]>>codeBits&nibbles
		s := &sums[i]
		s[0] += even & bytes * weight
		s[1] += odd & bytes * weight
		s[2] += even >> 8 & bytes * weight
		s[3] += odd >> 8 & bytes * weight
	}
}
