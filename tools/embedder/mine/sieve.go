package main

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
)

// Limits, so that no repository, kind or language dominates.
const (
	maxOfKind     = 2500 // of one repository
	maxOfLanguage = 90_000
	maxOfCode     = 3 // pairs of the same code
)

// A sieve writes pairs, each once, within the limits.
type sieve struct {
	to       *json.Encoder
	seed     maphash.Seed
	pairs    map[uint64]bool   // hash of query and code
	codes    map[uint64]string // hash of code: the repository it was first seen in
	ofCode   map[uint64]int
	language map[string]int
	kind     map[string]int
	copies   int
}

func newSieve(to *json.Encoder) *sieve {
	return &sieve{
		to: to, seed: maphash.MakeSeed(), pairs: map[uint64]bool{}, codes: map[uint64]string{},
		ofCode: map[uint64]int{}, language: map[string]int{}, kind: map[string]int{},
	}
}

// add writes the pairs of a repository, in an order of chance that is the same
// in every run.
func (s *sieve) add(repo string, pairs []Pair) error {
	random := rand.New(rand.NewPCG(1, uint64(len(pairs)))) //nolint:gosec // not a secret
	random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	kinds := map[string]int{}
	for _, p := range pairs {
		if kinds[p.Kind] == maxOfKind || s.language[p.Language] >= maxOfLanguage || !s.fresh(p) {
			continue
		}
		kinds[p.Kind]++
		s.language[p.Language]++
		s.kind[p.Kind]++
		if err := s.to.Encode(p); err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, repo, kinds)
	return nil
}

// fresh reports whether the pair is new and its code no copy of what another
// repository has.
func (s *sieve) fresh(p Pair) bool {
	code, both := maphash.String(s.seed, p.Code), maphash.String(s.seed, p.Query+"\x00"+p.Code)
	if first, ok := s.codes[code]; ok && first != p.Repo {
		s.copies++
		return false
	}
	if s.pairs[both] || s.ofCode[code] == maxOfCode {
		return false
	}
	s.codes[code], s.pairs[both] = p.Repo, true
	s.ofCode[code]++
	return true
}

// report prints how many pairs there are of each kind and language.
func (s *sieve) report() {
	for _, counts := range []map[string]int{s.kind, s.language} {
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(os.Stderr, "%s %d\n", name, counts[name])
		}
	}
	fmt.Fprintln(os.Stderr, "copies left out:", s.copies)
}
