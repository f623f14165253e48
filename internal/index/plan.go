package index

import (
	"strings"

	"coderag/internal/code"
	"coderag/internal/history"
	"coderag/internal/walk"
)

// Reason says why a file is read.
type Reason string

// The reasons to read a file.
const (
	Added    Reason = "added"
	Changed  Reason = "changed"  // another size or modification time
	Outdated Reason = "outdated" // stored by another Version
	Verified Reason = "verified" // a full sweep reads everything
	Told     Reason = "told"     // a new commit says something of it
)

// A Read is a file to be read, and what the index has for it.
type Read struct {
	walk.Entry
	Old      *Stored // nil when it is new
	Why      Reason
	Subjects []history.Subject
}

// A Plan is what a sweep will do.
type Plan struct {
	Read   []Read
	Remove []Stored // seen to be gone
	Skip   []Skip   // read before, and still not to be indexed
	Same   int      // indexed files that cost no more than their stat
}

// Disk is what walking the roots of a project found.
type Disk struct {
	Entries []walk.Entry
	Unread  []code.FileID   // files and directories that could not be read
	Absent  map[string]bool // repos whose root could not be walked at all
}

// MakePlan compares the files on disk with the stored files and skips. It reads
// no file. What lies below something unreadable, or in a repo whose root is
// absent, is not taken to be gone. Told are the files new commits touched.
func MakePlan(stored []Stored, skips []Skip, disk Disk, told map[code.FileID]bool, full bool) Plan {
	old := make(map[code.FileID]*Stored, len(stored))
	for i := range stored {
		old[stored[i].FileID] = &stored[i]
	}
	verdicts := make(map[code.FileID]*Skip, len(skips))
	for i := range skips {
		verdicts[skips[i].FileID] = &skips[i]
	}
	var p Plan
	for _, e := range disk.Entries {
		s, skip := old[e.FileID], verdicts[e.FileID]
		delete(old, e.FileID)
		why := reasonToRead(e, s, full)
		if why == "" && told[e.FileID] {
			why = Told
		}
		switch {
		case why == Added && !full && skip.holds(e):
			p.Skip = append(p.Skip, *skip)
		case why != "":
			p.Read = append(p.Read, Read{Entry: e, Old: s, Why: why})
		default:
			p.Same++
		}
	}
	for i := range stored {
		s := stored[i]
		switch {
		case old[s.FileID] == nil:
		case disk.Absent[s.Repo] || below(s.FileID, disk.Unread):
			p.Same++
		default:
			p.Remove = append(p.Remove, s)
		}
	}
	return p
}

func reasonToRead(e walk.Entry, s *Stored, full bool) Reason {
	switch {
	case s == nil:
		return Added
	case s.Version != Version:
		return Outdated
	case s.Stat.Size != e.Stat.Size || !s.Stat.ModTime.Equal(e.Stat.ModTime):
		return Changed
	case full:
		return Verified
	}
	return ""
}

// holds reports whether reading e again would end in the same skip. A file that
// could not be read can be any time, and its stat does not tell.
func (s *Skip) holds(e walk.Entry) bool {
	return s != nil && s.Version == Version && s.Reason != code.SkipUnreadable && s.Stat.Size == e.Stat.Size && s.Stat.ModTime.Equal(e.Stat.ModTime)
}

// below reports whether the file is one of, or lies in one of, the unread.
func below(f code.FileID, unread []code.FileID) bool {
	for _, u := range unread {
		if f.Repo != u.Repo {
			continue
		}
		if f.Path == u.Path || strings.HasPrefix(f.Path, u.Path+"/") {
			return true
		}
	}
	return false
}
