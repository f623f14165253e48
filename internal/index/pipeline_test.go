package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/history"
	"coderag/internal/symbols"
	"coderag/internal/walk"
)

// batchStore keeps the batches it is given, and fails from the n-th on.
type batchStore struct {
	Store
	mu       sync.Mutex
	batches  []Batch
	reserved int64
	failAt   int // 0 for never
}

var errDisk = errors.New("disk full")

func (s *batchStore) Subjects(context.Context, []code.FileID, int) (map[code.FileID][]history.Subject, error) {
	return nil, nil
}

func (s *batchStore) ReserveIDs(_ context.Context, n int) (ids []int64, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range n {
		s.reserved++
		ids = append(ids, 1000+s.reserved)
	}
	return ids, nil
}

func (s *batchStore) Commit(_ context.Context, b Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches = append(s.batches, b)
	if s.failAt > 0 && len(s.batches) >= s.failAt {
		return errDisk
	}
	return nil
}

func newTestSweep(store Store, o Options) *sweep {
	x := &Indexer{Options: o, Symbols: symbols.New()}
	return x.newSweep(code.Project{Name: "shop"}, store, nil)
}

// collected returns the batches collect makes of the outcomes.
func collected(t testing.TB, s *sweep, outcomes []outcome) (batches []*pending) {
	t.Helper()
	in, out := make(chan outcome, len(outcomes)), make(chan *pending, len(outcomes)+1)
	for _, o := range outcomes {
		in <- o
	}
	close(in)
	if err := s.collect(t.Context(), in, out, len(outcomes)); err != nil {
		t.Fatal(err)
	}
	close(out)
	for b := range out {
		batches = append(batches, b)
	}
	return batches
}

func indexed(path string, size int) outcome {
	return outcome{file: &File{FileID: id(path), Text: string(make([]byte, size)), Chunks: make([]Chunk, 2)}}
}

func TestBatches(t *testing.T) {
	t.Parallel()
	var seven []outcome
	for i := range 7 {
		seven = append(seven, indexed(fmt.Sprint(i), 10))
	}
	touched := outcome{touched: &Touch{ID: 4}, old: &Stored{ID: 4}}
	for name, tc := range map[string]struct {
		options  Options
		outcomes []outcome
		want     []int // files of each batch
	}{
		"by files":          {Options{CommitFiles: 3}, seven, []int{3, 3, 1}},
		"by bytes":          {Options{CommitBytes: 25}, seven, []int{3, 3, 1}},
		"exactly full":      {Options{CommitFiles: 7}, seven, []int{7}},
		"one a batch":       {Options{CommitFiles: 1}, seven[:2], []int{1, 1}},
		"by age":            {Options{CommitEvery: time.Nanosecond}, seven[:3], []int{1, 1, 1}},
		"all in one":        {Options{}, seven, []int{7}},
		"nothing":           {Options{}, nil, nil},
		"a touched file":    {Options{}, []outcome{touched}, []int{0}},
		"one larger by far": {Options{CommitBytes: 25}, []outcome{indexed("a", 1), indexed("b", 9999), indexed("c", 1)}, []int{2, 1}},
	} {
		var got []int
		for _, b := range collected(t, newTestSweep(nil, tc.options), tc.outcomes) {
			got = append(got, len(b.Files))
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: files by batch (-want +got):\n%s", name, diff)
		}
	}
}

// Every outcome is in one batch and in the report once, and progress only grows.
func TestOutcomesAreAccountedFor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var outcomes []outcome
		var want Report
		var wantTouched, wantRemoved []int64
		skips := 0
		for i := range rapid.IntRange(0, 30).Draw(rt, "files") {
			old := &Stored{ID: int64(i + 1)}
			switch rapid.IntRange(0, 5).Draw(rt, "outcome") {
			case 0:
				outcomes = append(outcomes, indexed(fmt.Sprint(i), 10))
				want.Added, want.Bytes, want.Chunks = want.Added+1, want.Bytes+10, want.Chunks+2
			case 1:
				o := indexed(fmt.Sprint(i), 10)
				o.old, o.file.ID = old, old.ID
				outcomes = append(outcomes, o)
				want.Changed, want.Bytes, want.Chunks = want.Changed+1, want.Bytes+10, want.Chunks+2
			case 2:
				outcomes = append(outcomes, outcome{touched: &Touch{ID: old.ID}, old: old})
				want.Touched, wantTouched = want.Touched+1, append(wantTouched, old.ID)
			case 3:
				outcomes = append(outcomes, outcome{retry: true, old: old})
				want.Retry++
			case 4: // what cannot be read keeps its rows
				outcomes = append(outcomes, skipped(Read{Old: old}, code.SkipUnreadable, ""))
				skips++
			case 5:
				outcomes = append(outcomes, skipped(Read{Old: old}, code.SkipBinary, ""))
				want.Removed, wantRemoved = want.Removed+1, append(wantRemoved, old.ID)
				skips++
			}
		}
		s := newTestSweep(nil, Options{CommitFiles: rapid.IntRange(1, 5).Draw(rt, "batch")})
		done := 0
		s.progress = func(p Progress) {
			if p.Done != done+1 || p.Total != len(outcomes) || p.Bytes > want.Bytes {
				rt.Fatalf("progress %+v after %d of %d", p, done, len(outcomes))
			}
			done++
		}
		files := 0
		var touched, removed []int64
		for _, b := range collected(t, s, outcomes) {
			files += len(b.Files)
			for _, touch := range b.Touched {
				touched = append(touched, touch.ID)
			}
			removed = append(removed, b.Removed...)
		}
		if diff := cmp.Diff(want, s.report); diff != "" {
			rt.Fatalf("report (-want +got):\n%s", diff)
		}
		if files != want.Added+want.Changed || done != len(outcomes) || len(s.skips[""]) != skips {
			rt.Fatalf("%d files in batches, %d done, %d skips; want %d, %d, %d", files, done, len(s.skips[""]), want.Added+want.Changed, len(outcomes), skips)
		}
		if !slices.Equal(touched, wantTouched) || !slices.Equal(removed, wantRemoved) {
			rt.Fatalf("touched %v and removed %v, want %v and %v", touched, removed, wantTouched, wantRemoved)
		}
	})
}

// sources writes n files and plans to read them, every other one for the first
// time.
func sources(t *testing.T, n int) (p Plan) {
	t.Helper()
	root := t.TempDir()
	for i := range n {
		name := fmt.Sprintf("f%02d.txt", i)
		if err := os.WriteFile(filepath.Join(root, name), []byte("some words\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		r := Read{Entry: walk.Entry{FileID: id(name), Abs: filepath.Join(root, name)}, Why: Added}
		if i%2 == 0 {
			r.Old, r.Why = &Stored{ID: int64(i + 1), FileID: id(name)}, Changed
		}
		p.Read = append(p.Read, r)
	}
	return p
}

// Files keep their ids, new ones get ids of their own, and each batch comes with
// the words of its files.
func TestReadFiles(t *testing.T) {
	t.Parallel()
	store := &batchStore{}
	s := newTestSweep(store, Options{CommitFiles: 4, Workers: 3})
	if err := s.readFiles(t.Context(), sources(t, 10)); err != nil {
		t.Fatal(err)
	}
	ids := map[int64]string{}
	for _, b := range store.batches {
		if b.Segment.Files != len(b.Files) || len(b.Segment.Words) == 0 {
			t.Errorf("a batch of %d files has a segment of %d with %d words", len(b.Files), b.Segment.Files, len(b.Segment.Words))
		}
		for _, f := range b.Files {
			if ids[f.ID] != "" {
				t.Errorf("%s and %s have the id %d", ids[f.ID], f.Path, f.ID)
			}
			ids[f.ID] = f.Path
			if old := f.ID < 1000; old != (f.Path[2]%2 == 0) || old && f.Path != fmt.Sprintf("f%02d.txt", f.ID-1) {
				t.Errorf("%s has the id %d", f.Path, f.ID)
			}
		}
	}
	if len(ids) != 10 || len(store.batches) != 3 || store.reserved != 5 {
		t.Errorf("%d files in %d batches with %d new ids, want 10 in 3 with 5", len(ids), len(store.batches), store.reserved)
	}
}

// A store that fails ends the reading with its error, whatever waits where.
func TestReadFilesEndsWithTheStore(t *testing.T) {
	t.Parallel()
	for failAt := 1; failAt <= 3; failAt++ {
		store := &batchStore{failAt: failAt}
		s := newTestSweep(store, Options{CommitFiles: 1, Workers: 4})
		if err := s.readFiles(t.Context(), sources(t, 40)); !errors.Is(err, errDisk) {
			t.Errorf("batch %d fails: %v, want %v", failAt, err, errDisk)
		}
		if len(store.batches) != failAt {
			t.Errorf("batch %d fails: %d batches were tried", failAt, len(store.batches))
		}
	}
}

func TestReadFilesEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	store := &batchStore{}
	if err := newTestSweep(store, Options{}).readFiles(ctx, sources(t, 10)); !errors.Is(err, context.Canceled) {
		t.Errorf("readFiles after the end: %v, want %v", err, context.Canceled)
	}
	if len(store.batches) > 0 {
		t.Errorf("%d batches were stored", len(store.batches))
	}
}

// pickyStore refuses batches that hold a file of the path.
type pickyStore struct {
	batchStore
	path string
}

func (s *pickyStore) Commit(ctx context.Context, b Batch) error {
	for _, f := range b.Files {
		if f.Path == s.path {
			return fault.New(fault.TooLarge, "index row size exceeds the maximum")
		}
	}
	return s.batchStore.Commit(ctx, b)
}

// A file the database refuses is skipped with the reason, loses the rows it had,
// and takes no other file with it.
func TestRefusedFileIsSkipped(t *testing.T) {
	t.Parallel()
	store := &pickyStore{path: "3"}
	s := newTestSweep(store, Options{})
	b := Batch{Removed: []int64{77}}
	for i := range 7 {
		b.Files = append(b.Files, File{ID: int64(i + 1), FileID: id(fmt.Sprint(i))})
	}
	if err := s.storeBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	var stored []string
	var removed []int64
	for _, b := range store.batches {
		for _, f := range b.Files {
			stored = append(stored, f.Path)
		}
		removed = append(removed, b.Removed...)
	}
	slices.Sort(stored)
	slices.Sort(removed)
	if diff := cmp.Diff([]string{"0", "1", "2", "4", "5", "6"}, stored); diff != "" {
		t.Errorf("stored files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{4, 77}, removed); diff != "" {
		t.Errorf("removed files (-want +got):\n%s", diff)
	}
	if len(s.refused) != 1 || s.refused[0].Path != "3" || s.refused[0].Reason != code.SkipFailed || s.refused[0].Detail == "" {
		t.Errorf("refused files %+v, want the one with its reason", s.refused)
	}
}
