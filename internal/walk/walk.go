// Package walk finds the files of a root that belong to a project, and says of
// every other one why it does not.
//
// Inside a git work tree git decides what is ignored, elsewhere git decides by
// the same .gitignore files; where git is not installed the walk reads them
// itself. On top of that come .ragignore files, the Rules, built-in excludes
// and secrets. Tracked files may be left out by these as well.
package walk

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// ragIgnore is the name of our own ignore file, which has the syntax of
// .gitignore and counts in every folder.
const ragIgnore = ".ragignore"

// A Result is what a walk of one root found, each list sorted by path.
type Result struct {
	Files []Entry
	Skips []code.Skip // a folder that is left out whole is one skip, its path ends in a slash

	// Unread are the folders and files that were seen, or listed by git, and
	// could not be read. Nothing is known about them and what lies below them:
	// what an index has of them stays. See Keeps.
	Unread []code.FileID
}

// An Entry is a file that is to be indexed.
type Entry struct {
	code.FileID
	Abs  string // where to open it
	Stat code.FileStat
}

// Keeps reports whether path is in Unread or lies below a folder that is: it
// was not seen, and must not be taken for gone.
func (r Result) Keeps(path string) bool {
	for {
		_, found := slices.BinarySearchFunc(r.Unread, path, func(id code.FileID, path string) int {
			return strings.Compare(id.Path, path)
		})
		if found {
			return true
		}
		at := strings.LastIndexByte(path, '/')
		if at < 0 {
			return false
		}
		path = path[:at]
	}
}

// Root walks a root. An error means that the walk says nothing about any file,
// so nothing may be deleted for it: a fault of kind Unavailable when the root
// is missing, unreadable or replaced meanwhile or git cannot read the
// repository, Timeout when git does not answer, Invalid for a wrong pattern.
func Root(ctx context.Context, root code.Root, rules Rules) (_ Result, err error) {
	defer fault.Wrap(&err, "walk %s", root.Path)
	w, err := newWalker(root, rules, disk{})
	if err != nil {
		return Result{}, err
	}
	if err := w.ask(ctx, (*repository).answerAll); err != nil {
		return Result{}, err
	}
	return w.result(ctx)
}

// newWalker checks the root and the rules.
func newWalker(root code.Root, rules Rules, system system) (*walker, error) {
	set, err := rules.compile()
	if err != nil {
		return nil, err
	}
	w := &walker{system: system, root: root, rules: set, ignoreFiles: []string{".gitignore", ragIgnore}}
	if w.identity, err = os.Stat(root.Path); err != nil {
		return nil, unavailable(err)
	}
	if !w.identity.IsDir() {
		return nil, unavailable(fault.New(fault.Unavailable, "not a folder"))
	}
	if w.real, err = filepath.EvalSymlinks(root.Path); err != nil {
		return nil, unavailable(err)
	}
	return w, nil
}

// ask lets git answer, where there is one.
func (w *walker) ask(ctx context.Context, question func(*repository, context.Context) (*answer, error)) error {
	repo, done, err := openRepository(ctx, w.root.Path)
	if err != nil || repo == nil {
		return err
	}
	defer done()
	w.ignoreFiles = []string{ragIgnore}
	w.answer, err = question(repo, ctx)
	return err
}

// result lists and stats everything, then makes sure that the root is still the
// folder it was: one that was unmounted meanwhile looks like many deletions.
func (w *walker) result(ctx context.Context) (Result, error) {
	found, err := w.walk(ctx)
	if err != nil {
		return Result{}, err
	}
	stated, err := w.statAll(ctx, found.files)
	if err != nil {
		return Result{}, err
	}
	now, err := os.Stat(w.root.Path)
	if err != nil {
		return Result{}, unavailable(err)
	}
	if !os.SameFile(w.identity, now) {
		return Result{}, unavailable(fault.New(fault.Unavailable, "another folder took its place during the walk"))
	}
	r := Result{Files: stated.entries, Skips: append(found.skips, stated.skips...)}
	for _, path := range append(found.unread, stated.unread...) {
		r.Unread = append(r.Unread, code.FileID{Repo: w.root.Repo, Path: path})
	}
	r.sort()
	return r, nil
}

func (r Result) sort() {
	slices.SortFunc(r.Files, func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(r.Skips, func(a, b code.Skip) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(r.Unread, func(a, b code.FileID) int { return cmp.Compare(a.Path, b.Path) })
}

// unavailable is the error of a root that cannot be walked.
func unavailable(err error) error {
	return fault.New(fault.Unavailable, "root: %w", err).
		Fix("mount or restore the folder, or take the root out of rag-projects.json")
}
