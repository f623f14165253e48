// Package quantize keeps vectors at four bits a dimension, an eighth of what they
// take as floats, to tell in memory which of many are near a query. The few that
// it finds are then to be compared exactly.
//
// Each dimension has sixteen evenly spaced values around its mean: a scalar
// quantizer. The query is not rounded to them, so only one side of a comparison is
// off (asymmetric distance computation: Jégou, Douze and Schmid, "Product
// Quantization for Nearest Neighbor Search", PAMI 2011). Codes lie by dimension, so
// that those of the dimensions that count for a query are read one after the other,
// and a word of 64 bits has those of sixteen vectors, which are added up and
// multiplied side by side.
package quantize

import (
	"errors"
	"math"
)

// PageSize is how many vectors a page has at most.
const PageSize = 4096

const (
	codeBits   = 4
	perWord    = 64 / codeBits   // codes in a word
	levels     = 1<<codeBits - 1 // the largest code
	deviations = 2.6             // how far from the mean the codes reach
)

// A Page is an immutable set of vectors of the same dimension. It is safe for
// concurrent use.
type Page struct {
	dimension int
	count     int
	low       []float32 // by dimension: what code 0 stands for
	step      []float32 // by dimension: what each next code adds
	codes     []uint64  // by dimension, and sixteen vectors
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
	p.codes = make([]uint64, p.dimension*p.width())
	for first := 0; first < p.count; first += perWord {
		some := vectors[first:min(first+perWord, p.count)]
		for d := range p.dimension {
			var word uint64
			for i, v := range some {
				word |= p.code(d, v[d]*scales[first+i]) << (i * codeBits)
			}
			p.column(d)[first/perWord] = word
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

// width returns how many words the codes of a dimension take.
func (p *Page) width() int { return (p.count + perWord - 1) / perWord }

// column returns the codes of a dimension.
func (p *Page) column(d int) []uint64 { return p.codes[d*p.width() : (d+1)*p.width()] }

// Count returns the number of vectors.
func (p *Page) Count() int { return p.count }

// Bytes returns about how much memory the page takes.
func (p *Page) Bytes() int { return 8*len(p.codes) + 8*p.dimension }

// errPage is the error for data that is no page.
var errPage = errors.New("damaged page of vectors")
