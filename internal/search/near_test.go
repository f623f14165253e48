package search

import "testing"

func TestIsSlip(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"complettion", "completion"}: true, {"wrtten", "written"}: true, {"positoin", "position"}: true,
		{"requset", "request"}: true, {"vlaue", "value"}: true, {"modul", "module"}: true, {"colour", "colous"}: true,
		{"request", "request"}: false, {"request", "requests"}: true, {"stop", "post"}: false,
		{"abcd", "abdcx"}: false, {"retry", "reset"}: false, {"kubernetes", "kuber"}: false,
	} {
		for _, p := range [][2]string{pair, {pair[1], pair[0]}} {
			if got := isSlip(p[0], p[1]); got != want {
				t.Errorf("isSlip(%q, %q) = %v", p[0], p[1], got)
			}
		}
	}
}

// A hint names what may be meant: what was mistyped, or how the code says it.
func TestNear(t *testing.T) {
	t.Parallel()
	s := newStore(goFile(1, "a.go", "completion", "completion script auth"), goFile(2, "b.go", "x1", "nothing"))
	reply := search(t, s.engine(), Request{Query: "authentication complettion kubernetes operator"})
	want := "did you mean auth for authentication, completion for complettion? Else ask in words of the code: a name, an error message, the English term; it may not be here"
	if d := reply.Diagnosis; d == nil || d.Hint != want {
		t.Errorf("%+v, want the hint %q", d, want)
	}
}
