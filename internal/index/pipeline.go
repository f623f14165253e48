package index

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/postings"
)

// readFiles runs the plan's reads through the workers and commits what comes
// out, batch by batch: workers -> outcomes -> collect -> batches -> commit. The
// channels are short, so memory is bounded by two batches and what the workers
// hold.
func (s *sweep) readFiles(ctx context.Context, plan Plan) error {
	g, ctx := errgroup.WithContext(ctx)
	reads := make(chan Read)
	outcomes := make(chan outcome, s.options.Workers)
	batches := make(chan *pending)

	g.Go(func() error {
		defer close(reads)
		return s.feed(ctx, reads, plan.Read)
	})
	g.Go(func() error {
		defer close(outcomes)
		return s.work(ctx, reads, outcomes)
	})
	g.Go(func() error {
		defer close(batches)
		return s.collect(ctx, outcomes, batches, len(plan.Read))
	})
	g.Go(func() error {
		for b := range batches {
			if err := s.commit(ctx, b); err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}

// feed hands the reads on, page by page, with what commits say of the files.
func (s *sweep) feed(ctx context.Context, out chan<- Read, reads []Read) error {
	for page := range slices.Chunk(reads, subjectPage) {
		if err := s.addSubjects(ctx, page); err != nil {
			return err
		}
		for _, r := range page {
			select {
			case out <- r:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

func (s *sweep) work(ctx context.Context, in <-chan Read, out chan<- outcome) error {
	g, ctx := errgroup.WithContext(ctx)
	for range s.options.Workers {
		g.Go(func() error {
			p := processor{options: s.options, symbols: s.symbols}
			for r := range in {
				select {
				case out <- p.process(ctx, r):
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// pending is a batch while it fills.
type pending struct {
	Batch
	bytes int
	since time.Time
}

// collect sorts outcomes into batches. A batch is full when it has the files,
// the bytes or the age of one.
func (s *sweep) collect(ctx context.Context, in <-chan outcome, out chan<- *pending, total int) error {
	b, done := &pending{}, 0
	flush := func() error {
		select {
		case out <- b:
			b = &pending{}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for o := range in {
		s.note(b, o)
		done++
		s.progress(Progress{Stage: StageFiles, Done: done, Total: total, Bytes: s.report.Bytes, Chunks: s.report.Chunks})
		if b.full(s.options) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if b.since.IsZero() || ctx.Err() != nil {
		return ctx.Err()
	}
	return flush()
}

func (b *pending) full(o Options) bool {
	return len(b.Files) >= o.CommitFiles || b.bytes >= o.CommitBytes ||
		!b.since.IsZero() && time.Since(b.since) > o.CommitEvery
}

// note adds an outcome to the batch and the report.
func (s *sweep) note(b *pending, o outcome) {
	if b.since.IsZero() {
		b.since = time.Now()
	}
	switch {
	case o.file != nil:
		b.Files = append(b.Files, *o.file)
		b.bytes += len(o.file.Text)
		s.report.Bytes += int64(len(o.file.Text))
		s.report.Chunks += len(o.file.Chunks)
		s.report.count(o)
	case o.touched != nil:
		b.Touched = append(b.Touched, *o.touched)
		s.report.Touched++
	case o.retry:
		s.report.Retry++
	case o.skip != nil:
		s.skips[o.skip.Repo] = append(s.skips[o.skip.Repo], *o.skip)
		if o.old != nil && o.skip.Reason != code.SkipUnreadable {
			b.Removed = append(b.Removed, o.old.ID)
			s.report.Removed++
		}
	}
}

func (r *Report) count(o outcome) {
	switch {
	case o.old == nil:
		r.Added++
	case o.why == Told:
		r.Told++
	default:
		r.Changed++
	}
}

// commit stores the batch and, beside it where the embedder is in this program, the
// vectors of its texts.
func (s *sweep) commit(ctx context.Context, b *pending) error {
	model, texts, err := s.textsAtHand(ctx, b.Files)
	if err != nil {
		return err
	}
	if err := s.reserve(ctx, b.Files); err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.storeBatch(ctx, b.Batch) })
	g.Go(func() error { return s.embedAtHand(ctx, model, texts) })
	return g.Wait()
}

// storeBatch writes the words of the batch as a segment and stores everything. A
// batch the database refuses for what it holds is stored in halves, down to the
// file that is to blame: that one is skipped, and stops no sweep.
func (s *sweep) storeBatch(ctx context.Context, b Batch) error {
	var words postings.Builder
	for i := range b.Files {
		words.Add(b.Files[i].ID, b.Files[i].Words)
	}
	b.Segment = words.Finish()
	err := s.store.Commit(ctx, b)
	switch n := len(b.Files); {
	case err == nil || !refused(err) || n == 0:
		return err
	case n == 1:
		f := b.Files[0]
		s.refused = append(s.refused, Skip{
			Skip: code.Skip{FileID: f.FileID, Reason: code.SkipFailed, Detail: err.Error()}, Stat: f.Stat, Version: Version,
		})
		b.Files, b.Removed = nil, append(b.Removed, f.ID)
		return s.storeBatch(ctx, b)
	default:
		rest := Batch{Files: b.Files[n/2:]}
		b.Files = b.Files[:n/2]
		return errors.Join(s.storeBatch(ctx, b), s.storeBatch(ctx, rest))
	}
}

// refused reports whether the database cannot hold what it was given, as
// against being away or full.
func refused(err error) bool {
	return fault.Is(err, fault.Invalid) || fault.Is(err, fault.TooLarge)
}

// reserve gives ids to the files that replace none.
func (s *sweep) reserve(ctx context.Context, files []File) error {
	var added []*File
	for i := range files {
		if files[i].ID == 0 {
			added = append(added, &files[i])
		}
	}
	ids, err := s.store.ReserveIDs(ctx, len(added))
	if err != nil {
		return err
	}
	for i, f := range added {
		f.ID = ids[i]
	}
	return nil
}
