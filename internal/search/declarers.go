package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"coderag/internal/code"
)

// declarationsOfName bounds how many declarations of one name are looked at.
const declarationsOfName = 128

// declarers are the files that declare what the query names, by id.
type declarers map[int64]declarer

// A declarer is a file that declares what the query names.
type declarer struct {
	share float64     // of the names it declares, 1 where all are as written
	best  Declaration // of them
}

// names returns the words of the query that name something in code: identifiers
// of several parts, words with capitals within, and, where the whole query looks
// like a name, every word.
func (q query) names() (names []string) {
	all := looksLikeName(q)
	for _, t := range q.terms {
		if !t.Part && (all || t.Compound() || hasUpper(t.Raw[1:])) && !slices.Contains(names, t.Raw) {
			names = append(names, t.Raw)
		}
	}
	return names
}

// findDeclarers finds the files that declare what the query names.
func findDeclarers(ctx context.Context, v View, q query) (declarers, error) {
	names := q.names()
	if len(names) == 0 {
		return nil, nil
	}
	all, err := v.Declarations(ctx, names, declarationsOfName)
	if err != nil {
		return nil, err
	}
	found := declarers{}
	of := func(d Declaration) int64 { return d.Chunk.File }
	for len(all) > 0 { // they come by file
		n := 1
		for n < len(all) && of(all[n]) == of(all[0]) {
			n++
		}
		found[of(all[0])] = declarerOf(all[:n], names)
		all = all[n:]
	}
	return found, nil
}

// declarerOf returns what the declarations of one file come to.
func declarerOf(declarations []Declaration, names []string) declarer {
	d := declarer{best: slices.MaxFunc(declarations, func(a, b Declaration) int { return compare(a, b, names) })}
	for _, name := range names {
		best := 0.0
		for _, x := range declarations {
			if strings.EqualFold(x.Name, name) {
				best = max(best, fitness(x, names))
			}
		}
		d.share += best / float64(len(names))
	}
	return d
}

// fitness is how well the declaration is what a name in a query means: less where
// the case is another, and less for what usually is a detail of something else.
func fitness(d Declaration, names []string) float64 {
	fit := 1.0
	if !slices.Contains(names, d.Name) {
		fit = 0.5
	}
	switch d.Kind {
	case code.KindImpl:
		fit *= 0.6
	case code.KindConstant, code.KindVariable, code.KindField, code.KindTest, code.KindHeading:
		fit *= 0.4
	}
	return fit
}

// compare orders declarations by how well they are what the query means: within
// something else it names, by fitness, by size; the first of equal ones is the
// greatest.
func compare(a, b Declaration, names []string) int {
	return cmp.Or(
		cmp.Compare(qualified(a, names), qualified(b, names)),
		cmp.Compare(fitness(a, names), fitness(b, names)),
		cmp.Compare(a.Lines.End-a.Lines.Start, b.Lines.End-b.Lines.Start),
		cmp.Compare(b.Lines.Start, a.Lines.Start),
	)
}

// qualified counts the other names that enclose the declaration.
func qualified(d Declaration, names []string) (n int) {
	scope := strings.ToLower(d.Scope)
	for _, name := range names {
		if !strings.EqualFold(name, d.Name) && strings.Contains(scope, strings.ToLower(name)) {
			n++
		}
	}
	return n
}

// lead puts the chunk with the best declaration of each candidate first.
func (d declarers) lead(candidates []candidate) {
	for i, c := range candidates {
		declares, ok := d[c.file]
		if !ok {
			continue
		}
		first := ChunkScore{Key: declares.best.Chunk, Score: 1}
		if len(c.chunks) > 0 {
			first.Score = c.chunks[0].Score
		}
		others := slices.DeleteFunc(slices.Clone(c.chunks), func(s ChunkScore) bool { return s.Key == first.Key })
		candidates[i].chunks = append([]ChunkScore{first}, others...)
	}
}
