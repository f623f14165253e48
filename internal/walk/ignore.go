package walk

import (
	"fmt"
	"strings"
)

// An ignoreList is the patterns of one source. The lists of a directory and of
// those above it form a chain; the nearest list with a match decides, within a
// list the last match does. It is immutable and safe for concurrent use.
type ignoreList struct {
	source   string // as it appears in the detail of a skip
	dir      string // the directory whose paths it sees, "" for the root
	patterns []pattern
	parent   *ignoreList
}

// parseIgnore parses the content of an ignore file in dir. A line that can
// match nothing is left out, as git does.
func parseIgnore(source, dir, content string, parent *ignoreList) *ignoreList {
	list := &ignoreList{source: source, dir: dir, parent: parent}
	content = strings.TrimPrefix(content, "\ufeff")
	number := 0
	for line := range strings.SplitSeq(content, "\n") {
		number++
		p, ok, err := parsePattern(strings.TrimSuffix(line, "\r"))
		if ok && err == nil {
			p.line = number
			list.patterns = append(list.patterns, p)
		}
	}
	return list
}

// newIgnoreList returns the list of the patterns of one configuration key,
// which are relative to the root.
func newIgnoreList(key string, lines []string) (*ignoreList, error) {
	list := &ignoreList{source: key}
	for _, line := range lines {
		p, ok, err := parsePattern(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		if ok {
			list.patterns = append(list.patterns, p)
		}
	}
	return list, nil
}

// A match is the pattern that decided, with where it was written.
type match struct {
	detail  string // ".ragignore:3: *.log" or "excludeGlobs: docs/"
	negated bool
}

// decide returns the match that decides about path, which is relative to the
// root, if one does. It does not look at the directories above path: a walk
// does not get below one that is ignored.
func (l *ignoreList) decide(path string, isDir bool) (match, bool) {
	for ; l != nil; l = l.parent {
		relative := path
		if l.dir != "" {
			relative = path[len(l.dir)+1:]
		}
		for i := len(l.patterns) - 1; i >= 0; i-- {
			if p := &l.patterns[i]; p.match(relative, isDir) {
				return match{detail: l.detail(p), negated: p.negated}, true
			}
		}
	}
	return match{}, false
}

// decideWithin is decide for a list that no walk prunes by: where nothing
// matches path itself, what matches the nearest directory above it decides.
func (l *ignoreList) decideWithin(path string) (match, bool) {
	m, ok := l.decide(path, false)
	for !ok {
		at := strings.LastIndexByte(path, '/')
		if at < 0 {
			return match{}, false
		}
		path = path[:at]
		m, ok = l.decide(path, true)
	}
	return m, true
}

func (l *ignoreList) detail(p *pattern) string {
	if p.line == 0 {
		return l.source + ": " + p.text
	}
	return fmt.Sprintf("%s:%d: %s", l.source, p.line, p.text)
}
