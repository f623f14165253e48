package treesitter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		separator []string
		want      []string
	}{
		{"f", []string{"::"}, []string{"f"}},
		{"a::b::f", []string{"::"}, []string{"a", "b", "f"}},
		{"A<b::c>::f", []string{"::"}, []string{"A", "f"}},
		{"std::hash<A<int>>", []string{"::"}, []string{"std", "hash"}},
		{"A::~A", []string{"::"}, []string{"A", "~A"}},
		{"A::operator<<", []string{"::"}, []string{"A", "operator<<"}},
		{"operator bool() const", []string{"::"}, []string{"operator bool"}},
		{"operator()", []string{"::"}, []string{"operator()"}},
		{"operator std::string() const", []string{"::"}, []string{"operator std::string"}},
		{"M.a:b", []string{".", ":"}, []string{"M", "a", "b"}},
		{`M["a.b"]`, []string{"."}, []string{`M["a.b"]`}},
		{"a.", []string{"."}, []string{"a."}},
		{")>::", []string{"::"}, []string{")>::"}},
	} {
		if diff := cmp.Diff(test.want, splitName(test.name, test.separator)); diff != "" {
			t.Errorf("splitName(%q) (-want +got):\n%s", test.name, diff)
		}
	}
}
