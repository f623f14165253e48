package search

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/lexeme"
)

// askedOf is a query to an index of 100 files; files says how many have each
// word, 0 where it does not say.
func askedOf(query string, files map[string]int) asked {
	a := asked{text: query, terms: telling(lexeme.Query(query)), total: 100}
	for i, t := range a.terms {
		a.files = append(a.files, files[t.Word])
		if files[t.Word] > 0 {
			a.known |= 1 << i
		}
	}
	return a
}

func noNear(string) string { return "" }

// reachOf is a candidate with the words in its best declaration and in its names.
func reachOf(a asked, path, declaration, names string) reach {
	set := func(words string) (mask uint64) {
		for i, t := range a.terms {
			if slices.Contains(strings.Fields(words), t.Word) {
				mask |= 1 << i
			}
		}
		return mask
	}
	return reach{path: path, declaration: set(declaration), names: set(names)}
}

func TestAssess(t *testing.T) {
	t.Parallel()
	rare := func(words string) map[string]int {
		files := map[string]int{}
		for _, w := range strings.Fields(words) {
			files[w] = 1
		}
		return files
	}
	for name, tc := range map[string]struct {
		query              string
		files              map[string]int
		declaration, names string // of the best candidate
		path               string
		reason             Reason // "" if it is answered
	}{
		"all in one place":              {query: "retry upload backoff", files: rare("retry upload backoff"), declaration: "retry upload backoff", names: "retry"},
		"both in one body":              {query: "upload backoff", files: rare("upload backoff"), declaration: "upload backoff"},
		"both in one commit":            {query: "upload backoff", files: rare("upload backoff"), names: "upload backoff"},
		"one of three is missing":       {query: "retry upload jitter", files: rare("retry upload"), declaration: "retry upload", names: "retry upload"},
		"a typo in a long question":     {query: "how are faild uploads retried with a growing delay", files: rare("uploads retried growing delay"), declaration: "uploads retried delay", names: "uploads retried"},
		"a word alone":                  {query: "retry", files: map[string]int{"retry": 100}},
		"an identifier":                 {query: "was macht retryUpload genau", files: rare("retryupload retry upload")},
		"a path":                        {query: "what is in ./upload/retry.go:12", files: map[string]int{"go": 100}, path: "internal/upload/retry.go"},
		"a name in another script":      {query: "Retrier 在哪里用到 backoff", files: rare("retrier backoff"), declaration: "retrier backoff", names: "retrier backoff"},
		"a Chinese comment":             {query: "订单退款", files: rare("订单 单退 退款"), declaration: "订单 单退 退款"},
		"no word":                       {query: "sourdough oven", reason: ReasonNoTerm},
		"no Chinese word":               {query: "区块链的共识", reason: ReasonNoTerm},
		"a word that is everywhere":     {query: "kubernetes server", files: map[string]int{"server": 90}, declaration: "server", names: "server", reason: ReasonUbiquitous},
		"most is missing":               {query: "kubernetes operator reconcile server", files: rare("operator"), declaration: "operator", names: "operator", reason: ReasonTooLittle},
		"half of two words":             {query: "kubernetes operator", files: rare("operator"), declaration: "operator", names: "operator", reason: ReasonTooLittle},
		"spread over files":             {query: "token for the washing machine", files: rare("token washing machine"), declaration: "token", reason: ReasonScattered},
		"an identifier that is none":    {query: "KafkaConsumerGroup", files: rare("consumer group"), declaration: "consumer group", names: "group", reason: ReasonTooLittle},
		"only a part of an identifier":  {query: "washing_machine", files: rare("machine"), declaration: "machine", names: "machine", reason: ReasonTooLittle},
		"a chain counts by its parts":   {query: "read-only cache", files: rare("read only cache"), declaration: "read only cache", names: "cache"},
		"a chain is no name":            {query: "read-only sourdough oven bread", files: rare("readonly read only"), declaration: "readonly read only", reason: ReasonTooLittle},
		"a path that is not in the end": {query: "sourdough in upload/retry", files: rare("upload"), path: "internal/upload/retry.go", reason: ReasonTooLittle},
	} {
		a := askedOf(tc.query, tc.files)
		d := diagnose(a, assess(a, []reach{reachOf(a, "", "", ""), reachOf(a, tc.path, tc.declaration, tc.names)}), Filter{}, noNear)
		var got Reason
		if d != nil {
			got = d.Reason
		}
		if got != tc.reason {
			t.Errorf("%s: %q is %q, want %q; %+v", name, tc.query, got, tc.reason, d)
		}
	}
}

// The ratios by hand: three words of which one is in half of the files and one
// in none.
func TestRatios(t *testing.T) {
	t.Parallel()
	a := askedOf("server retry sourdough", map[string]int{"server": 50, "retry": 2})
	e := assess(a, []reach{reachOf(a, "", "server", "server retry"), reachOf(a, "", "server retry", "")})
	server, retry := 1-0.5*50/120, 1-0.5*2.0/120
	total := server + retry + 1 + 1
	if want := (server + retry) / total; math.Abs(e.coverage-want) > 1e-12 {
		t.Errorf("coverage %v, want %v", e.coverage, want)
	}
	if want := (server + server + retry) / 2 / total; math.Abs(e.concentration-want) > 1e-12 {
		t.Errorf("concentration %v, want that of the first, %v", e.concentration, want)
	}
}

func TestDiagnosis(t *testing.T) {
	t.Parallel()
	a := askedOf("kubernetes server parseConfig where", map[string]int{"server": 80, "config": 3, "parse": 60})
	d := diagnose(a, assess(a, []reach{reachOf(a, "", "server parse config", "")}), Filter{}, noNear)
	want := &Diagnosis{
		Reason: ReasonTooLittle, Terms: []string{"kubernetes", "server", "parseConfig"}, Distinctive: []string{"kubernetes", "parseConfig"},
		Matched: []string{"server", "parse", "config"}, Ubiquitous: []string{"server", "parse"},
		Coverage: d.Coverage, MinCoverage: minCoverage, Concentration: d.Concentration, MinConcentration: minConcentration,
		Hint: "ask with another word for kubernetes, parseConfig; it may not be here",
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	a = askedOf("retry upload", map[string]int{"retry": 1, "upload": 1})
	a.known = 1
	if d := diagnose(a, assess(a, nil), Filter{Language: "go"}, noNear); d == nil || d.Hint != `leave out the filter language "go": outside it are upload` {
		t.Errorf("a word that only files have that the filter leaves out: %+v", d)
	}
}

// drawAsked draws a query of plain words with the files that have them.
func drawAsked(t *rapid.T) asked {
	words := rapid.SliceOfNDistinct(rapid.StringMatching(`[b-df-hj-np-tv-z]{4,7}`), 1, 9, rapid.ID[string]).Draw(t, "words")
	files := map[string]int{}
	for _, w := range words {
		files[w] = rapid.IntRange(0, 100).Draw(t, "files")
	}
	return askedOf(strings.Join(words, " "), files)
}

func drawReaches(t *rapid.T, a asked) []reach {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) reach {
		set := rapid.Uint64Range(0, first(len(a.terms)))
		return reach{path: "x", declaration: set.Draw(t, "declaration"), names: set.Draw(t, "names")}
	}), 0, 5).Draw(t, "found")
}

func TestEvidenceProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := drawAsked(t)
		found := drawReaches(t, a)
		e := assess(a, found)
		if e.concentration < 0 || e.concentration > e.coverage || e.coverage >= 1 {
			t.Fatalf("concentration %v, coverage %v", e.concentration, e.coverage)
		}
		reversed := slices.Clone(found)
		slices.Reverse(reversed)
		if again := assess(a, reversed); again != e {
			t.Fatalf("in another order %+v, want %+v", again, e)
		}
		more := assess(a, append(slices.Clone(found), reach{declaration: first(len(a.terms)), names: first(len(a.terms))}))
		if more.concentration < e.concentration || more.coverage != e.coverage {
			t.Fatalf("with one more candidate %+v after %+v", more, e)
		}
		d := diagnose(a, e, Filter{}, noNear)
		if (d == nil) != e.answers() {
			t.Fatalf("%+v is diagnosed %+v", e, d)
		}
		if d != nil && (len(d.Distinctive)+len(d.Ubiquitous) != len(d.Terms) || len(d.Missing())+len(d.Matched) != len(d.Terms) || d.Hint == "") {
			t.Fatalf("diagnosis %+v", d)
		}
	})
}

// A word that no file has never helps.
func TestUnknownWordsNeverHelp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := drawAsked(t)
		found := drawReaches(t, a)
		worse := a
		worse.terms = append(slices.Clone(a.terms), lexeme.Term{Word: "sourdough", Raw: "sourdough", Count: 1})
		worse.files = append(slices.Clone(a.files), 0)
		before, after := assess(a, found), assess(worse, found)
		if after.coverage > before.coverage || after.concentration > before.concentration || after.exact && !before.exact {
			t.Fatalf("%+v, with a word that no file has %+v", before, after)
		}
	})
}
