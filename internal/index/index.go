// Package index is the write path: it keeps the index of a project true to its
// files on disk. A sweep walks the roots, plans what changed, reads, parses and
// chunks it, stores it with its words, and gives new texts their vectors. It
// reports through callbacks and prints nothing.
package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"coderag/internal/chunk"
	"coderag/internal/code"
	"coderag/internal/embed"
	"coderag/internal/fault"
	"coderag/internal/symbols"
	"coderag/internal/walk"
)

// Options tune a sweep. Zero values mean the defaults.
type Options struct {
	MaxFileBytes int64         // larger files are skipped; default 1 MiB
	Chunk        chunk.Options // sizes of chunks
	Walk         walk.Rules    // on top of each project's own
	Workers      int           // files read and parsed at once; default the number of cores
	ParseTimeout time.Duration // of one file; default 3 s
	CommitFiles  int           // files that become visible together; default 1,000
	CommitBytes  int           // text that becomes visible together; default 16 MiB
	CommitEvery  time.Duration // age at which an unfilled batch is stored; default 5 s
}

// WithDefaults returns o with its zero values replaced.
func (o Options) WithDefaults() Options {
	o.Chunk = o.Chunk.WithDefaults()
	setDefault(&o.MaxFileBytes, 1<<20)
	setDefault(&o.Workers, runtime.GOMAXPROCS(0))
	setDefault(&o.ParseTimeout, defaultParseTimeout)
	setDefault(&o.CommitFiles, 1000)
	setDefault(&o.CommitBytes, 16<<20)
	setDefault(&o.CommitEvery, 5*time.Second)
	return o
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// An Indexer sweeps projects. It is safe for concurrent use on different
// projects; the caller sees to it that a project has one writer.
type Indexer struct {
	Options  Options
	Symbols  *symbols.Set
	Embedder embed.Embedder // nil: words only
	Local    bool           // the Embedder is in this program: texts get vectors beside the commit of their batch, not after all are stored
	Batcher  embed.Batcher
}

// A Request says what to sweep and how.
type Request struct {
	Project  code.Project
	Full     bool           // read every file, whatever its stat says
	Progress func(Progress) // called from one goroutine at a time; may be nil
}

// sweep is the state of one pass.
type sweep struct {
	project  code.Project
	store    Store
	options  Options
	symbols  *symbols.Set
	embedder embed.Embedder
	local    bool
	fresh    bool  // the index had no file before
	model    int32 // id of batcher.Model in the store, 0 before it is used
	batcher  embed.Batcher
	progress func(Progress)
	report   Report
	skips    map[string][]Skip // by repo
	refused  []Skip            // files the database refused; they join skips once all batches are stored
}

func (x *Indexer) newSweep(p code.Project, store Store, progress func(Progress)) *sweep {
	if progress == nil {
		progress = func(Progress) {}
	}
	return &sweep{
		project: p, store: store, options: x.Options.WithDefaults(), symbols: x.Symbols,
		embedder: x.Embedder, local: x.Local && x.Embedder != nil, batcher: x.Batcher, progress: progress, skips: map[string][]Skip{},
	}
}

// Sweep makes the index of the project equal to its files. What it returns next
// to an error was done all the same. A root that is not there is reported, keeps
// its rows and makes the error of kind fault.Unavailable; the other roots are
// swept. Killed anywhere, the next sweep ends in the same rows.
func (x *Indexer) Sweep(ctx context.Context, store Store, r Request) (_ Report, err error) {
	defer fault.Wrap(&err, "index project %q", r.Project.Name)
	start := time.Now()
	s := x.newSweep(r.Project, store, r.Progress)
	err = s.run(ctx, r.Full)
	s.report.Took = time.Since(start)
	return s.report, err
}

func (s *sweep) run(ctx context.Context, full bool) error {
	stored, err := s.store.Files(ctx)
	if err != nil {
		return err
	}
	s.fresh = len(stored) == 0
	skips, err := s.store.Skips(ctx)
	if err != nil {
		return err
	}
	disk, absent := s.walk(ctx, stored)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	past := s.readHistory(ctx)
	plan := MakePlan(stored, skips, disk, past.told, full)
	for _, skip := range plan.Skip {
		s.skips[skip.Repo] = append(s.skips[skip.Repo], skip)
	}
	if err := s.apply(ctx, plan, disk, skips); err != nil {
		return errors.Join(err, absent)
	}
	return errors.Join(s.finishHistory(ctx, past), absent)
}

// apply carries the plan out: words first, since they make files searchable.
func (s *sweep) apply(ctx context.Context, plan Plan, disk Disk, skips []Skip) error {
	s.report.Same = plan.Same
	if err := s.remove(ctx, plan.Remove); err != nil {
		return err
	}
	if err := s.readFiles(ctx, plan); err != nil {
		return err
	}
	if err := s.storeSkips(ctx, disk, skips); err != nil {
		return err
	}
	if len(plan.Read)+len(plan.Remove) > 0 {
		s.progress(Progress{Stage: StageMerge})
		if err := mergeSegments(ctx, s.store); err != nil {
			return err
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.store.CountMentions(ctx) })
	g.Go(func() error { return s.finishVectors(ctx) })
	return g.Wait()
}

// finishVectors gives all texts vectors, and drops those of texts that are gone.
func (s *sweep) finishVectors(ctx context.Context) error {
	if s.embedder == nil {
		return nil
	}
	if err := s.embedPending(ctx, math.MaxInt); err != nil || s.report.Changed+s.report.Removed == 0 {
		return err
	}
	return s.store.DropOrphans(ctx)
}

// walk lists the files of every root. Its error joins those of the roots that
// could not be walked.
func (s *sweep) walk(ctx context.Context, stored []Stored) (Disk, error) {
	s.progress(Progress{Stage: StageWalk})
	disk := Disk{Absent: map[string]bool{}}
	var errs []error
	for _, root := range s.project.Roots {
		found, err := walk.Root(ctx, root, s.rules())
		if err == nil && len(found.Files)+len(found.Skips) == 0 && holdsFiles(stored, root.Repo) {
			err = unmounted(root)
		}
		if err != nil {
			disk.Absent[root.Repo] = true
			s.report.Absent = append(s.report.Absent, root.Repo)
			errs = append(errs, err)
			continue
		}
		disk.Entries = append(disk.Entries, found.Files...)
		disk.Unread = append(disk.Unread, found.Unread...)
		for _, skip := range found.Skips {
			s.skips[root.Repo] = append(s.skips[root.Repo], Skip{Skip: skip})
		}
	}
	return disk, errors.Join(errs...)
}

func holdsFiles(stored []Stored, repo string) bool {
	return slices.ContainsFunc(stored, func(f Stored) bool { return f.Repo == repo })
}

// unmounted is the error for a root that had files and is an empty folder now:
// what a mount point is while its disk is away.
func unmounted(root code.Root) error {
	return fault.New(fault.Unavailable, "root %s of repo %q is empty, and the index has files of it", root.Path, root.Repo).
		Fix("mount the disk it lies on").
		Fix("or, if its files are gone for good, take the root out of rag-projects.json")
}

// rules returns the walk rules of the service together with the project's own.
func (s *sweep) rules() walk.Rules {
	r := s.options.Walk
	r.Exclude = slices.Concat(r.Exclude, s.project.ExcludeGlobs)
	r.Include = slices.Concat(r.Include, s.project.IncludeGlobs)
	r.Languages = slices.Concat(r.Languages, s.project.Languages)
	r.MaxFileBytes = s.options.MaxFileBytes
	return r
}

func (s *sweep) remove(ctx context.Context, gone []Stored) error {
	if len(gone) == 0 {
		return nil
	}
	var b Batch
	for _, f := range gone {
		b.Removed = append(b.Removed, f.ID)
	}
	s.report.Removed += len(gone)
	return s.store.Commit(ctx, b)
}

// storeSkips records what was seen and not indexed, for the repos whose root
// was walked and where it is not what the index has.
func (s *sweep) storeSkips(ctx context.Context, disk Disk, stored []Skip) error {
	for _, skip := range s.refused {
		s.skips[skip.Repo] = append(s.skips[skip.Repo], skip)
	}
	s.report.Skipped = map[code.SkipReason]int{}
	for _, root := range s.project.Roots {
		now := s.skips[root.Repo]
		for _, skip := range now {
			s.report.Skipped[skip.Reason]++
		}
		if disk.Absent[root.Repo] || sameSkips(now, ofRepo(stored, root.Repo)) {
			continue
		}
		if err := s.store.ReplaceSkips(ctx, root.Repo, now); err != nil {
			return fmt.Errorf("store skips of repo %q: %w", root.Repo, err)
		}
	}
	return s.forgetSkips(ctx, stored)
}

// forgetSkips removes the skips of repos that the project has no more.
func (s *sweep) forgetSkips(ctx context.Context, stored []Skip) error {
	left := map[string]bool{}
	for _, skip := range stored {
		left[skip.Repo] = true
	}
	for _, root := range s.project.Roots {
		delete(left, root.Repo)
	}
	for _, repo := range slices.Sorted(maps.Keys(left)) {
		if err := s.store.ReplaceSkips(ctx, repo, nil); err != nil {
			return fmt.Errorf("remove skips of repo %q: %w", repo, err)
		}
	}
	return nil
}

func ofRepo(skips []Skip, repo string) []Skip {
	return slices.DeleteFunc(slices.Clone(skips), func(s Skip) bool { return s.Repo != repo })
}

// sameSkips reports whether both lists hold the same skips. It sorts them.
func sameSkips(a, b []Skip) bool {
	byPath := func(a, b Skip) int { return strings.Compare(a.Path, b.Path) }
	slices.SortFunc(a, byPath)
	slices.SortFunc(b, byPath)
	return slices.EqualFunc(a, b, func(a, b Skip) bool {
		return a.Skip == b.Skip && a.Version == b.Version &&
			a.Stat.Size == b.Stat.Size && a.Stat.ModTime.Equal(b.Stat.ModTime)
	})
}
