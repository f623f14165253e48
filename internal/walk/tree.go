package walk

import (
	"context"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"coderag/internal/code"
)

// maxIgnoreFile is how much of an ignore file is read, in bytes.
const maxIgnoreFile = 1 << 20

// A system is what the walk asks of the file system; tests inject errors here.
type system interface {
	ReadDir(path string) ([]fs.DirEntry, error) // sorted by name
	ReadFile(path string) ([]byte, error)       // the first maxIgnoreFile bytes
	Lstat(path string) (fs.FileInfo, error)
}

// disk is the system of the machine.
type disk struct{}

func (disk) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }
func (disk) Lstat(path string) (fs.FileInfo, error)     { return os.Lstat(path) }

func (disk) ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return io.ReadAll(io.LimitReader(f, maxIgnoreFile))
}

// A walker lists the folders of one root. It is safe for concurrent use.
type walker struct {
	system
	root        code.Root
	real        string      // the root's path without symbolic links
	identity    fs.FileInfo // of the root when the walk began
	rules       *ruleset
	answer      *answer  // nil: git is not installed
	ignoreFiles []string // names of the ignore files read here, the stronger last
}

// A dir is a folder that is being listed.
type dir struct {
	path    string // relative to the root, "" for the root
	ignore  *ignoreList
	entries []fs.DirEntry
}

// A listing is what one or more folders hold.
type listing struct {
	files  []string // kept by every rule that needs no stat
	dirs   []dir    // to be listed next
	skips  []code.Skip
	unread []string
}

// walk lists the whole root, a level of folders at a time.
func (w *walker) walk(ctx context.Context) (all listing, err error) {
	level := []dir{{}}
	for len(level) > 0 {
		found := make([]listing, len(level))
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(runtime.GOMAXPROCS(0))
		for i, d := range level {
			g.Go(func() (err error) {
				if err := ctx.Err(); err != nil {
					return err
				}
				found[i], err = w.list(d, "")
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return listing{}, err
		}
		level = nil
		for _, l := range found {
			level = append(level, l.dirs...)
			all.files = append(all.files, l.files...)
			all.skips = append(all.skips, l.skips...)
			all.unread = append(all.unread, l.unread...)
		}
	}
	return all, nil
}

// list lists the folder d, or judges only the entry of that name in it. The
// error is that of an unreadable root; any other folder becomes unread.
func (w *walker) list(d dir, only string) (listing, error) {
	var l listing
	err := w.open(&d)
	if err != nil && d.path == "" {
		return l, unavailable(err)
	}
	if err != nil {
		w.unread(&l, d.path, "/", err)
		return l, nil
	}
	if v := inside(&d); v.reason != "" {
		w.skip(&l, d.path+"/", v)
		return l, nil
	}
	for _, entry := range d.entries {
		if only == "" || entry.Name() == only {
			w.judge(&l, &d, entry)
		}
	}
	return l, nil
}

// open reads the entries of d and its ignore files.
func (w *walker) open(d *dir) (err error) {
	if d.entries, err = w.ReadDir(w.abs(d.path)); err != nil {
		return err
	}
	for _, name := range w.ignoreFiles {
		at, ok := d.find(name)
		if !ok || !d.entries[at].Type().IsRegular() {
			continue
		}
		source := join(d.path, name)
		content, err := w.ReadFile(w.abs(source))
		if err != nil {
			return err
		}
		d.ignore = parseIgnore(strings.ToValidUTF8(source, "\uFFFD"), d.path, string(content), d.ignore)
	}
	return nil
}

// inside judges a folder by what it holds. A checkout inside the root is a
// root of its own, or there twice.
func inside(d *dir) verdict {
	if d.path == "" {
		return verdict{}
	}
	switch {
	case d.has(".git"):
		return verdict{code.SkipNested, "has its own .git; list it as a root to index it"}
	case d.has("HEAD") && d.has("objects") && d.has("refs"):
		return verdict{code.SkipNested, "a bare repository"}
	}
	for _, tag := range insideDirs {
		if d.has(tag.file) {
			return verdict{code.SkipBaseExclude, tag.detail}
		}
	}
	return verdict{}
}

// judge puts one entry of d where it belongs.
func (w *walker) judge(l *listing, d *dir, entry fs.DirEntry) {
	path := join(d.path, entry.Name())
	if v := badPath(path); v.reason != "" {
		w.skip(l, printable(path), v)
		return
	}
	mode := entry.Type()
	switch {
	case mode.IsDir():
		w.judgeDir(l, d, path)
	case mode&fs.ModeSymlink != 0:
		w.skip(l, path, w.judgeLink(path))
	case !mode.IsRegular():
		w.skip(l, path, special(mode))
	default:
		w.judgeFile(l, d, path)
	}
}

func (w *walker) judgeDir(l *listing, d *dir, path string) {
	v := w.gitVerdict(path)
	if v.reason == "" {
		v = w.rules.judge(d, path, true)
	}
	if v.reason != "" {
		w.skip(l, path+"/", v)
		return
	}
	l.dirs = append(l.dirs, dir{path: path, ignore: d.ignore})
}

func (w *walker) judgeFile(l *listing, d *dir, path string) {
	v := w.gitVerdict(path)
	if v.reason == "" {
		v = w.rules.judge(d, path, false)
	}
	switch {
	case v.reason != "":
		w.skip(l, path, v)
	case !w.knownToGit(path):
		// It came after git looked. Whatever the index has of it stays.
		l.unread = append(l.unread, path)
	default:
		l.files = append(l.files, path)
	}
}

// gitVerdict says whether git ignores path.
func (w *walker) gitVerdict(path string) verdict {
	if w.answer != nil {
		if pattern, ok := w.answer.ignored[path]; ok {
			return verdict{code.SkipIgnored, pattern}
		}
	}
	return verdict{}
}

func (w *walker) knownToGit(path string) bool {
	if w.answer == nil {
		return true
	}
	_, ok := w.answer.listed[path]
	return ok
}

// skip records path, which ends in a slash for a folder.
func (w *walker) skip(l *listing, path string, v verdict) {
	id := code.FileID{Repo: w.root.Repo, Path: path}
	l.skips = append(l.skips, code.Skip{FileID: id, Reason: v.reason, Detail: v.detail})
}

// unread records a file or folder about which nothing is known; mark is what
// the path of its skip ends in.
func (w *walker) unread(l *listing, path, mark string, err error) {
	l.unread = append(l.unread, path)
	w.skip(l, path+mark, verdict{code.SkipUnreadable, cause(err)})
}

func (w *walker) abs(path string) string {
	if path == "" {
		return w.root.Path
	}
	return strings.TrimSuffix(w.root.Path, "/") + "/" + path
}

// find returns the index of the entry of that name.
func (d *dir) find(name string) (int, bool) {
	return slices.BinarySearchFunc(d.entries, name, func(e fs.DirEntry, name string) int {
		return strings.Compare(e.Name(), name)
	})
}

func (d *dir) has(name string) bool {
	_, ok := d.find(name)
	return ok
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
