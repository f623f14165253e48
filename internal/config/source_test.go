package config

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// A changing is the rag-projects.json that a test changes.
type changing struct {
	t    *testing.T
	path string
}

// put writes the file with a time of writing age ago.
func (l changing) put(text string, age time.Duration) {
	l.t.Helper()
	if err := os.WriteFile(l.path, []byte(text), 0o600); err != nil {
		l.t.Fatal(err)
	}
	when := time.Now().Add(-age).Truncate(time.Second)
	if err := os.Chtimes(l.path, when, when); err != nil {
		l.t.Fatal(err)
	}
}

// want asks the source and compares the names it has, and whether it reports.
func (l changing) want(s *Source, step string, reports bool, names ...string) {
	l.t.Helper()
	p, err := s.Projects()
	if (err != nil) != reports || !slices.Equal(p.Names(), names) {
		l.t.Errorf("%s: names %q, error %v; want %q, an error %v", step, p.Names(), err, names, reports)
	}
}

func entry(name string) string {
	return `{"projects": [{"name": "` + name + `", "roots": ["."]}]}`
}

func TestSourceFollowsTheFile(t *testing.T) {
	t.Parallel()
	l := changing{t, filepath.Join(t.TempDir(), "rag-projects.json")}
	s := NewSource(l.path)
	l.want(s, "no file", true)
	l.put(entry("a"), time.Hour)
	l.want(s, "written", false, "a")
	l.put(entry("b"), time.Minute)
	l.want(s, "changed", false, "b")
	l.put("{", 30*time.Second)
	l.want(s, "invalid", true, "b")
	l.want(s, "still invalid", true, "b")
	l.put(entry("c"), 20*time.Second)
	l.want(s, "mended", false, "c")
	if err := os.Remove(l.path); err != nil {
		t.Fatal(err)
	}
	l.want(s, "removed", true, "c")
	l.put(entry("d"), 0)
	l.want(s, "back", false, "d")
	l.put(entry("e"), 0)
	l.want(s, "changed within the resolution of the clock", false, "e")
}

// An unchanged file is not read again: of a change that leaves time, size and
// inode as they were, nothing is seen.
func TestSourceReadsOnce(t *testing.T) {
	t.Parallel()
	l := changing{t, filepath.Join(t.TempDir(), "rag-projects.json")}
	s := NewSource(l.path)
	l.put(entry("a"), time.Hour)
	l.want(s, "first", false, "a")
	before, err := os.Stat(l.path)
	if err != nil {
		t.Fatal(err)
	}
	l.put(entry("b"), 0)
	if err := os.Chtimes(l.path, before.ModTime(), before.ModTime()); err != nil {
		t.Fatal(err)
	}
	l.want(s, "second", false, "a")
}

// A folder that comes back is seen although the file did not change.
func TestSourceSeesAFolderComeBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := changing{t, filepath.Join(dir, "rag-projects.json")}
	s := NewSource(l.path)
	l.put(`{"projects": [{"name": "a", "roots": ["disk"]}]}`, time.Hour)
	if p, _ := s.Projects(); len(p.Bad) != 1 || !p.Bad[0].Absent {
		t.Fatalf("bad %+v; want one absent", p.Bad)
	}
	if err := os.Mkdir(filepath.Join(dir, "disk"), 0o700); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Projects(); err != nil || len(p.OK) != 1 {
		t.Errorf("Projects = %+v, %v; want one that goes on", p, err)
	}
}

func TestSourceConcurrently(t *testing.T) {
	t.Parallel()
	l := changing{t, filepath.Join(t.TempDir(), "rag-projects.json")}
	s := NewSource(l.path)
	l.put(entry("a"), 0)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if p, err := s.Projects(); err != nil || len(p.OK) != 1 {
					t.Errorf("Projects = %+v, %v; want one", p, err)
					return
				}
			}
		})
	}
	for _, name := range []string{"b", "c", "d"} {
		next := l.path + ".next"
		if err := os.WriteFile(next, []byte(entry(name)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(next, l.path); err != nil {
			t.Fatal(err)
		}
	}
	wg.Wait()
	l.want(s, "at last", false, "d")
}
