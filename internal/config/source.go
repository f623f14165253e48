package config

import (
	"os"
	"sync"
	"time"
)

// racy is how old a file must be when it is read for an equal time and size to
// mean equal content: file systems stamp writes no finer than this.
const racy = 2 * time.Second

// A Source gives the projects of one file as it is now, reading it again when
// it has changed. It is safe for concurrent use.
type Source struct {
	path string

	mu     sync.Mutex
	good   Projects    // of the last reading that succeeded
	err    error       // of the last reading
	seen   os.FileInfo // the file at the last reading; nil if it could not be
	settle time.Time   // when equal times began to mean equal content
}

// NewSource returns a source of the projects in the file at path. It reads
// nothing yet.
func NewSource(path string) *Source { return &Source{path: path} }

// Projects returns the projects the file lists. While the file cannot be used
// it returns those of the last reading that succeeded and what is wrong now;
// nobody may conclude from these that a project is gone.
func (s *Source) Projects() (Projects, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(s.path)
	if err != nil {
		info = nil
	}
	if s.unchanged(info) {
		return s.good, s.err
	}
	s.seen, s.settle = info, time.Now().Add(-racy)
	projects, err := LoadProjects(s.path)
	if s.err = err; err == nil {
		s.good = projects
	}
	return s.good, s.err
}

// unchanged reports whether another reading would give the same. It would not
// do so surely while an entry is bad: its folder may be back.
func (s *Source) unchanged(now os.FileInfo) bool {
	return now != nil && s.seen != nil && len(s.good.Bad) == 0 &&
		os.SameFile(s.seen, now) && now.Size() == s.seen.Size() &&
		now.ModTime().Equal(s.seen.ModTime()) && now.ModTime().Before(s.settle)
}
