package postgres_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/search"
)

func inRepo(repo string, f index.File) index.File {
	f.Repo = repo
	return f
}

func TestFilesMatching(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	python := file(0, "50%_done/c.py", "Read", "read")
	python.Language = "python"
	files := commit(t, p, file(0, "cmd/a.go", "Open"), inRepo("web", file(0, "cmd/b.go", "Close")), python, file(0, "50x_done/d.go", "Write"))
	for name, tc := range map[string]struct {
		filter search.Filter
		want   []int
	}{
		"everything":           {search.Filter{}, []int{0, 1, 2, 3}},
		"repo":                 {search.Filter{Repo: "web"}, []int{1}},
		"language":             {search.Filter{Language: "python"}, []int{2}},
		"prefix":               {search.Filter{PathPrefix: "cmd/"}, []int{0, 1}},
		"prefix with % and _":  {search.Filter{PathPrefix: "50%_"}, []int{2}},
		"prefix with quote":    {search.Filter{PathPrefix: "cmd'"}, nil},
		"all three":            {search.Filter{Repo: "api", Language: "go", PathPrefix: "cmd"}, []int{0}},
		"nothing matches both": {search.Filter{Repo: "web", Language: "python"}, nil},
	} {
		var got []int64
		err := p.View(t.Context(), func(v search.View) error {
			ids, err := v.FilesMatching(t.Context(), tc.filter)
			got = slices.Sorted(maps.Keys(ids))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var want []int64
		for _, i := range tc.want {
			want = append(want, files[i].ID)
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: files matching %+v (-want +got):\n%s", name, tc.filter, diff)
		}
	}
}

func TestViewReadsWhatWasCommitted(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open", "open"), file(0, "b.go", "Close", "close"))
	a, b := files[0], files[1]
	err := p.View(t.Context(), func(v search.View) error {
		rows, err := v.Files(t.Context(), []int64{b.ID, a.ID, 99})
		if err != nil {
			return err
		}
		for i := range rows {
			rows[i].Stat.ModTime = rows[i].Stat.ModTime.UTC()
		}
		want := []search.File{
			{ID: a.ID, FileID: a.FileID, Language: "go", Stat: a.Stat, Lines: 1, Segment: 1},
			{ID: b.ID, FileID: b.FileID, Language: "go", Stat: b.Stat, Lines: 1, Segment: 1},
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Errorf("files (-want +got):\n%s", diff)
		}
		chunks, err := v.Chunks(t.Context(), []search.ChunkKey{{File: b.ID}, {File: a.ID, Number: 7}})
		if err != nil {
			return err
		}
		wantChunks := []search.Chunk{{Key: search.ChunkKey{File: b.ID}, Chunk: b.Chunks[0].Chunk, TextSHA: b.Chunks[0].TextSHA}}
		if diff := cmp.Diff(wantChunks, chunks); diff != "" {
			t.Errorf("chunks (-want +got):\n%s", diff)
		}
		texts, err := v.Texts(t.Context(), []int64{a.ID, 99})
		if diff := cmp.Diff(map[int64]string{a.ID: a.Text}, texts); diff != "" {
			t.Errorf("texts (-want +got):\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A view does not see what a sweep commits while it lasts.
func TestViewIsASnapshot(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open", "open"))
	err := p.View(t.Context(), func(v search.View) error {
		if _, err := v.Files(t.Context(), nil); err != nil { // the first query fixes the moment
			return err
		}
		commit(t, p, file(files[0].ID, "a.go", "Reopen", "reopen"))
		if err := p.MergeSegments(t.Context(), []int32{1, 2}); err != nil {
			return err
		}
		segments, err := v.Segments(t.Context())
		if err != nil {
			return err
		}
		if segments, err = v.Postings(t.Context(), segments, []string{"open", "reopen"}); err != nil {
			return err
		}
		if len(segments) != 1 || segments[0].Frequency[0] != 1 || segments[0].Frequency[1] != 0 {
			t.Errorf("postings within the view are of another moment: %+v", segments)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFileByPath(t *testing.T) {
	t.Parallel()
	p, _ := newProject(t)
	files := commit(t, p, file(0, "a.go", "Open"), inRepo("web", file(0, "a.go", "Close")), file(0, "b.go", "Read"))
	for _, tc := range []struct {
		id   code.FileID
		want int64
		kind fault.Kind
	}{
		{code.FileID{Repo: "web", Path: "a.go"}, files[1].ID, 0},
		{code.FileID{Path: "b.go"}, files[2].ID, 0},
		{code.FileID{Path: "a.go"}, 0, fault.Invalid},
		{code.FileID{Path: "../a.go"}, 0, fault.NotFound},
		{code.FileID{Repo: "web", Path: "b.go"}, 0, fault.NotFound},
	} {
		var got search.File
		err := p.View(t.Context(), func(v search.View) (err error) {
			got, err = v.FileByPath(t.Context(), tc.id)
			return err
		})
		if got.ID != tc.want || fault.KindOf(err) != tc.kind || (err != nil) != (tc.want == 0) {
			t.Errorf("FileByPath(%s) = file %d, %v; want file %d and kind %d", tc.id, got.ID, err, tc.want, tc.kind)
		}
		if err != nil && len(fault.FixesOf(err)) == 0 {
			t.Errorf("FileByPath(%s): %v has no fix", tc.id, err)
		}
	}
}
