package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"coderag/internal/eval"
	"coderag/internal/fault"
)

// Peers is what other systems score on the repositories of a benchmark, in
// nDCG@10.
type Peers struct {
	Systems []string
	scores  map[string][]float64 // by repository, in the order of Systems
}

// describing are the columns of the file that are no system.
var describing = []string{"repo", "language", "chunks"}

// ReadPeers reads a CSV file with a header: repo, language, chunks, and a
// column for each system.
func ReadPeers(r io.Reader) (p Peers, err error) {
	defer fault.Wrap(&err, "read peers")
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return p, fault.New(fault.Invalid, "%w", err)
	}
	if len(rows) == 0 {
		return p, fault.New(fault.Invalid, "it is empty")
	}
	header := rows[0]
	for _, name := range header {
		if !slices.Contains(describing, name) {
			p.Systems = append(p.Systems, name)
		}
	}
	p.scores = map[string][]float64{}
	repo := slices.Index(header, "repo")
	if repo < 0 {
		return p, fault.New(fault.Invalid, `it has no column "repo"`)
	}
	for _, row := range rows[1:] {
		for i, cell := range row {
			if slices.Contains(describing, header[i]) {
				continue
			}
			score, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return p, fault.New(fault.Invalid, "%s of %s: %w", header[i], row[repo], err)
			}
			p.scores[row[repo]] = append(p.scores[row[repo]], score)
		}
	}
	return p, nil
}

// Score returns what a system scores on a repository; not ok where that is not
// known.
func (p Peers) Score(repo, system string) (float64, bool) {
	at := slices.Index(p.Systems, system)
	if at < 0 || at >= len(p.scores[repo]) {
		return 0, false
	}
	return p.scores[repo][at], true
}

// row returns the cells of a repository: the best score, then all of them.
func (p Peers) row(repo string) []string {
	scores := p.scores[repo]
	if len(scores) == 0 {
		return make([]string, 1+len(p.Systems))
	}
	cells := []string{decimal(slices.Max(scores))}
	for _, s := range scores {
		cells = append(cells, decimal(s))
	}
	return cells
}

// mean returns the cells of the mean over the repositories, empty where a peer
// lacks one.
func (p Peers) mean(repos []eval.Group) []string {
	cells := make([]string, 1+len(p.Systems))
	for i := range p.Systems {
		sum := 0.0
		for _, g := range repos {
			scores := p.scores[g.Name]
			if len(scores) == 0 {
				return make([]string, 1+len(p.Systems))
			}
			sum += scores[i] / float64(len(repos))
		}
		cells[i+1] = decimal(sum)
	}
	return cells
}
