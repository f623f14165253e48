package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kitchen is an index whose files have nothing to do with what is asked, but
// for the word "server".
func kitchen() *fakeStore {
	return newStore(
		goFile(1, "server/retry.go", "RetryUpload", "func RetryUpload server upload with backoff"),
		goFile(2, "server/token.go", "CheckToken", "func CheckToken server compares the token"),
		goFile(3, "server/退款.go", "Refund", "func Refund server // 订单退款: 把钱还给客户"),
		source{id: 4, path: "page.ts", repo: "web", language: "typescript", chunks: []piece{{symbol: "renderPage", text: "renderPage calendar widget"}}},
	)
}

func TestSilence(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request Request
		paths   []string
		reason  Reason
		hint    string
	}{
		"an answer":                    {request: Request{Query: "upload backoff"}, paths: []string{"server/retry.go"}},
		"nothing":                      {request: Request{Query: "sourdough in the oven"}, reason: ReasonNoTerm},
		"only what is everywhere":      {request: Request{Query: "sourdough server"}, reason: ReasonUbiquitous},
		"too little":                   {request: Request{Query: "token of the washing machine in the basement"}, reason: ReasonTooLittle},
		"in different files":           {request: Request{Query: "backoff calendar"}, reason: ReasonScattered},
		"a Chinese question":           {request: Request{Query: "怎样给订单退款"}, paths: []string{"server/退款.go"}},
		"an absent Chinese question":   {request: Request{Query: "区块链的共识算法"}, reason: ReasonNoTerm},
		"of a file in another repo":    {request: Request{Query: "upload backoff", Repo: "web"}, reason: ReasonNoTerm, hint: "leave out the filter"},
		"of a file in this repo":       {request: Request{Query: "calendar widget", Repo: "web", Language: "typescript"}, paths: []string{"page.ts"}},
		"a name in a Chinese sentence": {request: Request{Query: "CheckToken 在哪里定义"}, paths: []string{"server/token.go"}},
	} {
		reply := search(t, kitchen().engine(), tc.request)
		if diff := cmp.Diff(tc.paths, pathsOf(reply)); diff != "" {
			t.Errorf("%s: hits (-want +got):\n%s", name, diff)
		}
		d := reply.Diagnosis
		if (d == nil) != (tc.reason == "") || d != nil && (d.Reason != tc.reason || !strings.Contains(d.Hint, tc.hint)) {
			t.Errorf("%s: diagnosis %+v, want %q with %q", name, d, tc.reason, tc.hint)
		}
	}
}

// However a subject is asked for, what counts is whether it is there.
func TestAskingWords(t *testing.T) {
	t.Parallel()
	for _, ask := range []string{
		"how does %s work", "where is %s implemented", "where can I find the code for %s", "explain %s", "show me how %s is handled", "what happens in %s", "usage of %s",
	} {
		for subject, answered := range map[string]bool{"backoff": true, "the calendar": true, "checkToken": true, "sourdough": false, "payPal": false} {
			query := fmt.Sprintf(ask, subject)
			if reply := search(t, kitchen().engine(), Request{Query: query}); (len(reply.Hits) > 0) != answered {
				t.Errorf("%q: %d hits, answered is %v; %+v", query, len(reply.Hits), answered, reply.Diagnosis)
			}
		}
	}
	if reply := search(t, newStore(goFile(1, "a.go", "usage", "usage")).engine(), Request{Query: "usage"}); len(reply.Hits) == 0 {
		t.Error("a word to ask with that is all there is asked for is not found")
	}
}

// Who wants hits anyway gets them, with a word of warning.
func TestAnyway(t *testing.T) {
	t.Parallel()
	reply := search(t, kitchen().engine(), Request{Query: "token of the washing machine in the basement", Anyway: true})
	if len(reply.Hits) == 0 || reply.Hits[0].Path != "server/token.go" || reply.Diagnosis == nil {
		t.Errorf("hits %v, diagnosis %+v; want the nearest, and why it is none", pathsOf(reply), reply.Diagnosis)
	}
	if notes := strings.Join(reply.Notes, "\n"); !strings.Contains(notes, "no evidence of these hits: too few of its words occur") {
		t.Errorf("notes %q", notes)
	}
}

// Without evidence there is always a hit, and no word of warning.
func TestEvidenceOff(t *testing.T) {
	t.Parallel()
	e := kitchen().engine()
	e.Options.Off = Off{partEvidence: true}
	reply := search(t, e, Request{Query: "token of the washing machine in the basement"})
	if len(reply.Hits) == 0 || reply.Diagnosis != nil || len(reply.Notes) > 0 {
		t.Errorf("%v, %+v, %q; want hits alone", pathsOf(reply), reply.Diagnosis, reply.Notes)
	}
}

// An index that has no file yet says so, and nothing about the words.
func TestNoDiagnosisOfAnEmptyIndex(t *testing.T) {
	t.Parallel()
	reply := search(t, newStore().engine(), Request{Query: "retry"})
	if reply.Diagnosis != nil || len(reply.Notes) != 1 {
		t.Errorf("%+v, want the note alone", reply)
	}
}

// Among several projects those that have nothing contribute nothing; where none
// has anything, the nearest says why.
func TestSilenceOfSeveral(t *testing.T) {
	t.Parallel()
	all := Federation{kitchen().of("shop"), newStore(goFile(1, "oven.go", "Bake", "bake sourdough bread in the oven")).of("bakery"), newStore().of("new")}
	ask := func(query string) Reply {
		reply, err := all.Search(t.Context(), Request{Query: query})
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	if r := ask("bake sourdough"); len(r.Hits) != 1 || r.Hits[0].Project != "bakery" || r.Diagnosis != nil {
		t.Errorf("%v, %+v; want the hit of the bakery alone", pathsOf(r), r.Diagnosis)
	}
	r := ask("bake a cake with raisins")
	if len(r.Hits) > 0 || r.Diagnosis == nil || r.Diagnosis.Reason != ReasonUbiquitous {
		t.Errorf("%v, %+v; want the diagnosis of the bakery", pathsOf(r), r.Diagnosis)
	}
}
