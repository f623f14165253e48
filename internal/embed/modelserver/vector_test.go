package modelserver

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestVector(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want Vector // nil means an error
	}{
		{`[0.5,-1e-3,2E2,-0,7]`, Vector{0.5, -0.001, 200, float32(math.Copysign(0, -1)), 7}},
		{" [ 1 ,\n\t2 ] ", Vector{1, 2}},
		{`[null]`, nil},
		{`[1,null]`, nil},
		{`null`, nil},
		{`[1,"2"]`, nil},
		{`[[1]]`, nil},
		{`[{"a":1}]`, nil},
		{`[true]`, nil},
		{`"AACAPw=="`, nil},
		{`[1e39]`, nil},
		{`[NaN]`, nil},
		{`[0x1p4]`, nil},
		{`[1,]`, nil},
		{`[1`, nil},
	}
	for _, tt := range tests {
		var got Vector
		err := json.Unmarshal([]byte(tt.text), &got)
		if (err != nil) != (tt.want == nil) {
			t.Errorf("%s: %v, %v, want %v", tt.text, got, err, tt.want)
			continue
		}
		if diff := cmp.Diff(tt.want, got); err == nil && diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestVectorOfNothing(t *testing.T) {
	t.Parallel()
	got := Vector{1}
	if err := json.Unmarshal([]byte(`[ ]`), &got); err != nil || len(got) != 0 {
		t.Errorf("[ ] gives %v, %v, want no numbers", got, err)
	}
}

// TestVectorReadsWhatIsWritten: every list of finite floats comes back unchanged.
func TestVectorReadsWhatIsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Float32(), 1, -1).Draw(t, "numbers")
		text, err := json.Marshal(want)
		if err != nil {
			t.Skip("not finite")
		}
		var got Vector
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, []float32(got)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}
