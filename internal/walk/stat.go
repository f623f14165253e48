package walk

import (
	"context"
	"io/fs"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"coderag/internal/code"
)

// statBatch is how many files one task stats.
const statBatch = 256

// A stated is what the stats of some files gave.
type stated struct {
	entries []Entry
	listing // skips and unread
}

// statAll stats the files in parallel. A file that went away since it was
// listed becomes unread: the next walk sees it gone.
func (w *walker) statAll(ctx context.Context, files []string) (all stated, err error) {
	batches := make([]stated, (len(files)+statBatch-1)/statBatch)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range batches {
		g.Go(func() error {
			batch := files[i*statBatch : min((i+1)*statBatch, len(files))]
			for _, path := range batch {
				w.stat(&batches[i], path)
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return stated{}, err
	}
	all.entries = make([]Entry, 0, len(files))
	for _, b := range batches {
		all.entries = append(all.entries, b.entries...)
		all.skips = append(all.skips, b.skips...)
		all.unread = append(all.unread, b.unread...)
	}
	return all, nil
}

// stat stats one file and puts it where it belongs.
func (w *walker) stat(s *stated, path string) {
	info, err := w.Lstat(w.abs(path))
	if err != nil {
		w.unread(&s.listing, path, "", err)
		return
	}
	if !info.Mode().IsRegular() {
		w.skip(&s.listing, path, special(info.Mode()))
		return
	}
	if v := w.rules.judgeSize(info.Size()); v.reason != "" {
		w.skip(&s.listing, path, v)
		return
	}
	s.entries = append(s.entries, Entry{
		FileID: code.FileID{Repo: w.root.Repo, Path: path},
		Abs:    w.abs(path),
		Stat:   statOf(info),
	})
}

func statOf(info fs.FileInfo) code.FileStat {
	return code.FileStat{Size: info.Size(), ModTime: info.ModTime().Truncate(time.Microsecond)}
}
