package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// maxLine is the longest line of a JSONL file, in bytes.
const maxLine = 1 << 20

// line is a question as a line of JSONL writes it. The first tag is its category.
type line struct {
	Query  string   `json:"q"`
	Expect []expect `json:"expect"`
	Absent bool     `json:"absent"`
	Tags   []string `json:"tags"`
	Split  string   `json:"split"`
}

type expect struct {
	Repo   string `json:"repo"`
	Path   string `json:"path"`
	Lines  []int  `json:"lines"` // first and last
	Symbol string `json:"symbol"`
}

// ReadJSONL reads a question set with one question a line; empty lines and
// those that start with "#" are left out. The id of a question is the name of
// the set and the number of its line.
func ReadJSONL(name string, r io.Reader) (s Set, err error) {
	defer fault.Wrap(&err, "read questions %s", name)
	s.Name = name
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	for n := 1; in.Scan(); n++ {
		text := bytes.TrimSpace(in.Bytes())
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		q, err := readLine(text)
		if err != nil {
			return s, fault.New(fault.Invalid, "line %d: %w", n, err)
		}
		q.ID = fmt.Sprintf("%s/%d", name, n)
		s.Questions = append(s.Questions, q)
	}
	if err := in.Err(); err != nil {
		return s, err
	}
	return s, s.check()
}

func readLine(text []byte) (q Question, err error) {
	var l line
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return q, err
	}
	q = Question{Query: strings.TrimSpace(l.Query), Absent: l.Absent, Tags: l.Tags, Split: l.Split}
	if len(l.Tags) > 0 {
		q.Category = l.Tags[0]
	}
	for _, e := range l.Expect {
		t := Target{Repo: e.Repo, Path: e.Path, Symbol: e.Symbol}
		switch len(e.Lines) {
		case 0:
		case 2:
			t.Lines = code.Span{Start: e.Lines[0], End: e.Lines[1]}
		default:
			return q, fault.New(fault.Invalid, "lines %v: want the first and the last", e.Lines)
		}
		q.add(t)
	}
	if len(q.Expect) > 0 {
		q.Repo = q.Expect[0].Repo
	}
	return q, nil
}
