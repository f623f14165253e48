package index

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/walk"
)

// An Update says what became of one named file.
type Update struct {
	code.FileID
	Result UpdateResult
	Detail string // why it was skipped
}

// UpdateResult is what became of a named file.
type UpdateResult string

// The results of an update.
const (
	UpdateIndexed   UpdateResult = "indexed"
	UpdateUnchanged UpdateResult = "unchanged"
	UpdateRemoved   UpdateResult = "removed" // gone from disk, and from the index now
	UpdateSkipped   UpdateResult = "skipped"
)

// maxUpdateVectors bounds the texts an update waits for a model to embed; a
// larger backlog is left to the sweep.
const maxUpdateVectors = 256

// Update brings the named files up to date without walking the roots. A path is
// absolute, or relative to a root that has it or had it. The verdict on each
// file is the one a sweep would come to. A path outside the roots, or one that
// is no file and never was, is an error of kind fault.Invalid or NotFound, and
// nothing is done.
func (x *Indexer) Update(ctx context.Context, store Store, p code.Project, paths []string) (_ []Update, err error) {
	defer fault.Wrap(&err, "update project %q", p.Name)
	s := x.newSweep(p, store, nil)
	var targets []target
	for _, path := range paths {
		t, err := s.locate(ctx, path)
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
	}
	updates, batch, err := s.updateBatch(ctx, targets)
	if err != nil {
		return nil, err
	}
	if err := s.commit(ctx, batch); err != nil {
		return nil, err
	}
	for _, skip := range s.refused {
		i := slices.IndexFunc(updates, func(u Update) bool { return u.FileID == skip.FileID })
		updates[i] = outcome{skip: &skip}.update(skip.FileID)
	}
	return updates, s.finishUpdate(ctx)
}

// finishUpdate does what is due after a commit, as far as it is quickly done. Only after
// an upgrade that reads pages of vectors no more does it write those of all files.
func (s *sweep) finishUpdate(ctx context.Context) error {
	if err := mergeSegments(ctx, s.store); err != nil || s.embedder == nil {
		return err
	}
	return s.embedPending(ctx, maxUpdateVectors)
}

// A target is a named file: as it is on disk, why it is not indexed, or, with
// neither, gone.
type target struct {
	code.FileID
	entry *walk.Entry
	skip  *code.Skip
	old   *Stored
}

// locate finds the root the path belongs to. A relative path belongs to the
// first root that has it on disk, or else in the index. A root that refuses it
// says more than one that lacks it.
func (s *sweep) locate(ctx context.Context, path string) (target, error) {
	var gone *target
	var refused error
	for _, root := range s.rootsFor(path) {
		t, err := s.locateIn(ctx, root, path)
		switch {
		case err == nil && (t.entry != nil || t.skip != nil):
			return t, nil
		case err == nil && gone == nil:
			gone = &t
		case err != nil && refused == nil && !fault.Is(err, fault.NotFound):
			refused = err
		}
	}
	switch {
	case gone != nil:
		return *gone, nil
	case refused != nil:
		return target{}, refused
	}
	return target{}, fault.New(fault.NotFound, "%q is on no disk and in no index", path).
		Fix("send the path as it is printed with a hit, relative to the root of its repo, or an absolute one")
}

// rootsFor returns the roots that a path can belong to: of an absolute one the
// root it is in, or all, since its text need not tell what a link makes of it.
func (s *sweep) rootsFor(path string) []code.Root {
	for i, root := range s.project.Roots {
		if strings.HasPrefix(filepath.Clean(path)+"/", strings.TrimSuffix(root.Path, "/")+"/") {
			return s.project.Roots[i : i+1]
		}
	}
	return s.project.Roots
}

func (s *sweep) locateIn(ctx context.Context, root code.Root, path string) (target, error) {
	entry, skip, err := walk.One(ctx, root, s.rules(), path)
	var t target
	switch {
	case err == nil && skip != nil:
		t = target{FileID: skip.FileID, skip: skip}
	case err == nil:
		t = target{FileID: entry.FileID, entry: &entry}
	case fault.Is(err, fault.NotFound):
		t = target{FileID: code.FileID{Repo: root.Repo, Path: relative(root, path)}}
	default:
		return target{}, err
	}
	stored, storeErr := s.store.FilesAt(ctx, []code.FileID{t.FileID})
	if storeErr != nil {
		return target{}, storeErr
	}
	if len(stored) > 0 {
		t.old = &stored[0]
	}
	if err != nil && t.old == nil {
		return target{}, err
	}
	return t, nil
}

func relative(root code.Root, path string) string {
	if filepath.IsAbs(path) {
		path = strings.TrimPrefix(filepath.Clean(path), root.Path+string(filepath.Separator))
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// updateBatch reads the targets and gathers what is to be stored.
func (s *sweep) updateBatch(ctx context.Context, targets []target) ([]Update, *pending, error) {
	p := processor{options: s.options, symbols: s.symbols}
	b := &pending{}
	var updates []Update
	for _, t := range targets {
		if slices.ContainsFunc(updates, func(u Update) bool { return u.FileID == t.FileID }) {
			continue
		}
		var o outcome
		switch {
		case t.entry != nil:
			r := []Read{{Entry: *t.entry, Old: t.old, Why: Changed}}
			if err := s.addSubjects(ctx, r); err != nil {
				return nil, nil, err
			}
			o = p.process(ctx, r[0])
		case t.skip != nil:
			o = outcome{skip: &Skip{Skip: *t.skip}, old: t.old}
		default:
			b.Removed = append(b.Removed, t.old.ID)
			updates = append(updates, Update{FileID: t.FileID, Result: UpdateRemoved})
			continue
		}
		if o.retry {
			return nil, nil, fault.New(fault.Busy, "%s changed while it was read", t.FileID).Fix("try again")
		}
		s.note(b, o)
		updates = append(updates, o.update(t.FileID))
	}
	return updates, b, ctx.Err()
}

func (o outcome) update(f code.FileID) Update {
	switch {
	case o.file != nil:
		return Update{FileID: f, Result: UpdateIndexed}
	case o.touched != nil:
		return Update{FileID: f, Result: UpdateUnchanged}
	}
	detail := string(o.skip.Reason)
	if o.skip.Detail != "" {
		detail += ": " + o.skip.Detail
	}
	return Update{FileID: f, Result: UpdateSkipped, Detail: detail}
}
