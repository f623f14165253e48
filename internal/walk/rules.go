package walk

import (
	"fmt"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// Rules say which of the files under a root belong to a project, on top of
// what git and the .ragignore files say. The zero Rules index every file that
// is no secret and that no base exclude names.
type Rules struct {
	Exclude      []string // gitignore patterns, relative to the root; they outrank .ragignore, and "!x" re-includes what a base exclude names
	Include      []string // gitignore patterns; when set, only what one of them matches, or lies in a folder one matches
	Languages    []string // when set, only files that may be in one of them; needs LanguagesOf
	BaseExclude  []string // gitignore patterns on top of the built-in base excludes
	MaxFileBytes int64    // files over it are skipped; 0: no limit
	Secrets      bool     // index files that usually hold secrets, too

	// LanguagesOf returns the languages a file may be in, judged by its path
	// alone. A file for which it returns none is kept: its content decides.
	LanguagesOf func(path string) []string
}

// Validate reports the first pattern that can never match, as a fault of kind
// Invalid that names the key of rag-projects.json or config.ini it stands in.
func (r Rules) Validate() error {
	_, err := r.compile()
	return err
}

// A ruleset is compiled Rules, safe for concurrent use.
type ruleset struct {
	Rules
	exclude, include, base *ignoreList
}

func (r Rules) compile() (*ruleset, error) {
	if len(r.Languages) > 0 && r.LanguagesOf == nil {
		return nil, fault.New(fault.Internal, "walk.Rules has Languages and no LanguagesOf")
	}
	set := &ruleset{Rules: r}
	for _, key := range []struct {
		name  string
		lines []string
		list  **ignoreList
	}{
		{"excludeGlobs", r.Exclude, &set.exclude},
		{"includeGlobs", r.Include, &set.include},
		{"base excludes", r.BaseExclude, &set.base},
	} {
		list, err := newIgnoreList(key.name, key.lines)
		if err != nil {
			return nil, fault.New(fault.Invalid, "%w", err).Fix("write it as a line of a .gitignore; a special character that stands for itself has a backslash before it")
		}
		*key.list = list
	}
	return set, nil
}

// A verdict is why a file or folder is left out; a zero verdict keeps it.
type verdict struct {
	reason code.SkipReason
	detail string
}

// judge decides about path, which is relative to the root and lies in d.
func (s *ruleset) judge(d *dir, path string, isDir bool) verdict {
	m, matched := s.exclude.decide(path, isDir)
	if !matched {
		m, matched = d.ignore.decide(path, isDir)
	}
	if matched && !m.negated {
		return verdict{code.SkipIgnored, m.detail}
	}
	if pattern := secretPattern(path, isDir); pattern != "" && !s.Secrets {
		return verdict{code.SkipSecret, pattern}
	}
	if !matched { // a "!pattern" re-includes what a base exclude names
		if v := s.judgeBase(d, path, isDir); v.reason != "" {
			return v
		}
	}
	if isDir {
		return verdict{}
	}
	return s.judgeIncluded(path)
}

// judgeBase decides by the built-in and the configured base excludes.
func (s *ruleset) judgeBase(d *dir, path string, isDir bool) verdict {
	if m, ok := s.base.decide(path, isDir); ok {
		if m.negated {
			return verdict{}
		}
		return verdict{code.SkipBaseExclude, m.detail}
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	if isDir {
		return baseDir(name, d.has)
	}
	return baseFile(name)
}

// judgeIncluded decides whether includeGlobs and languages let a file in.
func (s *ruleset) judgeIncluded(path string) verdict {
	if len(s.include.patterns) > 0 {
		if m, ok := s.include.decideWithin(path); !ok {
			return verdict{code.SkipNotIncluded, "includeGlobs: none matches"}
		} else if m.negated {
			return verdict{code.SkipNotIncluded, m.detail}
		}
	}
	if len(s.Languages) == 0 {
		return verdict{}
	}
	may := s.LanguagesOf(path)
	if len(may) > 0 && !slices.ContainsFunc(may, func(l string) bool { return slices.Contains(s.Languages, l) }) {
		return verdict{code.SkipNotIncluded, "language: " + may[0]}
	}
	return verdict{}
}

// judgeSize decides about a file of size bytes.
func (s *ruleset) judgeSize(size int64) verdict {
	if s.MaxFileBytes > 0 && size > s.MaxFileBytes {
		return verdict{code.SkipTooLarge, fmt.Sprintf("%d bytes, the limit is %d", size, s.MaxFileBytes)}
	}
	return verdict{}
}
