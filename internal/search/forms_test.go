package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/lexeme"
)

// formsOf returns the forms of the terms of a query in an index with the words.
func formsOf(t *testing.T, text, vocabulary string) (lines []string) {
	t.Helper()
	segments, err := newStore(goFile(1, "a.go", "x1", vocabulary)).Segments(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	q := query{terms: lexeme.Query(text)}
	for i, forms := range q.forms(segments) {
		var said []string
		for _, f := range forms[1:] {
			said = append(said, fmt.Sprintf("%s %.2f", f.word, f.likeness))
		}
		if forms[0] != (form{q.terms[i].Word, 1}) {
			t.Errorf("the first form of %q is %v", q.terms[i].Word, forms[0])
		}
		lines = append(lines, q.terms[i].Word+": "+strings.Join(said, ", "))
	}
	return lines
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		query, vocabulary string
		want              []string
	}{
		{"retry", "retry retries retried retina", []string{"retry: retried 0.80, retries 0.80"}},
		{"retries", "retry", []string{"retries: retry 0.80"}},
		{"thread pool", "threadpool pools", []string{"thread: threadpool 0.75", "pool: pools 0.80, threadpool 0.75"}},
		{"thread pool threadpool", "threadpool", []string{"thread: threadpool 0.30", "pool: ", "threadpool: "}},
		{"authentication", "auth author au", []string{"authentication: auth 0.14"}},
		{"config", "configuration confi", []string{"config: confi 0.42"}},
		{"dir", "directory dirs", []string{"dir: dirs 0.80"}},
		{"conf", "confines confirm", []string{"conf: confirm 0.29, confines 0.25"}},
		{"v2 检索", "v2x 检索器", []string{"v2: ", "检索: "}},
	} {
		if diff := cmp.Diff(tc.want, formsOf(t, tc.query, tc.vocabulary)); diff != "" {
			t.Errorf("forms of %q among %q (-want +got):\n%s", tc.query, tc.vocabulary, diff)
		}
	}
}

// However long the query and however rich the vocabulary, so many words are
// looked up and no more.
func TestFormsAreBounded(t *testing.T) {
	t.Parallel()
	var vocabulary, text []string
	for a := 'a'; a <= 'z'; a++ {
		text = append(text, "serve"+string(a))
		for b := 'a'; b <= 'z'; b++ {
			vocabulary = append(vocabulary, "serve"+string(a)+string(b))
		}
	}
	for _, n := range []int{1, 5, len(text)} {
		words := 0
		for _, line := range formsOf(t, strings.Join(text[:n], " "), strings.Join(vocabulary, " ")) {
			if of := strings.Count(line, ",") + 2; of > maxFormsOfTerm {
				t.Errorf("%d words for a term, want at most %d", of, maxFormsOfTerm)
			}
			words += strings.Count(line, ",") + 2
		}
		if words > maxForms {
			t.Errorf("%d terms: %d words are looked up, want at most %d", n, words, maxForms)
		}
	}
}

// A file is found by another form of a word than the one it has, behind the file
// that has the word itself; what only begins alike counts least.
func TestFilesAreFoundByForms(t *testing.T) {
	t.Parallel()
	filler := words(20)
	s := newStore(
		goFile(1, "a.go", "x1", "authentication "+filler),
		goFile(2, "b.go", "x1", "authenticates "+filler),
		goFile(3, "c.go", "x1", "auth "+filler),
		goFile(4, "d.go", "x1", "author "+filler),
	)
	want := []string{"a.go", "b.go", "c.go"}
	e := s.engine()
	e.Options.Off = Off{partEvidence: true}
	if diff := cmp.Diff(want, pathsOf(search(t, e, Request{Query: "how does authentication work"}))); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	e.Options.Off = Off{partEvidence: true, partForms: true}
	if diff := cmp.Diff(want[:1], pathsOf(search(t, e, Request{Query: "how does authentication work"}))); diff != "" {
		t.Errorf("hits without forms (-want +got):\n%s", diff)
	}
}

// A term and its forms are one: a file with all of them has no more of the query
// than one with the term alone, and each term has a weight.
func TestFormsAreNoWordsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newStore(goFile(1, "a.go", "x1", "retry retries backoff"), goFile(2, "b.go", "x1", "retry backoff"), goFile(3, "c.go", "x1", "x2"))
	q := query{Request: Request{Query: "retry backoff"}, terms: lexeme.Query("retry backoff")}
	m, err := match(t.Context(), s, q, &fileRows{view: s, rows: map[int64]File{}}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.weights) != 2 || m.weights[0] != m.weights[1] {
		t.Errorf("weights %v, want two equal ones: both terms are in two files", m.weights)
	}
	for _, c := range m.best {
		if c.mask != 3 || c.share != 1 {
			t.Errorf("file %d has the terms %b, share %v, want both", c.file, c.mask, c.share)
		}
	}
}

// The forms of a query are the same however the words are dealt to segments.
func TestFormsOfSegments(t *testing.T) {
	t.Parallel()
	all := strings.Fields("retry retries retried threadpool pool pools config configuration auth")
	rapid.Check(t, func(t *rapid.T) {
		s := newStore()
		for i, w := range all {
			s.add(rapid.Int32Range(1, 4).Draw(t, "segment"), goFile(int64(i+1), "a.go", "x1", w))
		}
		segments, _ := s.Segments(nil) //nolint:staticcheck // the fake reads none
		q := query{terms: lexeme.Query("retry thread pool authentication")}
		got := q.forms(segments)
		var words []string
		for _, f := range slices.Concat(got...) {
			words = append(words, f.word)
		}
		want := strings.Fields("retry retried retries thread threadpool pool pools threadpool authentication auth")
		if diff := cmp.Diff(want, words); diff != "" {
			t.Fatalf("forms (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"threadpool"}, q.pairs(segments)); diff != "" {
			t.Fatalf("pairs (-want +got):\n%s", diff)
		}
	})
}
