package rank

import (
	"slices"
	"testing"
)

// having returns the paths whose feature is 1, of files that have no term.
func having(q Query, name string, paths ...string) (out []string) {
	var files []File
	for _, p := range paths {
		files = append(files, File{Path: p, Terms: make([]Counts, len(q.Terms))})
	}
	for i, f := range Features(q, files) {
		if f[slices.Index(Names[:], name)] == 1 {
			out = append(out, paths[i])
		}
	}
	return out
}

func TestComparedWithTheOthers(t *testing.T) {
	t.Parallel()
	linux, windows := Query{Platform: "linux"}, Query{Platform: "windows"}
	for _, tc := range []struct {
		feature     string
		query       Query
		paths, want []string
	}{
		{"header", linux, []string{"src/idna.h", "lib/idna.c", "src/alone.h", "types.d.ts"}, []string{"src/idna.h", "types.d.ts"}},
		{"older version", linux, []string{"src/v3/a.ts", "src/v4/core/a.ts", "src/a.ts"}, []string{"src/v3/a.ts"}},
		{"older version", linux, []string{"src/v3/a.ts", "src/a.ts", "v2024/a.ts", "valid/v/a.ts"}, nil},
		{
			"other platform", linux,
			[]string{"src/win/udp.c", "src/unix/udp.c", "os/exec_windows.go", "os/exec_linux.go", "x/window.go", "win/winapi.h", "darwin.go", "sort/bsd.c"},
			[]string{"src/win/udp.c", "os/exec_windows.go", "win/winapi.h", "darwin.go", "sort/bsd.c"},
		},
		{"other platform", windows, []string{"src/win/udp.c", "src/unix/udp.c", "os/exec_windows.go"}, []string{"src/unix/udp.c"}},
		{"other platform", Query{Platform: "linux", Terms: []Term{{Word: "windows"}}}, []string{"src/win/udp.c", "a/darwin/b.c"}, []string{"a/darwin/b.c"}},
		{"other platform", Query{}, []string{"src/win/udp.c"}, nil},
		{"other platform", Query{Platform: "freebsd"}, []string{"src/bsd/a.c", "src/openbsd/a.c"}, nil},
	} {
		if got := having(tc.query, tc.feature, tc.paths...); !slices.Equal(got, tc.want) {
			t.Errorf("%s of %q for %+v: %q, want %q", tc.feature, tc.paths, tc.query, got, tc.want)
		}
	}
}
