package search

import (
	"context"
	"math"
	"slices"

	"coderag/internal/history"
	"coderag/internal/lexeme"
	"coderag/internal/postings"
)

// said is what commits say of a file, by word.
type said = history.Field[string]

// A teller returns what commits say of a file, where the index is not to be
// believed.
type teller func(file int64) (said, bool)

// untold returns the segments as they would be had the commit that the query
// leaves out, or any, never been made: counts and lengths of the history of the
// files it touched, and how many files a word is in. Whatever reads the segments
// then knows nothing of it.
func (q query) untold(ctx context.Context, v View, segments []Segment, words []string) ([]Segment, error) {
	switch {
	case q.off[partHistory]:
		return retell(segments, words, func(int64) (said, bool) { return said{}, true })
	case q.WithoutCommit == "":
		return segments, nil
	}
	others, err := v.OtherSubjects(ctx, q.WithoutCommit)
	if err != nil {
		return nil, err
	}
	return retell(segments, words, func(file int64) (said, bool) {
		subjects, ok := others[file]
		return fieldOf(subjects), ok
	})
}

// fieldOf counts the words of the subjects as the index counts them.
func fieldOf(subjects []history.Subject) (f said) {
	var s lexeme.Scanner
	for _, subject := range subjects {
		n := 0
		distinct := map[string]bool{}
		s.Each(subject.Text, func(word []byte) {
			n++
			distinct[string(word)] = true
		})
		var words []string
		for word := range distinct {
			words = append(words, word)
		}
		f.Add(subject.Files, words, n)
	}
	return f
}

// retell returns the segments with the history of files as it is told. Those
// given are shared by all searches, and stay as they are.
func retell(segments []Segment, words []string, told teller) (out []Segment, err error) {
	for _, s := range segments {
		fields := map[int]said{} // by slot
		for slot, file := range s.Documents.Files {
			if f, ok := told(file); ok {
				fields[slot] = f
			}
		}
		if len(fields) > 0 {
			if s, err = s.retold(words, fields); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// retold returns the segment with other fields of the files at the slots.
func (s Segment) retold(words []string, fields map[int]said) (Segment, error) {
	lengths := slices.Clone(s.Documents.History)
	for slot, f := range fields {
		lengths[slot] = uint16(min(f.Length(), math.MaxUint16))
	}
	s.Documents, s.Frequency, s.Lists = s.Documents.WithHistory(lengths), slices.Clone(s.Frequency), slices.Clone(s.Lists)
	for i, word := range words {
		list, files, err := postings.Recount(s.Lists[i], func(slot int, c postings.FileCounts) postings.FileCounts {
			if f, ok := fields[slot]; ok {
				c.History = f.Count(word)
			}
			return c
		})
		if err != nil {
			return s, err
		}
		s.Lists[i], s.Frequency[i] = list, int32(files)
	}
	return s, nil
}
