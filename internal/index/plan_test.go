package index

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/code"
	"coderag/internal/walk"
)

var written = time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)

// id reads "repo:path", with repo api where there is none.
func id(s string) code.FileID {
	repo, p, ok := strings.Cut(s, ":")
	if !ok {
		return code.FileID{Repo: "api", Path: s}
	}
	return code.FileID{Repo: repo, Path: p}
}

func stat(size int64) code.FileStat { return code.FileStat{Size: size, ModTime: written} }

func entry(s string, size int64) walk.Entry { return walk.Entry{FileID: id(s), Stat: stat(size)} }

func stored(s string, size int64) Stored {
	return Stored{FileID: id(s), Stat: stat(size), Version: Version}
}

func skip(s string, size int64, reason code.SkipReason) Skip {
	return Skip{Skip: code.Skip{FileID: id(s), Reason: reason}, Stat: stat(size), Version: Version}
}

// outline returns a plan in a line for each file it says something about.
func outline(p Plan) (lines []string) {
	for _, r := range p.Read {
		old := ""
		if r.Old != nil {
			old = ", indexed"
			if r.Old.FileID != r.FileID {
				old = ", indexed as " + r.Old.String()
			}
		}
		lines = append(lines, fmt.Sprintf("read %s: %s%s", r.FileID, r.Why, old))
	}
	for _, s := range p.Remove {
		lines = append(lines, "remove "+s.FileID.String())
	}
	for _, s := range p.Skip {
		lines = append(lines, "skip "+s.FileID.String())
	}
	return append(lines, fmt.Sprint("same ", p.Same))
}

func TestMakePlan(t *testing.T) {
	t.Parallel()
	later, otherZone, outdated := stored("a.go", 1), stored("a.go", 1), stored("a.go", 1)
	later.Stat.ModTime = written.Add(time.Microsecond)
	otherZone.Stat.ModTime = written.In(time.FixedZone("", 3600))
	outdated.Version--
	outdatedSkip, unjudged := skip("a.go", 1, code.SkipBinary), skip("a.go", 1, code.SkipIgnored)
	outdatedSkip.Version--
	unjudged.Version, unjudged.Stat = 0, code.FileStat{}
	here := func(entries ...walk.Entry) Disk { return Disk{Entries: entries} }
	for name, tc := range map[string]struct {
		stored []Stored
		skips  []Skip
		disk   Disk
		full   bool
		want   []string
	}{
		"nothing at all":             {want: []string{"same 0"}},
		"added":                      {disk: here(entry("a.go", 1)), want: []string{"read api:a.go: added", "same 0"}},
		"the same":                   {stored: []Stored{stored("a.go", 1)}, disk: here(entry("a.go", 1)), want: []string{"same 1"}},
		"the same in another zone":   {stored: []Stored{otherZone}, disk: here(entry("a.go", 1)), want: []string{"same 1"}},
		"another size":               {stored: []Stored{stored("a.go", 2)}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: changed, indexed", "same 0"}},
		"another time":               {stored: []Stored{later}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: changed, indexed", "same 0"}},
		"of another version":         {stored: []Stored{outdated}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: outdated, indexed", "same 0"}},
		"full":                       {stored: []Stored{stored("a.go", 1)}, disk: here(entry("a.go", 1)), full: true, want: []string{"read api:a.go: verified, indexed", "same 0"}},
		"full, and changed":          {stored: []Stored{stored("a.go", 2)}, disk: here(entry("a.go", 1)), full: true, want: []string{"read api:a.go: changed, indexed", "same 0"}},
		"gone":                       {stored: []Stored{stored("a.go", 1)}, want: []string{"remove api:a.go", "same 0"}},
		"renamed":                    {stored: []Stored{stored("a.go", 1)}, disk: here(entry("b.go", 1)), want: []string{"read api:b.go: added", "remove api:a.go", "same 0"}},
		"renamed in case only":       {stored: []Stored{stored("a.go", 1)}, disk: here(entry("A.go", 1)), want: []string{"read api:A.go: added", "remove api:a.go", "same 0"}},
		"a file became a folder":     {stored: []Stored{stored("lib", 1)}, disk: here(entry("lib/a.go", 1)), want: []string{"read api:lib/a.go: added", "remove api:lib", "same 0"}},
		"same path in another repo":  {stored: []Stored{stored("api:a.go", 1)}, disk: here(entry("web:a.go", 1)), want: []string{"read web:a.go: added", "remove api:a.go", "same 0"}},
		"unread folder":              {stored: []Stored{stored("lib/a.go", 1), stored("lib/sub/b.go", 1)}, disk: Disk{Unread: []code.FileID{id("lib")}}, want: []string{"same 2"}},
		"unread file":                {stored: []Stored{stored("a.go", 1)}, disk: Disk{Unread: []code.FileID{id("a.go")}}, want: []string{"same 1"}},
		"beside the unread":          {stored: []Stored{stored("lib2/a.go", 1), stored("lib.go", 1), stored("x/lib/a.go", 1)}, disk: Disk{Unread: []code.FileID{id("lib")}}, want: []string{"remove api:lib2/a.go", "remove api:lib.go", "remove api:x/lib/a.go", "same 0"}},
		"unread in another repo":     {stored: []Stored{stored("web:lib/a.go", 1)}, disk: Disk{Unread: []code.FileID{id("lib")}}, want: []string{"remove web:lib/a.go", "same 0"}},
		"absent root":                {stored: []Stored{stored("a.go", 1), stored("web:b.go", 1)}, disk: Disk{Absent: map[string]bool{"api": true}}, want: []string{"remove web:b.go", "same 1"}},
		"judged before":              {skips: []Skip{skip("a.go", 1, code.SkipBinary)}, disk: here(entry("a.go", 1)), want: []string{"skip api:a.go", "same 0"}},
		"judged, and changed":        {skips: []Skip{skip("a.go", 2, code.SkipBinary)}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: added", "same 0"}},
		"judged by another version":  {skips: []Skip{outdatedSkip}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: added", "same 0"}},
		"judged without being read":  {skips: []Skip{unjudged}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: added", "same 0"}},
		"could not be read":          {skips: []Skip{skip("a.go", 1, code.SkipUnreadable)}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: added", "same 0"}},
		"judged, full":               {skips: []Skip{skip("a.go", 1, code.SkipFailed)}, disk: here(entry("a.go", 1)), full: true, want: []string{"read api:a.go: added", "same 0"}},
		"judged and gone":            {skips: []Skip{skip("a.go", 1, code.SkipBinary)}, want: []string{"same 0"}},
		"judged in another repo":     {skips: []Skip{skip("web:a.go", 1, code.SkipBinary)}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: added", "same 0"}},
		"indexed and once not read":  {stored: []Stored{stored("a.go", 1)}, skips: []Skip{skip("a.go", 1, code.SkipUnreadable)}, disk: here(entry("a.go", 1)), want: []string{"same 1"}},
		"indexed, changed, judgment": {stored: []Stored{stored("a.go", 2)}, skips: []Skip{skip("a.go", 1, code.SkipBinary)}, disk: here(entry("a.go", 1)), want: []string{"read api:a.go: changed, indexed", "same 0"}},
	} {
		if diff := cmp.Diff(tc.want, outline(MakePlan(tc.stored, tc.skips, tc.disk, nil, tc.full))); diff != "" {
			t.Errorf("%s: plan (-want +got):\n%s", name, diff)
		}
	}
}

// Every stored file is read, left or removed, and one of these; every file on
// disk is read, skipped or left; nothing else is planned.
func TestPlanIsAPartition(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "lib/a", "lib/b", "lib/c/d", "lib2/a"}
	rapid.Check(t, func(t *rapid.T) {
		var s []Stored
		var skips []Skip
		disk := Disk{Absent: map[string]bool{}}
		onDisk := map[code.FileID]bool{}
		for _, repo := range []string{"api", "web"} {
			if rapid.IntRange(0, 3).Draw(t, "absent "+repo) == 0 {
				disk.Absent[repo] = true
			}
			for _, name := range names {
				f := repo + ":" + name
				what := rapid.IntRange(0, 15).Draw(t, f)
				if what&1 != 0 {
					file := stored(f, rapid.Int64Range(1, 2).Draw(t, "size"))
					file.ID, file.Version = int64(len(s)+1), Version-rapid.IntRange(0, 1).Draw(t, "version")
					s = append(s, file)
				}
				if what&2 != 0 && !disk.Absent[repo] {
					disk.Entries = append(disk.Entries, entry(f, 1))
					onDisk[id(f)] = true
				}
				if what&4 != 0 {
					skips = append(skips, skip(f, rapid.Int64Range(1, 2).Draw(t, "skip size"), code.SkipBinary))
				}
				if what&8 != 0 && rapid.Bool().Draw(t, "unread") {
					disk.Unread = append(disk.Unread, code.FileID{Repo: repo, Path: path.Dir(name)})
				}
			}
		}
		before := slices.Clone(s)
		p := MakePlan(s, skips, disk, nil, rapid.Bool().Draw(t, "full"))
		if diff := cmp.Diff(before, s); diff != "" {
			t.Fatalf("the plan changed what is stored:\n%s", diff)
		}
		planned := map[int64]int{}
		left := len(s)
		seen := map[code.FileID]int{}
		for _, r := range p.Read {
			seen[r.FileID]++
			if r.Old != nil {
				planned[r.Old.ID]++
				left--
				if r.Old.FileID != r.FileID {
					t.Fatalf("%s is read to replace %s", r.FileID, r.Old.FileID)
				}
			}
		}
		for _, f := range p.Remove {
			planned[f.ID]++
			left--
			if onDisk[f.FileID] || disk.Absent[f.Repo] {
				t.Fatalf("%s is removed, and it is on disk or its root is absent", f.FileID)
			}
		}
		for _, f := range p.Skip {
			seen[f.FileID]++
		}
		for file, n := range planned {
			if n != 1 {
				t.Fatalf("stored file %d is planned %d times", file, n)
			}
		}
		for f, n := range seen {
			if n != 1 || !onDisk[f] {
				t.Fatalf("%s is planned %d times, on disk: %v", f, n, onDisk[f])
			}
		}
		if p.Same != left {
			t.Fatalf("%d the same, want the %d that are neither read nor removed", p.Same, left)
		}
	})
}
