package postings

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A list that is recounted says what it would say had the documents been written
// with the other counts; a file that loses its only count is gone from it.
func TestRecountIsAsIfWrittenSo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		docs, other := map[int64]Document{}, map[int64]Document{}
		var b Builder
		var order []int64
		for file := range int64(rapid.IntRange(1, 6).Draw(t, "files")) {
			docs[file] = document(t)
			changed := docs[file]
			changed.File = nil
			for _, w := range docs[file].File {
				if c := withoutHistory(file, w.Counts); c != (FileCounts{}) {
					changed.File = append(changed.File, FileWord{w.Word, c})
				}
			}
			other[file] = changed
			order = append(order, file)
			b.Add(file, docs[file])
		}
		s := b.Finish()
		got := Segment{Documents: s.Documents}
		for i, word := range s.Words {
			data, files, err := Recount(s.Lists[i], func(slot int, c FileCounts) FileCounts { return withoutHistory(order[slot], c) })
			if err != nil {
				t.Fatal(err)
			}
			if files > 0 {
				got.Words, got.Lists, got.Frequency = append(got.Words, word), append(got.Lists, data), append(got.Frequency, int32(files))
			}
		}
		if diff := cmp.Diff(want(other, order), read(t, got)); diff != "" {
			t.Fatalf("recounted (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want(docs, order), read(t, s)); diff != "" {
			t.Fatalf("the lists given were changed (-want +got):\n%s", diff)
		}
	})
}

// withoutHistory takes the history from every other file, and the name from each
// third.
func withoutHistory(file int64, c FileCounts) FileCounts {
	if file%2 == 0 {
		c.History = 0
	}
	if file%3 == 0 {
		c.Stem, c.Dirs = 0, 0
	}
	return c
}

func TestRecountCorrupt(t *testing.T) {
	t.Parallel()
	if _, _, err := Recount([]byte{0x84}, func(_ int, c FileCounts) FileCounts { return c }); err == nil {
		t.Error("a list that ends within an entry is recounted without an error")
	}
}

func TestWithHistory(t *testing.T) {
	t.Parallel()
	var b Builder
	b.Add(7, Document{Stem: 1, History: 12})
	b.Add(9, Document{Stem: 2, History: 5})
	d, err := DecodeDocuments(b.Finish().Documents)
	if err != nil {
		t.Fatal(err)
	}
	got := d.WithHistory([]uint16{3, 5})
	if got.Total.History != 8 || got.History[0] != 3 || got.Total.Stem != 3 || got.Files[1] != 9 {
		t.Errorf("documents %+v", got)
	}
	if d.Total.History != 17 || d.History[0] != 12 {
		t.Errorf("the documents given were changed: %+v", d)
	}
}
