package rank

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCorporaAreReadAsWritten(t *testing.T) {
	t.Parallel()
	want := []Corpus{
		{Repo: "api", Examples: []Example{{Setting: Setting{Symbol: true, Size: 0.5}, Features: make([][NumFeatures]float64, 2), Relevant: []bool{true, false}, Targets: 3, Weight: 1}}},
		{Repo: "web", Examples: []Example{{Targets: 1, Weight: 1}}},
	}
	want[0].Examples[0].Features[1][4] = 0.25
	var b bytes.Buffer
	if err := WriteCorpora(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := ReadCorpora(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("corpora (-written +read):\n%s", diff)
	}
	other := strings.Replace(b.String(), `"best chunk"`, `"best file"`, 1)
	if _, err := ReadCorpora(strings.NewReader(other)); err == nil || !strings.Contains(err.Error(), "best file") {
		t.Errorf("corpora of another model are read, error %v", err)
	}
}

// A query of which vectors say something has a model of its own, in which nearness
// counts; the other one gives it no weight.
func TestModels(t *testing.T) {
	t.Parallel()
	last := NumFeatures - 1
	if Names[last] != "nearness" {
		t.Fatalf("the last feature is %q", Names[last])
	}
	if w := For(Query{}); w.Weights[last] != 0 || w.Symbol[last] != 0 || w.Size[last] != 0 {
		t.Errorf("without vectors nearness weighs %v, %v and %v", w.Weights[last], w.Symbol[last], w.Size[last])
	}
	if w := For(Query{Vectors: true}); w.Weights[last] <= 0 {
		t.Errorf("with vectors nearness weighs %v", w.Weights[last])
	}
}
