// Package quantize keeps vectors at four bits a dimension, an eighth of what they
// take as floats, to tell in memory which of many are near a query. The few that
// it finds are then to be compared exactly.
//
// Each dimension has sixteen evenly spaced values around its mean: a scalar
// quantizer. The query is not rounded to them, so only one side of a comparison is
// off (asymmetric distance computation: Jégou, Douze and Schmid, "Product
// Quantization for Nearest Neighbor Search", PAMI 2011). A multiplication of two
// words of 64 bits serves four vectors, whose sums lie beside each other in lanes
// of 16 bits.
package quantize

import (
	"errors"
	"math"
)

// PageSize is how many vectors a page has at most.
const PageSize = 4096

const (
	blockSize  = 128 // vectors whose codes of one dimension fill a cache line
	perWord    = 16  // codes in a word
	levels     = 15  // the largest code
	lane       = 0x000F000F000F000F
	laneBits   = 16
	maxLane    = 1<<laneBits - 1
	perLane    = 4   // codes of a word between those of one lane
	passSize   = 128 // dimensions whose products fit into a lane
	maxWeight  = maxLane / (levels * passSize)
	deviations = 2.6 // how far from the mean the codes reach
)

// A Page is an immutable set of vectors of the same dimension. It is safe for
// concurrent use.
type Page struct {
	dimension int
	count     int
	low       []float32 // by dimension: what code 0 stands for
	step      []float32 // by dimension: what each next code adds
	codes     []uint64  // by block, dimension, and sixteen vectors of the block
}

// NewPage returns the vectors, 1 to PageSize of them and of equal dimension, as a
// page. Vectors are divided by their lengths first: products with a query of
// length 1 are cosines.
func NewPage(vectors [][]float32) *Page {
	p := &Page{dimension: len(vectors[0]), count: len(vectors)}
	p.low, p.step = make([]float32, p.dimension), make([]float32, p.dimension)
	scales := make([]float32, len(vectors))
	for i, v := range vectors {
		scales[i] = 1 / max(length(v), tiny)
	}
	p.spread(vectors, scales)
	p.codes = make([]uint64, p.words(p.count)*p.dimension)
	for i, v := range vectors {
		codes, width := p.block(i / blockSize)
		at := i % blockSize
		for d, x := range v {
			codes[d*width+at/perWord] |= p.code(d, x*scales[i]) << (at % perWord * 4)
		}
	}
	return p
}

// spread sets the lowest value and the step of each dimension, for codes that reach as
// far from the mean as the values do, or as most of them. Rows are read in their order:
// they are more than a cache holds.
func (p *Page) spread(vectors [][]float32, scales []float32) {
	sums, squares, reach := make([]float64, p.dimension), make([]float64, p.dimension), make([]float64, p.dimension)
	for i, v := range vectors {
		for d, x := range v {
			x := float64(x * scales[i])
			sums[d] += x
			squares[d] += x * x
		}
	}
	n := float64(len(vectors))
	for i, v := range vectors {
		for d, x := range v {
			reach[d] = max(reach[d], math.Abs(float64(x*scales[i])-sums[d]/n))
		}
	}
	for d := range p.dimension {
		mean := sums[d] / n
		reach[d] = min(reach[d], deviations*math.Sqrt(max(0, squares[d]/n-mean*mean)))
		p.low[d], p.step[d] = float32(mean-reach[d]), float32(2*reach[d]/levels)
	}
}

func length(v []float32) float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return float32(math.Sqrt(sum))
}

func (p *Page) code(d int, x float32) uint64 {
	if p.step[d] == 0 {
		return 0
	}
	return uint64(min(max(0, math.Round(float64((x-p.low[d])/p.step[d]))), levels))
}

// words returns how many words of a dimension so many vectors take.
func (*Page) words(vectors int) int { return (vectors + perWord - 1) / perWord }

// block returns the codes of a block, and how many words each dimension has there:
// fewer in the last block.
func (p *Page) block(b int) (codes []uint64, width int) {
	first := p.words(b * blockSize)
	width = min(blockSize/perWord, p.words(p.count)-first)
	return p.codes[first*p.dimension : (first+width)*p.dimension], width
}

// Count returns the number of vectors.
func (p *Page) Count() int { return p.count }

// Bytes returns about how much memory the page takes.
func (p *Page) Bytes() int { return 8*len(p.codes) + 8*p.dimension }

// errPage is the error for data that is no page.
var errPage = errors.New("damaged page of vectors")
