package walk

import (
	"context"
	"path/filepath"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// One judges a single file as Root does, for a caller that names it: path is
// absolute, or relative to the root. It returns the file, or the skip that Root
// records for it or for the folder above it that is left out whole.
//
// A path that is not in the root, or leads out of it by a symbolic link, is a
// fault of kind Invalid, and so is a folder; a file that is not there is
// NotFound; a root, a folder or a file that cannot be read is Unavailable.
func One(ctx context.Context, root code.Root, rules Rules, path string) (_ Entry, _ *code.Skip, err error) {
	defer fault.Wrap(&err, "walk %s: %q", root.Path, path)
	w, err := newWalker(root, rules, disk{})
	if err != nil {
		return Entry{}, nil, err
	}
	relative, err := w.relative(path)
	if err != nil {
		return Entry{}, nil, err
	}
	if v := badPath(relative); v.reason != "" {
		skip := code.Skip{FileID: code.FileID{Repo: root.Repo, Path: printable(relative)}, Reason: v.reason, Detail: v.detail}
		return Entry{}, &skip, nil
	}
	ask := func(r *repository, ctx context.Context) (*answer, error) { return r.answerOne(ctx, w.reach(relative)) }
	if err := w.ask(ctx, ask); err != nil {
		return Entry{}, nil, err
	}
	return w.one(relative)
}

// relative returns path relative to the root, with slashes.
func (w *walker) relative(path string) (string, error) {
	if strings.ContainsRune(path, 0) {
		return "", invalid("the path has a NUL byte")
	}
	absolute := filepath.Clean(path)
	if !filepath.IsAbs(path) {
		absolute = filepath.Join(w.root.Path, path)
	}
	relative, ok := within(filepath.Clean(w.root.Path), absolute)
	if !ok {
		relative, ok = within(w.real, absolute)
	}
	switch {
	case !ok:
		return "", invalid("not in the root")
	case relative == ".":
		return "", isFolder()
	}
	return relative, nil
}

// reach returns how far git can be asked about path: up to the first link,
// checkout of its own or file. git refuses to look behind these.
func (w *walker) reach(path string) string {
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		info, err := w.Lstat(w.abs(path[:i]))
		_, noCheckout := w.Lstat(w.abs(path[:i] + "/.git"))
		if err != nil || !info.IsDir() || noCheckout == nil {
			return path[:i]
		}
	}
	return path
}

// one descends to the file, judging each folder on the way.
func (w *walker) one(path string) (Entry, *code.Skip, error) {
	d := dir{}
	for rest := path; ; {
		name, below, deeper := strings.Cut(rest, "/")
		l, err := w.list(d, name)
		switch {
		case err != nil:
			return Entry{}, nil, err
		case len(l.skips)+len(l.unread) > 0:
			return w.refuse(l)
		case len(l.files) > 0 && !deeper:
			return w.statOne(path)
		case len(l.dirs) == 0:
			return Entry{}, nil, fault.New(fault.NotFound, "no such file")
		case !deeper:
			return Entry{}, nil, isFolder()
		}
		d, rest = l.dirs[0], below
	}
}

func (w *walker) statOne(path string) (Entry, *code.Skip, error) {
	var s stated
	w.stat(&s, path)
	if len(s.entries) == 1 {
		return s.entries[0], nil, nil
	}
	return w.refuse(s.listing)
}

// refuse turns a listing of one file that is not to be indexed into the answer.
func (w *walker) refuse(l listing) (Entry, *code.Skip, error) {
	switch {
	case len(l.skips) == 0:
		return Entry{}, nil, fault.New(fault.Unavailable, "git knows nothing of it").Fix("try again")
	case l.skips[0].Reason == code.SkipUnreadable:
		return Entry{}, nil, fault.New(fault.Unavailable, "%s", l.skips[0].Detail).Fix("let the service read it, or try again")
	case l.skips[0].Detail == outOfRoot:
		return Entry{}, nil, invalid("it leads out of the root by a symbolic link")
	}
	return Entry{}, &l.skips[0], nil
}

func invalid(reason string) error {
	return fault.New(fault.Invalid, "%s", reason).Fix("name a file below the root, absolute or relative to it")
}

func isFolder() error {
	return fault.New(fault.Invalid, "a folder").Fix("name the files in it, or run: make scan <project>")
}
