package html_test

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"coderag/internal/eval"
	"coderag/internal/eval/html"
)

// newRun has two questions whose targets are at these ranks.
func newRun(name string, first, second int) eval.Run {
	outcomes := []eval.Outcome{
		{ID: "a/0", Query: `where is <b>"x"</b>`, Repo: "a", Category: "symbol", Language: "go", Ranks: []int{first}, Tokens: []int{100}, Hits: 10},
		{ID: "b/0", Query: "where is y", Repo: "b", Category: "semantic", Language: "zig", Ranks: []int{second}, Tokens: []int{100}, Hits: 10},
	}
	b := eval.Bootstrap{Samples: 50}
	return eval.Run{Name: name, Set: "test", Way: "http", Outcomes: outcomes, Summary: eval.Summarize(outcomes, b)}
}

func write(t *testing.T, runs ...eval.Run) string {
	t.Helper()
	var out bytes.Buffer
	if err := html.Write(&out, runs, eval.Bootstrap{Samples: 50}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPageSaysWhatMoved(t *testing.T) {
	t.Parallel()
	page := write(t, newRun("before", 1, 3), newRun("after <1>", 0, 1))
	for _, want := range []string{
		"2 questions in both, 2 moved, 2 of them into or out of the first place",
		"<td>a/0</td><td class=\"text\">where is &lt;b&gt;&#34;x&#34;&lt;/b&gt;</td><td>1</td><td>–</td><td>-1.000</td>",
		"<td>b/0</td><td class=\"text\">where is y</td><td>3</td><td>1</td><td>&#43;0.500</td>",
		"after &lt;1&gt;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestPageNeedsNothingElse(t *testing.T) {
	t.Parallel()
	page := write(t, newRun("before", 1, 3), newRun("after", 0, 1))
	if found := regexp.MustCompile(`(?i)(\b(src|href)=|url\(|@import|<script|https?://)[^ ]*`).FindString(page); found != "" {
		t.Errorf("the page refers to %q", found)
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("the template refused a value")
	}
}

// Each plot is well-formed, and has a dot for each row and run.
func TestPlotsAreWellFormed(t *testing.T) {
	t.Parallel()
	page := write(t, newRun("before", 1, 3), newRun("after", 0, 1))
	plots := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1)
	if len(plots) != 5 {
		t.Fatalf("%d plots, want 5", len(plots))
	}
	for _, plot := range plots {
		if err := xml.Unmarshal([]byte(plot), new(struct{})); err != nil {
			t.Errorf("%v in %s", err, plot)
		}
	}
	if got, want := strings.Count(page, "<circle"), 2*(len(eval.Metrics())+2+2+2); got != want {
		t.Errorf("%d dots, want %d", got, want)
	}
}

func TestNoRun(t *testing.T) {
	t.Parallel()
	if err := html.Write(&bytes.Buffer{}, nil, eval.Bootstrap{}); err == nil {
		t.Error("a page of no run was written")
	}
}
