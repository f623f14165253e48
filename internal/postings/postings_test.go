package postings

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// occurrence is one thing a list says, for comparison.
type occurrence struct {
	File  int64
	Path  FileCounts
	Chunk int // -1 for the path
	Field Counts
}

// reader collects the occurrences of one list.
type reader struct {
	docs *Documents
	file int64
	got  []occurrence
}

func (r *reader) File(slot int)      { r.file = r.docs.Files[slot] }
func (r *reader) Count(c FileCounts) { r.got = append(r.got, occurrence{r.file, c, -1, Counts{}}) }
func (r *reader) Chunk(n int, c Counts) {
	r.got = append(r.got, occurrence{r.file, FileCounts{}, n, c})
}

func read(t interface{ Fatal(...any) }, s Segment) map[string][]occurrence {
	docs, err := DecodeDocuments(s.Documents)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]occurrence{}
	for i, word := range s.Words {
		r := &reader{docs: docs}
		if err := Visit(s.Lists[i], r); err != nil {
			t.Fatal(err)
		}
		all[word] = r.got
		files := map[int64]bool{}
		for _, o := range r.got {
			files[o.File] = true
		}
		if len(files) != int(s.Frequency[i]) {
			t.Fatal(fmt.Sprintf("word %q is said to be in %d files, and is in %d", word, s.Frequency[i], len(files)))
		}
	}
	return all
}

var word = rapid.SampledFrom([]string{"server", "handle", "x", "größe", "open", "z"})

func document(t *rapid.T) Document {
	d := Document{Stem: rapid.IntRange(0, 9).Draw(t, "stem"), History: rapid.IntRange(0, 900).Draw(t, "history"), Dirs: rapid.IntRange(0, 9).Draw(t, "dirs")}
	for _, w := range rapid.SliceOfNDistinct(word, 0, 3, rapid.ID).Draw(t, "path") {
		d.File = append(d.File, FileWord{w, FileCounts{Stem: rapid.Uint8Range(0, 3).Draw(t, "s"), Dirs: 1, History: rapid.Uint8().Draw(t, "h")}})
	}
	for n := range rapid.IntRange(0, 5).Draw(t, "chunks") {
		d.Chunks = append(d.Chunks, FieldLength{n, n * 300, n * 70})
		for _, w := range rapid.SliceOfDistinct(word, rapid.ID).Draw(t, "words") {
			d.Words = append(d.Words, ChunkWord{w, n, Counts{
				Symbol: rapid.Uint8Range(0, 3).Draw(t, "symbol"),
				Head:   rapid.Uint8Range(0, 3).Draw(t, "head"),
				Body:   rapid.Uint8Range(0, 15).Draw(t, "body"),
			}})
		}
	}
	return d
}

// want says what lists over the documents must tell, in order.
func want(docs map[int64]Document, order []int64) map[string][]occurrence {
	all := map[string][]occurrence{}
	for _, file := range order {
		for _, w := range docs[file].File {
			all[w.Word] = append(all[w.Word], occurrence{file, w.Counts, -1, Counts{}})
		}
		for _, w := range docs[file].Words {
			all[w.Word] = append(all[w.Word], occurrence{file, FileCounts{}, w.Chunk, w.Counts})
		}
	}
	return all
}

// A segment tells exactly what was put in; a merge of segments tells what their
// live files would have told in one.
func TestBuildAndMergeKeepEveryOccurrence(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		docs, dead := map[int64]Document{}, map[int64]bool{}
		var order, live []int64
		var parts []Part
		file := int64(0)
		for range rapid.IntRange(1, 4).Draw(t, "segments") {
			var b Builder
			var mine []int64
			for range rapid.IntRange(0, 6).Draw(t, "files") {
				file += int64(rapid.IntRange(1, 900).Draw(t, "gap"))
				docs[file] = document(t)
				b.Add(file, docs[file])
				mine = append(mine, file)
				if dead[file] = rapid.Bool().Draw(t, "dead"); !dead[file] {
					live = append(live, file)
				}
			}
			s := b.Finish()
			if diff := cmp.Diff(want(docs, mine), read(t, s)); diff != "" {
				t.Fatalf("segment (-want +got):\n%s", diff)
			}
			d, err := DecodeDocuments(s.Documents)
			if err != nil {
				t.Fatal(err)
			}
			order = append(order, mine...)
			parts = append(parts, Part{d, func(f int64) bool { return !dead[f] }, s.Words, s.Lists})
		}
		merged, err := merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want(docs, live), read(t, merged)); diff != "" {
			t.Fatalf("merged, of %v live %v (-want +got):\n%s", order, live, diff)
		}
		checkLengths(t, merged, docs, live)
	})
}

func checkLengths(t *rapid.T, s Segment, docs map[int64]Document, live []int64) {
	d, err := DecodeDocuments(s.Documents)
	if err != nil {
		t.Fatal(err)
	}
	if s.Files != len(live) || len(d.Files) != len(live) {
		t.Fatalf("files: %d and %d, want %d", s.Files, len(d.Files), len(live))
	}
	for slot, file := range d.Files {
		got := d.document(slot)
		got.File, got.Words = docs[file].File, docs[file].Words
		if diff := cmp.Diff(docs[file], got); diff != "" {
			t.Fatalf("lengths of file %d (-want +got):\n%s", file, diff)
		}
	}
}

func merge(parts []Part) (Segment, error) {
	var m Merger
	for _, p := range parts {
		if err := m.Add(p); err != nil {
			return Segment{}, err
		}
	}
	return m.Finish(), nil
}

func TestPlanMerges(t *testing.T) {
	t.Parallel()
	sized := func(n, live int) (all []SegmentSize) {
		for i := range n {
			all = append(all, SegmentSize{ID: int32(i + 1), Files: live, Live: live})
		}
		return all
	}
	for name, tc := range map[string]struct {
		segments []SegmentSize
		want     [][]int32
	}{
		"none":                 {nil, nil},
		"few small":            {sized(7, 1), nil},
		"eight small":          {sized(8, 1), [][]int32{{1, 2, 3, 4, 5, 6, 7, 8}}},
		"eight large":          {sized(8, mergeLargest), nil},
		"a third dead":         {[]SegmentSize{{ID: 4, Files: 90, Live: 59}}, [][]int32{{4}}},
		"all dead":             {[]SegmentSize{{ID: 4, Files: 90}}, [][]int32{{4}}},
		"less than that dead":  {[]SegmentSize{{ID: 4, Files: 90, Live: 60}}, nil},
		"empty is left alone":  {[]SegmentSize{{ID: 4}}, nil},
		"tiers are kept apart": {append(sized(7, 1), SegmentSize{ID: 9, Files: 8, Live: 8}), nil},
	} {
		if diff := cmp.Diff(tc.want, PlanMerges(tc.segments)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func FuzzVisit(f *testing.F) {
	var b Builder
	b.Add(7, Document{Words: []ChunkWord{{"a", 0, Counts{1, 2, 3}}, {"a", 300, bodyOnce}}})
	f.Add(b.Finish().Lists[0])
	f.Fuzz(func(_ *testing.T, data []byte) {
		m := merger{slots: []int{0, -1, 1}, word: "w"}
		_ = Visit(data, &m) // must end, and not panic
		_, _ = DecodeDocuments(data)
	})
}

func ExampleBuilder() {
	var b Builder
	b.Add(42, Document{Words: []ChunkWord{{"open", 0, Counts{Symbol: 1, Body: 2}}, {"open", 3, bodyOnce}}})
	s := b.Finish()
	fmt.Println(s.Files, s.Words, s.Lists)
	// Output: 1 [open] [[0 3 66 10]]
}
