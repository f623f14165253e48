package search

import (
	"context"

	"coderag/internal/postings"
)

// matches are the files that have words of a query.
type matches struct {
	segments []Segment
	scorers  []*scorer // of each segment
	weights  []float64 // of each term: its rarity
	pairs    []float64 // of each word that two neighbouring terms make together: its rarity
	best     []candidate
}

// match scores every file that has a word of the query by BM25F and keeps the
// best, at most limit. Words are weighted by their rarity in this corpus; a word
// that is everywhere decides nothing.
func match(ctx context.Context, v View, q query, rows *fileRows, limit int) (m matches, err error) {
	segments, err := v.Segments(ctx)
	if err != nil || len(segments) == 0 {
		return m, err
	}
	p := newPlan(q.forms(segments), q.pairs(segments))
	if m.segments, err = v.Postings(ctx, segments, p.words); err != nil {
		return m, err
	}
	if m.segments, err = q.untold(ctx, v, m.segments, p.words); err != nil {
		return m, err
	}
	if err := m.score(p); err != nil {
		return m, err
	}
	m.best, err = bestLive(ctx, rows, m.scorers, q.allowed, limit)
	share(m.best, m.weights)
	return m, err
}

// A plan says which words are read for which term.
type plan struct {
	terms [][]form
	pairs []string
	words []string       // all of them, each once
	at    map[string]int // position in words
}

func newPlan(terms [][]form, pairs []string) plan {
	p := plan{terms: terms, pairs: pairs, at: map[string]int{}}
	for _, forms := range terms {
		for _, f := range forms {
			p.add(f.word)
		}
	}
	for _, word := range pairs {
		p.add(word)
	}
	return p
}

func (p *plan) add(word string) {
	if _, ok := p.at[word]; !ok {
		p.at[word] = len(p.words)
		p.words = append(p.words, word)
	}
}

// score scores the files of each segment: the terms, then, for no score, the
// pairs.
func (m *matches) score(p plan) error {
	c := corpusOf(m.segments, len(p.words))
	for _, seg := range m.segments {
		m.scorers = append(m.scorers, newScorer(seg, c.averages, len(p.terms), len(p.pairs)))
	}
	for _, forms := range p.terms {
		rarity, err := m.term(p, c, forms)
		if err != nil {
			return err
		}
		m.weights = append(m.weights, rarity)
		m.finish(rarity)
	}
	for _, word := range p.pairs {
		if err := m.count(p, word, 1); err != nil {
			return err
		}
		m.pairs = append(m.pairs, idf(c.files[p.at[word]], c.count))
		m.finish(0)
	}
	return nil
}

// term counts the forms of a term and returns its rarity. An abbreviation that is
// more common than the term counts the less: "int" says little about integration.
func (m *matches) term(p plan, c corpus, forms []form) (rarity float64, err error) {
	m.expect(p, forms)
	reference := idf(c.commonest(p, forms), c.count)
	for _, f := range forms {
		likeness := f.likeness
		if likeness < strong {
			likeness *= min(1, idf(c.files[p.at[f.word]], c.count)/reference)
		}
		if err := m.count(p, f.word, likeness); err != nil {
			return 0, err
		}
	}
	having, loosely := 0, 0
	for _, s := range m.scorers {
		n, all := s.frequency()
		having, loosely = having+n, loosely+all
	}
	if having == 0 {
		having = loosely
	}
	return idf(having, c.count), nil
}

// expect makes room for what the forms of the term at hand occur in.
func (m *matches) expect(p plan, forms []form) {
	for i, s := range m.scorers {
		files := 0
		for _, f := range forms {
			files += int(m.segments[i].Frequency[p.at[f.word]])
		}
		s.expect(files)
	}
}

// count adds the lists of a word to the term at hand.
func (m *matches) count(p plan, word string, likeness float64) error {
	at := p.at[word]
	for i, s := range m.scorers {
		if err := s.count(m.segments[i].Lists[at], likeness); err != nil {
			return err
		}
	}
	return nil
}

// finish scores the term at hand in every segment.
func (m *matches) finish(rarity float64) {
	for _, s := range m.scorers {
		s.score(rarity)
	}
}

// A corpus is what scoring needs to know of all segments.
type corpus struct {
	averages
	files []int // by word: how many have it
}

func corpusOf(segments []Segment, words int) corpus {
	var total postings.Totals
	c := corpus{files: make([]int, words)}
	for _, seg := range segments {
		total.Add(seg.Documents.Total)
		for i, n := range seg.Frequency {
			c.files[i] += int(n)
		}
	}
	c.averages = averagesOf(total)
	return c
}

// commonest returns how many files have the most common of the forms that stand
// for the term, or of all where none of these occurs.
func (c corpus) commonest(p plan, forms []form) int {
	having, loosely := 0, 0
	for _, f := range forms {
		n := c.files[p.at[f.word]]
		loosely = max(loosely, n)
		if f.likeness >= strong {
			having = max(having, n)
		}
	}
	if having == 0 {
		return loosely
	}
	return having
}
