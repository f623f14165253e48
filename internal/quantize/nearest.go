package quantize

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A Match is a vector of several pages with its product.
type Match struct {
	Page    int // index of the page
	At      int // index of the vector in it
	Product float32
}

// byProduct orders matches by decreasing product, ties by place.
func byProduct(a, b Match) int {
	if a.Product != b.Product { // nearly always
		return cmp.Compare(b.Product, a.Product)
	}
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.At, b.At))
}

// Nearest returns the limit matches with the largest products among the vectors
// that allowed lets through, best first; nil allows all. Pages of another dimension
// have none. It uses all processors; allowed is called by several at once, and only
// for vectors that might be among the best.
func (q Query) Nearest(pages []*Page, limit int, allowed func(page, at int) bool) []Match {
	if limit <= 0 {
		return nil
	}
	var next atomic.Int64
	parts := make([]best, min(len(pages), runtime.GOMAXPROCS(0)))
	var workers sync.WaitGroup
	for i := range parts {
		parts[i].limit = limit
		workers.Go(func() {
			var products []float32
			for {
				page := int(next.Add(1)) - 1
				if page >= len(pages) {
					return
				}
				products = q.products(pages[page], products[:0])
				parts[i].addAll(page, products, allowed)
			}
		})
	}
	workers.Wait()
	all := best{limit: limit}
	for _, p := range parts {
		all.matches = append(all.matches, p.matches...)
	}
	all.trim()
	return all.matches
}

// best keeps the best matches seen, at most limit of them, in a buffer of twice
// that.
type best struct {
	limit   int
	matches []Match
	floor   float32 // of the last of limit matches, once there are so many
	full    bool
}

// addAll adds those of the products of a page that are allowed.
func (b *best) addAll(page int, products []float32, allowed func(page, at int) bool) {
	for at, product := range products {
		if b.full && product < b.floor || allowed != nil && !allowed(page, at) {
			continue
		}
		b.add(Match{page, at, product})
	}
}

func (b *best) add(m Match) {
	if b.matches == nil {
		b.matches = make([]Match, 0, 2*b.limit)
	}
	b.matches = append(b.matches, m)
	if len(b.matches) == 2*b.limit {
		b.trim()
		b.floor, b.full = b.matches[b.limit-1].Product, true
	}
}

func (b *best) trim() {
	slices.SortFunc(b.matches, byProduct)
	b.matches = b.matches[:min(len(b.matches), b.limit)]
}
