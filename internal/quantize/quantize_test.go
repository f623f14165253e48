package quantize

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// vectors returns n vectors of length 1 around a common mean, as those of a model
// are.
func vectors(n, dimension int, seed uint64) [][]float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	mean := make([]float64, dimension)
	for d := range mean {
		mean[d] = 0.4 * r.NormFloat64()
	}
	out := make([][]float32, n)
	for i := range out {
		v := make([]float32, dimension)
		for d := range v {
			v[d] = float32(mean[d] + r.NormFloat64())
		}
		l := length(v)
		for d := range v {
			v[d] /= l
		}
		out[i] = v
	}
	return out
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// The products are those of the vectors, but for what rounding to four bits and
// leaving out the lesser half of the dimensions costs.
func TestProducts(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ count, dimension int }{
		{1, 3}, {15, 8}, {16, 8}, {17, 256}, {128, 256}, {129, 256}, {1000, 1}, {1000, 768}, {PageSize, 64},
	} {
		all := vectors(tc.count, tc.dimension, 7)
		query := vectors(1, tc.dimension, 8)[0]
		got := NewQuery(query).products(NewPage(all), nil)
		if len(got) != tc.count {
			t.Fatalf("%d vectors of %d: %d products", tc.count, tc.dimension, len(got))
		}
		var squares, spread float64
		mean := 0.0
		for _, v := range all {
			mean += dot(query, v) / float64(len(all))
		}
		for i, v := range all {
			squares += math.Pow(float64(got[i])-dot(query, v), 2)
			spread += math.Pow(dot(query, v)-mean, 2)
		}
		if off := math.Sqrt(squares / max(spread, 1e-6)); off > 0.5 {
			t.Errorf("%d vectors of %d: off by %.2f of what they differ by", tc.count, tc.dimension, off)
		}
	}
}

// Of the vectors nearest to a query, all but few are among twice as many of the
// largest products.
func TestRecall(t *testing.T) {
	t.Parallel()
	for name, stretch := range map[string]float32{"alike": 1, "one dimension dominates": 8} {
		if recall := recallOf(stretched(vectors(PageSize, 256, 1), stretch), stretch); recall < 0.9 {
			t.Errorf("%s: recall %.3f", name, recall)
		}
	}
}

// stretched makes the first dimension of vectors so much longer.
func stretched(all [][]float32, by float32) [][]float32 {
	for _, v := range all {
		v[0] *= by
	}
	return all
}

// recallOf returns how many of the 100 vectors nearest to a query are among 200.
func recallOf(all [][]float32, stretch float32) float64 {
	page := NewPage(all)
	const k = 100
	found := 0
	for seed := range uint64(10) {
		query := stretched(vectors(1, 256, 100+seed), stretch)[0]
		products := NewQuery(query).products(page, nil)
		exact := make([]float32, len(all))
		for i, v := range all {
			exact[i] = float32(dot(query, v)) / length(v)
		}
		guess := largest(products, 2*k)
		for _, i := range largest(exact, k) {
			if slices.Contains(guess, i) {
				found++
			}
		}
	}
	return float64(found) / (10 * k)
}

func largest(scores []float32, n int) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return a - b
	})
	return order[:n]
}

// The length of vectors is no part of their direction.
func TestLengthDoesNotCount(t *testing.T) {
	t.Parallel()
	short := vectors(200, 32, 3)
	var long [][]float32
	for i, v := range short {
		l := slices.Clone(v)
		for d := range l {
			l[d] *= float32(1 + i%2) // a power of two, which rounds nothing
		}
		long = append(long, l)
	}
	query := vectors(1, 32, 4)[0]
	a, b := NewQuery(query).products(NewPage(short), nil), NewQuery(query).products(NewPage(long), nil)
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 0.05 {
			t.Fatalf("vector %d: %v, twice as long %v", i, a[i], b[i])
		}
	}
}

// No sum is too large for its lane: all codes are the largest, or the smallest where
// the query is negative, in dimensions of equal weight. Of dimensions whose weights are
// rounded up to more than a lane has room for, the last ones do not count.
func TestLanesHoldTheLargestSum(t *testing.T) {
	t.Parallel()
	for _, dimension := range []int{2, 4 * maxLane / levels / maxWeight, 2900, maxLane / levels} {
		far, near := make([]float32, dimension), make([]float32, dimension)
		for d := range far {
			near[d] = 1
			if d%2 == 1 {
				near[d] = -1
			}
			far[d] = -near[d]
		}
		got := NewQuery(near).products(NewPage([][]float32{near, far, near, far}), nil)
		for i, want := range []float64{1, -1, 1, -1} {
			if math.Abs(float64(got[i])-want) > 0.01 {
				t.Errorf("%d dimensions, vector %d: %v, want %v", dimension, i, got[i], want)
			}
		}
	}
}

func TestEncoding(t *testing.T) {
	t.Parallel()
	for _, count := range []int{1, 130, PageSize} {
		page := NewPage(vectors(count, 40, 5))
		data, err := page.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		var read Page
		if err := read.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		q := NewQuery(vectors(1, 40, 6)[0])
		if !slices.Equal(q.products(page, nil), q.products(&read, nil)) {
			t.Errorf("%d vectors have other products once read", count)
		}
		for _, cut := range []int{0, 7, 8, len(data) - 1} {
			if err := new(Page).UnmarshalBinary(data[:cut]); err == nil {
				t.Errorf("%d of %d bytes are read as a page", cut, len(data))
			}
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	data, _ := NewPage(vectors(20, 8, 1)).AppendBinary(nil)
	f.Add(data)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0})
	q := NewQuery(vectors(1, 8, 2)[0])
	f.Fuzz(func(t *testing.T, data []byte) {
		var p Page
		if p.UnmarshalBinary(data) != nil {
			return
		}
		if n := len(q.products(&p, nil)); n != 0 && n != p.Count() {
			t.Errorf("%d products of %d vectors", n, p.Count())
		}
	})
}

func BenchmarkProducts(b *testing.B) {
	for _, dimension := range []int{256, 768} {
		page := NewPage(vectors(PageSize, dimension, 1))
		q := NewQuery(vectors(1, dimension, 2)[0])
		var out []float32
		b.Run(map[int]string{256: "256", 768: "768"}[dimension], func(b *testing.B) {
			for b.Loop() {
				out = q.products(page, out[:0])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/PageSize, "ns/vector")
		})
	}
}

// The best of all pages come back, whoever scanned them, and ties by their place.
func TestNearest(t *testing.T) {
	t.Parallel()
	all := vectors(1000, 32, 9)
	all = append(all, all[:500]...)
	var pages []*Page
	for page := range slices.Chunk(all, 100) {
		pages = append(pages, NewPage(page))
	}
	pages = append(pages, NewPage(vectors(10, 16, 1))) // of another model
	q := NewQuery(vectors(1, 32, 10)[0])
	even := func(page, at int) bool { return (page*100+at)%2 == 0 }
	for _, tc := range []struct {
		limit   int
		allowed func(page, at int) bool
	}{{0, nil}, {1, nil}, {30, nil}, {30, even}, {5000, nil}, {5000, even}} {
		var want []Match
		for i, p := range pages[:15] {
			for at, product := range q.products(p, nil) {
				if tc.allowed == nil || tc.allowed(i, at) {
					want = append(want, Match{i, at, product})
				}
			}
		}
		slices.SortFunc(want, byProduct)
		want = want[:min(len(want), tc.limit)]
		if got := q.Nearest(pages, tc.limit, tc.allowed); !slices.Equal(got, want) {
			t.Errorf("limit %d: %v, want %v", tc.limit, got, want)
		}
	}
	if got := q.Nearest(nil, 5, nil); len(got) != 0 {
		t.Errorf("of no pages: %v", got)
	}
}

// BenchmarkNearest scans as many vectors as a large repository has, more than the
// caches of a processor hold.
func BenchmarkNearest(b *testing.B) {
	const pages = 28
	all := vectors(PageSize, 256, 1)
	many := make([]*Page, pages)
	for i := range many {
		many[i] = NewPage(all)
	}
	q := NewQuery(vectors(1, 256, 2)[0])
	for b.Loop() {
		q.Nearest(many, 270, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/pages/PageSize, "ns/vector")
}
