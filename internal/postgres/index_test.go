package postgres_test

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/index"
	"coderag/internal/pgtest"
	"coderag/internal/postgres"
	"coderag/internal/postings"
	"coderag/internal/search"
)

// newProject returns the empty schema of a project in a database of the test's
// own.
func newProject(t testing.TB) (*postgres.Project, *database.DB) {
	t.Helper()
	db := pgtest.New(t)
	pgtest.Project(t, db, "shop")
	return postgres.OpenProject(db, "shop"), db
}

var modified = time.Date(2024, 5, 6, 7, 8, 9, 123456000, time.UTC)

// file returns a file of one chunk that defines the symbol and has the words.
func file(id int64, path, symbol string, words ...string) index.File {
	text := fmt.Sprintf("func %s() {}\n", symbol)
	doc := postings.Document{Chunks: []postings.FieldLength{{Symbol: 1, Head: 2, Body: len(words)}}, Stem: 1}
	for _, w := range words {
		doc.Words = append(doc.Words, postings.ChunkWord{Word: w, Counts: postings.Counts{Body: 1}})
	}
	lines := code.Span{Start: 1, End: 1}
	return index.File{
		ID: id, FileID: code.FileID{Repo: "api", Path: path}, SHA256: sha256.Sum256([]byte(text)),
		Stat: code.FileStat{Size: int64(len(text)), ModTime: modified}, Language: "go", Lines: 1, Text: text,
		Definitions: []code.Definition{{Name: symbol, Kind: code.KindFunction, Signature: "func " + symbol + "()", Lines: lines}},
		Chunks: []index.Chunk{{
			Chunk: code.Chunk{
				Lines: lines, Bytes: code.Range{End: len(text)}, Symbol: symbol, Kind: code.KindFunction, Decl: lines,
			},
			TextSHA: sha256.Sum256([]byte(path + text)),
		}},
		Words: doc,
	}
}

// commit stores the files in a segment of their own, with fresh ids where they
// have none, and returns them.
func commit(t testing.TB, p *postgres.Project, files ...index.File) []index.File {
	t.Helper()
	var words postings.Builder
	for i := range files {
		if files[i].ID == 0 {
			ids, err := p.ReserveIDs(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			files[i].ID = ids[0]
		}
		words.Add(files[i].ID, files[i].Words)
	}
	if err := p.Commit(t.Context(), index.Batch{Files: files, Segment: words.Finish()}); err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCommitReplacesTouchesAndRemoves(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open", "open"), file(0, "b.go", "Close", "close"), file(0, "c.go", "Read", "read"))
	changed := file(files[0].ID, "a.go", "Reopen", "reopen")
	commit(t, p, changed)
	later := code.FileStat{Size: 7, ModTime: modified.Add(time.Second)}
	err := p.Commit(t.Context(), index.Batch{
		Touched: []index.Touch{{ID: files[1].ID, Stat: later}},
		Removed: []int64{files[2].ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.FilesAt(t.Context(), []code.FileID{changed.FileID, files[1].FileID, files[2].FileID, {Repo: "other", Path: "a.go"}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]index.Stored{
		"a.go": {ID: files[0].ID, FileID: changed.FileID, SHA256: changed.SHA256, Stat: changed.Stat, Version: index.Version},
		"b.go": {ID: files[1].ID, FileID: files[1].FileID, SHA256: files[1].SHA256, Stat: later, Version: index.Version},
	}
	if diff := cmp.Diff(want, byPath(got)); diff != "" {
		t.Errorf("files by path (-want +got):\n%s", diff)
	}
	all, err := p.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, byPath(all)); diff != "" {
		t.Errorf("all files (-want +got):\n%s", diff)
	}
	if got, want := counts(t, p), [3]int64{2, 2, 2}; got != want {
		t.Errorf("files, chunks and definitions are %v, want %v: rows of replaced and removed files must go", got, want)
	}
	for repo, want := range map[string]int64{"": 2, "api": 2, "other": 0} {
		if got, err := p.CountFiles(t.Context(), repo); err != nil || got != want {
			t.Errorf("CountFiles(%q) = %d, %v; want %d", repo, got, err, want)
		}
	}
}

func byPath(files []index.Stored) map[string]index.Stored {
	m := map[string]index.Stored{}
	for _, f := range files {
		f.Stat.ModTime = f.Stat.ModTime.UTC()
		m[f.Path] = f
	}
	return m
}

func counts(t *testing.T, p *postgres.Project) [3]int64 {
	t.Helper()
	s, err := p.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return [3]int64{s.Files, s.Chunks, s.Definitions}
}

// A batch PostgreSQL refuses leaves nothing behind.
func TestCommitIsAtomic(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	var words postings.Builder
	good, bad := file(1, "a.go", "Open", "open"), file(2, "b.go", "Close", "close")
	bad.Text = "a NUL \x00 byte"
	words.Add(good.ID, good.Words)
	words.Add(bad.ID, bad.Words)
	err := p.Commit(t.Context(), index.Batch{Files: []index.File{good, bad}, Segment: words.Finish()})
	if !database.Refused(err) {
		t.Fatalf("Commit of a NUL byte: %v, want a refusal", err)
	}
	if got := counts(t, p); got != [3]int64{} {
		t.Errorf("files, chunks and definitions are %v after a refused batch, want none", got)
	}
}

func TestReplaceSkips(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	skip := func(repo, path string, reason code.SkipReason) index.Skip {
		return index.Skip{Skip: code.Skip{FileID: code.FileID{Repo: repo, Path: path}, Reason: reason, Detail: "x"}}
	}
	read := skip("api", "z.bin", code.SkipBinary)
	read.Stat, read.Version = code.FileStat{Size: 9, ModTime: modified}, index.Version
	for _, step := range []struct {
		repo  string
		skips []index.Skip
	}{
		{"api", []index.Skip{skip("api", "old", code.SkipSecret)}},
		{"web", []index.Skip{skip("web", "it's a \"tab\t\n", code.SkipIgnored)}},
		{"api", []index.Skip{read, skip("api", "b", code.SkipTooLarge)}},
	} {
		if err := p.ReplaceSkips(t.Context(), step.repo, step.skips); err != nil {
			t.Fatal(err)
		}
	}
	got, err := p.Skips(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if !got[i].Stat.ModTime.IsZero() {
			got[i].Stat.ModTime = got[i].Stat.ModTime.UTC()
		}
	}
	want := []index.Skip{skip("api", "b", code.SkipTooLarge), read, skip("web", "it's a \"tab\t\n", code.SkipIgnored)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
}

// lists returns which files each word leads to, through the live segments.
func lists(t *testing.T, p *postgres.Project, words ...string) map[string][]int64 {
	t.Helper()
	found := map[string][]int64{}
	err := p.View(t.Context(), func(v search.View) error {
		segments, err := v.Segments(t.Context())
		if err != nil {
			return err
		}
		if segments, err = v.Postings(t.Context(), segments, words); err != nil {
			return err
		}
		for _, s := range segments {
			for i, list := range s.Lists {
				r := fileReader{docs: s.Documents}
				if err := postings.Visit(list, &r); err != nil {
					return err
				}
				if len(r.files) != int(s.Frequency[i]) {
					t.Errorf("word %q is in %d files of segment %d, frequency says %d", words[i], len(r.files), s.ID, s.Frequency[i])
				}
				found[words[i]] = append(found[words[i]], r.files...)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

type fileReader struct {
	docs  *postings.Documents
	files []int64
}

func (r *fileReader) File(slot int)              { r.files = append(r.files, r.docs.Files[slot]) }
func (r *fileReader) Count(postings.FileCounts)  {}
func (r *fileReader) Chunk(int, postings.Counts) {}

func TestMergeSegmentsKeepsLiveFilesOnly(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open", "open", "both"), file(0, "b.go", "Close", "close", "both"))
	commit(t, p, file(files[0].ID, "a.go", "Open", "reopen", "both"))
	sizes, err := p.SegmentSizes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []postings.SegmentSize{{ID: 1, Files: 2, Live: 1}, {ID: 2, Files: 1, Live: 1}}
	if diff := cmp.Diff(want, sizes); diff != "" {
		t.Fatalf("sizes before (-want +got):\n%s", diff)
	}
	if err := p.MergeSegments(t.Context(), []int32{1, 2}); err != nil {
		t.Fatal(err)
	}
	if sizes, err = p.SegmentSizes(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]postings.SegmentSize{{ID: 3, Files: 2, Live: 2}}, sizes); diff != "" {
		t.Errorf("sizes after (-want +got):\n%s", diff)
	}
	a, b := files[0].ID, files[1].ID
	got := lists(t, p, "open", "reopen", "close", "both", "absent")
	if diff := cmp.Diff(map[string][]int64{"open": nil, "reopen": {a}, "close": {b}, "both": {b, a}, "absent": nil}, got); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
}

// A segment of which nothing is live leaves without a trace.
func TestMergeSegmentsOfTheDead(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open", "open"))
	if err := p.Commit(t.Context(), index.Batch{Removed: []int64{files[0].ID}}); err != nil {
		t.Fatal(err)
	}
	if err := p.MergeSegments(t.Context(), []int32{1}); err != nil {
		t.Fatal(err)
	}
	if sizes, err := p.SegmentSizes(t.Context()); err != nil || len(sizes) != 0 {
		t.Errorf("SegmentSizes = %v, %v; want none", sizes, err)
	}
}

// Lists of another format are not read, and go once no file needs them.
func TestSegmentsOfAnotherFormat(t *testing.T) {
	t.Parallel()
	p, db := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open", "open"), file(0, "b.go", "Close", "close"))
	if _, err := db.Pool().Exec(t.Context(), `UPDATE shop.rag_segment SET format = 1, documents = '\xff'`); err != nil {
		t.Fatal(err)
	}
	commit(t, p, file(files[0].ID, "a.go", "Open", "open"))
	sizes := func() []postings.SegmentSize {
		t.Helper()
		s, err := p.SegmentSizes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if diff := cmp.Diff([]postings.SegmentSize{{ID: 2, Files: 1, Live: 1}}, sizes()); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string][]int64{"open": {files[0].ID}, "close": nil}, lists(t, p, "open", "close")); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
	commit(t, p, file(files[1].ID, "b.go", "Close", "close"))
	sizes()
	var left int
	if err := db.Pool().QueryRow(t.Context(), `SELECT count(*) FROM shop.rag_posting WHERE segment = 1`).Scan(&left); err != nil || left != 0 {
		t.Errorf("postings of the dead segment: %d, %v; want none", left, err)
	}
}
