package main

import (
	"slices"

	"coderag/internal/rank"
)

// aside are the features of files that a commit touches beside the place it is
// about: the test of a change, its entry in the change log, a version.
var aside = []string{"test", "prose", "example", "hidden or data"}

// implementation returns the corpora without such files, and without the questions
// that nothing else answers: what is left asks where something is done.
func implementation(corpora []rank.Corpus) (out []rank.Corpus) {
	for _, c := range corpora {
		kept := rank.Corpus{Repo: c.Repo}
		for _, x := range c.Examples {
			if x = withoutAside(x); slices.Contains(x.Relevant, true) {
				kept.Examples = append(kept.Examples, x)
			}
		}
		out = append(out, kept)
	}
	return out
}

func withoutAside(x rank.Example) rank.Example {
	kept := rank.Example{Setting: x.Setting, Targets: x.Targets, Weight: x.Weight}
	for i, f := range x.Features {
		if !slices.ContainsFunc(aside, func(name string) bool { return f[slices.Index(rank.Names[:], name)] > 0 }) {
			kept.Features = append(kept.Features, f)
			kept.Relevant = append(kept.Relevant, x.Relevant[i])
		}
	}
	return kept
}
