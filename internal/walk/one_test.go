package walk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coderag/internal/code"
	"coderag/internal/fault"
)

func TestOnePaths(t *testing.T) {
	t.Parallel()
	root := newRoot(t, map[string]string{"a.go": "", "d/b.go": ""})
	check(t, os.Mkdir(root.Path+"-evil", 0o755))
	write(t, root.Path+"-evil/a.go", "", false)
	check(t, os.Symlink(root.Path+"-evil", filepath.Join(root.Path, "out")))
	alias := root.Path + "-alias"
	check(t, os.Symlink(root.Path, alias))
	for name, tc := range map[string]struct {
		root, path string
		want       string     // the path found, when there is no fault
		kind       fault.Kind // otherwise
	}{
		"relative":                     {root.Path, "d/b.go", "d/b.go", 0},
		"absolute":                     {root.Path, root.Path + "/d/b.go", "d/b.go", 0},
		"not cleaned":                  {root.Path, "./d//../d/./b.go", "d/b.go", 0},
		"out and back in":              {root.Path, "../root/a.go", "a.go", 0},
		"root is a link":               {alias, alias + "/a.go", "a.go", 0},
		"root is a link, path is not":  {alias, root.Path + "/a.go", "a.go", 0},
		"..":                           {root.Path, "../a.go", "", fault.Invalid},
		"etc":                          {root.Path, "../../../../../../etc/passwd", "", fault.Invalid},
		"absolute elsewhere":           {root.Path, "/etc/passwd", "", fault.Invalid},
		"sibling with the same prefix": {root.Path, root.Path + "-evil/a.go", "", fault.Invalid},
		"behind a link that leads out": {root.Path, "out/a.go", "", fault.Invalid},
		"a link that leads out":        {root.Path, "out", "", fault.Invalid},
		"NUL":                          {root.Path, "a\x00.go", "", fault.Invalid},
		"the root":                     {root.Path, ".", "", fault.Invalid},
		"nothing":                      {root.Path, "", "", fault.Invalid},
		"a folder":                     {root.Path, "d", "", fault.Invalid},
		"missing":                      {root.Path, "d/c.go", "", fault.NotFound},
		"missing folder":               {root.Path, "e/c.go", "", fault.NotFound},
		"below a file":                 {root.Path, "a.go/c.go", "", fault.NotFound},
		"missing root":                 {root.Path + "-missing", "a.go", "", fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entry, skip, err := One(t.Context(), code.Root{Path: tc.root, Repo: "r"}, Rules{}, tc.path)
			if skip != nil {
				t.Fatalf("One(%q) skips %+v", tc.path, skip)
			}
			if entry.Path != tc.want {
				t.Errorf("One(%q) finds %q, want %q", tc.path, entry.Path, tc.want)
			}
			if fault.KindOf(err) != tc.kind || (err != nil) != (tc.want == "") {
				t.Errorf("One(%q) = %v, want a fault of kind %d", tc.path, err, tc.kind)
			}
			if fault.Is(err, fault.Invalid) && len(fault.FixesOf(err)) == 0 {
				t.Errorf("One(%q) = %v, which has no fix", tc.path, err)
			}
		})
	}
}

// TestOneTooLong covers ENAMETOOLONG in both forms.
func TestOneTooLong(t *testing.T) {
	t.Parallel()
	root := newRoot(t, nil)
	for _, path := range []string{strings.Repeat("x", 300), strings.Repeat("x/", 400), strings.Repeat("x/", 3000)} {
		_, skip, err := One(t.Context(), root, Rules{}, path)
		if skip == nil && !fault.Is(err, fault.NotFound) {
			t.Errorf("One of %d bytes = %v, want a skip or a NotFound", len(path), err)
		}
		if skip != nil && (skip.Reason != code.SkipBadPath || len(skip.Path) > code.MaxPath) {
			t.Errorf("One of %d bytes skips %+v", len(path), skip)
		}
	}
}
