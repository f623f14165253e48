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

// untold returns the segments as they would be had the commit that the query
// leaves out never been made: counts and lengths of the history of the files it
// touched, and how many files a word is in. Whatever reads the segments then
// knows nothing of it.
func (q query) untold(ctx context.Context, v View, segments []Segment, words []string) ([]Segment, error) {
	if q.WithoutCommit == "" {
		return segments, nil
	}
	others, err := v.OtherSubjects(ctx, q.WithoutCommit)
	if err != nil {
		return nil, err
	}
	fields := make(map[int64]said, len(others))
	for file, subjects := range others {
		fields[file] = fieldOf(subjects)
	}
	return retell(segments, words, fields)
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

// retell returns the segments with the history of the files in fields as it is
// there. Those given are shared by all searches, and stay as they are.
func retell(segments []Segment, words []string, fields map[int64]said) (out []Segment, err error) {
	for _, s := range segments {
		if slices.ContainsFunc(s.Documents.Files, func(file int64) bool { _, ok := fields[file]; return ok }) {
			if s, err = retellOne(s, words, fields); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

func retellOne(s Segment, words []string, fields map[int64]said) (Segment, error) {
	files, lengths := s.Documents.Files, slices.Clone(s.Documents.History)
	for slot, file := range files {
		if f, ok := fields[file]; ok {
			lengths[slot] = uint16(min(f.Length(), math.MaxUint16))
		}
	}
	s.Documents, s.Frequency, s.Lists = s.Documents.WithHistory(lengths), slices.Clone(s.Frequency), slices.Clone(s.Lists)
	for i, word := range words {
		list, n, err := postings.Recount(s.Lists[i], func(slot int, c postings.FileCounts) postings.FileCounts {
			if slot < len(files) { // it is not in a corrupt list
				if f, ok := fields[files[slot]]; ok {
					c.History = f.Count(word)
				}
			}
			return c
		})
		if err != nil {
			return s, err
		}
		s.Lists[i], s.Frequency[i] = list, int32(n)
	}
	return s, nil
}
