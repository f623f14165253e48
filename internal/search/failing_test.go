package search

import "context"

// failingStore fails in one method.
type failingStore struct {
	*fakeStore
	method string
	err    error
}

func (s failingStore) View(_ context.Context, fn func(View) error) error { return fn(s) }

func (s failingStore) in(method string) error {
	if method == s.method {
		return s.err
	}
	return nil
}

func (s failingStore) Segments(ctx context.Context) ([]Segment, error) {
	segments, _ := s.fakeStore.Segments(ctx)
	return segments, s.in("Segments")
}

func (s failingStore) Postings(ctx context.Context, segments []Segment, words []string) ([]Segment, error) {
	segments, _ = s.fakeStore.Postings(ctx, segments, words)
	return segments, s.in("Postings")
}

func (s failingStore) Declarations(ctx context.Context, names []string, limit int) ([]Declaration, error) {
	all, _ := s.fakeStore.Declarations(ctx, names, limit)
	return all, s.in("Declarations")
}

func (s failingStore) Files(ctx context.Context, ids []int64) ([]File, error) {
	files, _ := s.fakeStore.Files(ctx, ids)
	return files, s.in("Files")
}

func (s failingStore) FilesMatching(ctx context.Context, f Filter) (map[int64]bool, error) {
	ids, _ := s.fakeStore.FilesMatching(ctx, f)
	return ids, s.in("FilesMatching")
}

func (s failingStore) Chunks(ctx context.Context, keys []ChunkKey) ([]Chunk, error) {
	chunks, _ := s.fakeStore.Chunks(ctx, keys)
	return chunks, s.in("Chunks")
}

func (s failingStore) Texts(ctx context.Context, ids []int64) (map[int64]string, error) {
	texts, _ := s.fakeStore.Texts(ctx, ids)
	return texts, s.in("Texts")
}
