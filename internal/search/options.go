package search

import "time"

// Options tune the read path. Zero values mean the defaults.
type Options struct {
	RRFK          float64       // the constant of reciprocal rank fusion; default 60
	WeightLexical float64       // of the lexical leg; default 1
	WeightDense   float64       // of the dense leg; default 1
	Overfetch     int           // files each leg proposes for every hit wanted, and at least 100; default 2
	PerFileCap    int           // chunks of one file among hits of granularity chunk; default 3
	DefaultK      int           // hits where the request has no K; default 8
	MaxK          int           // default 50
	MaxChars      int           // of one excerpt where the request has no MaxChars; default 2,000
	ReplyChars    int           // of all excerpts of one reply; default 24,000
	MaxSpanLines  int           // lines of one read; default 2,000
	QueryTimeout  time.Duration // a query embedding has; default 500 ms
	Timeout       time.Duration // a search may take; default 5 s
	DenseTimeout  time.Duration // the dense leg has, with its query embedding; default 2 s
	Off           Off           // parts that are turned off; default none

	RerankCandidates int           // places the reranker reads; default 20
	RerankChars      int           // characters it reads of each; default 1,200
	RerankTimeout    time.Duration // it has; default 300 ms
}

// WithDefaults returns o with its zero values replaced.
func (o Options) WithDefaults() Options {
	set(&o.RRFK, 60)
	set(&o.WeightLexical, 1)
	set(&o.WeightDense, 1)
	set(&o.Overfetch, 2)
	set(&o.PerFileCap, 3)
	set(&o.DefaultK, 8)
	set(&o.MaxK, 50)
	set(&o.MaxChars, 2000)
	set(&o.ReplyChars, 24_000)
	set(&o.MaxSpanLines, 2000)
	set(&o.QueryTimeout, 500*time.Millisecond)
	set(&o.Timeout, 5*time.Second)
	set(&o.DenseTimeout, 2*time.Second)
	set(&o.RerankCandidates, 20)
	set(&o.RerankChars, 1200)
	set(&o.RerankTimeout, 300*time.Millisecond)
	return o
}

func set[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
