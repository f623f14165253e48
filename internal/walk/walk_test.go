package walk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
)

// TestRoot walks small roots in and out of repositories, and then asks One about every
// file of the root: both must give the same verdict.
func TestRoot(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files  map[string]string
		repo   func(t *testing.T, dir string) // nil: no repository
		rules  Rules
		want   []string
		skips  []string
		unread []string
	}{
		"no repository": {
			files: map[string]string{
				".gitignore": "*.log\n!keep.log\n/out/\n", "a.go": "", "a.log": "", "keep.log": "",
				"out/x": "", "src/out/x": "", "src/.gitignore": "*.go\n!b.go\n", "src/a.go": "", "src/b.go": "",
			},
			want: []string{".gitignore", "a.go", "keep.log", "src/.gitignore", "src/b.go", "src/out/x"},
			skips: []string{
				"ignored a.log: .gitignore:1: *.log", "ignored out/: .gitignore:3: /out/", "ignored src/a.go: src/.gitignore:1: *.go",
			},
		},
		"repository": {
			files: map[string]string{
				".gitignore": "*.log\n/ign\n", "tracked.log": "", "a.log": "", "ign/tracked.go": "", "ign/b.go": "",
				"logs/a.log": "", "all/x/a.go": "", "all/.gitignore": "*", "private.go": "",
			},
			repo: func(t *testing.T, dir string) {
				commit(t, dir, "tracked.log", "ign/tracked.go")
				write(t, filepath.Join(dir, ".git/info/exclude"), "private.go\n", false)
				runGit(t, dir, "rm", "--quiet", "--cached", "private.go")
				write(t, filepath.Join(dir, "untracked.go"), "", false)
				runGit(t, dir, "update-index", "--add", "--cacheinfo", "100644,e69de29bb2d1d6434b8b29ae775ad8c2e48c5391,missing.go")
			},
			want: []string{".gitignore", "ign/tracked.go", "tracked.log", "untracked.go"},
			skips: []string{
				"base_exclude .git/: .git/", "ignored a.log: .gitignore:1: *.log",
				"ignored all/.gitignore: all/.gitignore:1: *", "ignored all/x/: all/.gitignore:1: *",
				"ignored ign/b.go: .gitignore:2: /ign", "ignored logs/a.log: .gitignore:1: *.log",
				"ignored private.go: .git/info/exclude:1: private.go",
			},
		},
		".ragignore and excludeGlobs count for tracked files": {
			files: map[string]string{
				".gitignore": "*.tmp\n", ".ragignore": "docs/\n*.gen.go\n", "a.go": "", "a.tmp": "", "b.gen.go": "", "docs/a.md": "",
				"lib/.ragignore": "!b.gen.go\nc.go", "lib/b.gen.go": "", "lib/c.go": "", "lib/d.gen.go": "", "old/a.go": "",
			},
			repo:  func(t *testing.T, dir string) { commit(t, dir) },
			rules: Rules{Exclude: []string{"/old"}},
			want:  []string{".gitignore", ".ragignore", "a.go", "lib/.ragignore", "lib/b.gen.go"},
			skips: []string{
				"base_exclude .git/: .git/", "ignored a.tmp: .gitignore:1: *.tmp", "ignored b.gen.go: .ragignore:2: *.gen.go",
				"ignored docs/: .ragignore:1: docs/", "ignored lib/c.go: lib/.ragignore:2: c.go",
				"ignored lib/d.gen.go: .ragignore:2: *.gen.go", "ignored old/: excludeGlobs: /old",
			},
		},
		"base excludes": {
			files: map[string]string{
				"node_modules/x/a.js": "", "web/node_modules/b.js": "", "go.sum": "", "logo.PNG": "", "app.min.js": "", "app.js.map": "", "ld.map": "",
				"go/build/a.go": "", "cmd/dist/a.go": "", "rs/Cargo.toml": "", "rs/target/a.rs": "", "env/pyvenv.cfg": "", "env/a.py": "", "a.go": "",
			},
			want: []string{"a.go", "cmd/dist/a.go", "go/build/a.go", "ld.map", "rs/Cargo.toml"},
			skips: []string{
				"base_exclude app.js.map: source map: *.js.map", "minified app.min.js: *.min.js",
				"base_exclude env/: a Python environment (pyvenv.cfg)", "base_exclude go.sum: lock file", "base_exclude logo.PNG: image: *.png",
				"base_exclude node_modules/: node_modules/", "base_exclude rs/target/: target/ beside Cargo.toml", "base_exclude web/node_modules/: node_modules/",
			},
		},
		"base excludes, re-included and added to": {
			files: map[string]string{"go.sum": "", "node_modules/a.js": "", "gen/a.go": "", "lib/gen/b.go": ""},
			rules: Rules{Exclude: []string{"!go.sum", "!node_modules/"}, BaseExclude: []string{"gen/", "!/lib/gen/"}},
			want:  []string{"go.sum", "lib/gen/b.go", "node_modules/a.js"},
			skips: []string{"base_exclude gen/: base excludes: gen/"},
		},
		"secrets": {
			files: map[string]string{
				".env": "", ".env.local": "", ".env.example": "", ".npmrc": "", ".ssh/config": "", "id_rsa": "", "id_rsa.pub": "", "keys/a.PEM": "", "env.go": "",
				".aws/credentials": "", "credentials.go": "", "x/.docker/config.json": "", "config.json": "",
			},
			rules: Rules{Exclude: []string{"!.env"}},
			want:  []string{".env.example", "config.json", "credentials.go", "env.go", "id_rsa.pub"},
			skips: []string{
				"secret .aws/credentials: credentials", "secret .env: .env", "secret .env.local: .env.*", "secret .npmrc: .npmrc",
				"secret .ssh/: .ssh/", "secret id_rsa: id_rsa", "secret keys/a.PEM: *.pem", "secret x/.docker/config.json: .docker/config.json",
			},
		},
		"secrets, wanted": {
			files: map[string]string{".env": "", "id_rsa": ""},
			rules: Rules{Secrets: true},
			want:  []string{".env", "id_rsa"},
		},
		"includeGlobs, languages and size": {
			files: map[string]string{
				"src/a.go": "", "src/b.py": "", "src/big.go": "123456", "src/gen/c.go": "", "src/gen/x/d.go": "", "src/LICENSE": "", "test/a.go": "",
			},
			rules: Rules{
				Include: []string{"src/", "!src/gen/"}, Languages: []string{"go"}, MaxFileBytes: 5,
				LanguagesOf: func(path string) []string {
					return map[string][]string{".go": {"go"}, ".py": {"python"}}[filepath.Ext(path)]
				},
			},
			want: []string{"src/LICENSE", "src/a.go"},
			skips: []string{
				"not_included src/b.py: language: python", "too_large src/big.go: 6 bytes, the limit is 5",
				"not_included src/gen/c.go: includeGlobs: !src/gen/", "not_included src/gen/x/d.go: includeGlobs: !src/gen/",
				"not_included test/a.go: includeGlobs: none matches",
			},
		},
		"checkouts inside the root": {
			files: map[string]string{"a.go": "", "nested/a.go": "", "deep/nested/a.go": "", "lib/a.go": "", "bare.git/HEAD": "", "bare.git/objects/": "", "bare.git/refs/": "", "empty/": ""},
			repo: func(t *testing.T, dir string) {
				runGit(t, filepath.Join(dir, "nested"), "init", "--quiet")
				commit(t, filepath.Join(dir, "deep/nested"))
				origin := newRoot(t, map[string]string{"s.go": ""}).Path
				commit(t, origin)
				runGit(t, dir, "init", "--quiet")
				runGit(t, dir, "add", "a.go", "lib")
				runGit(t, dir, "submodule", "--quiet", "add", origin, "sub")
				runGit(t, dir, "commit", "--quiet", "--message=x")
				runGit(t, dir, "worktree", "add", "--quiet", "tree")
			},
			want: []string{".gitmodules", "a.go", "lib/a.go"},
			skips: []string{
				"base_exclude .git/: .git/", "nested bare.git/: a bare repository",
				"nested deep/nested/: has its own .git; list it as a root to index it", "nested nested/: has its own .git; list it as a root to index it",
				"nested sub/: has its own .git; list it as a root to index it", "nested tree/: has its own .git; list it as a root to index it",
			},
		},
		"checkouts outside a repository": {
			files: map[string]string{"a.go": "", "one/a.go": ""},
			repo:  func(t *testing.T, dir string) { commit(t, filepath.Join(dir, "one")) },
			want:  []string{"a.go"},
			skips: []string{"nested one/: has its own .git; list it as a root to index it"},
		},
		"links, pipes and loops": {
			files: map[string]string{"a.go": "", "d/b.go": ""},
			repo: func(t *testing.T, dir string) {
				for link, target := range map[string]string{
					"in": "a.go", "dir": "d", "out": "/etc/passwd", "up": "..", "nowhere": "x", "self": "self", "d/root": "..",
				} {
					check(t, os.Symlink(target, filepath.Join(dir, link)))
				}
				check(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644))
				commit(t, dir)
			},
			want: []string{"a.go", "d/b.go"},
			skips: []string{
				"base_exclude .git/: .git/", "symlink d/root: to .", "symlink dir: to d", "symlink in: to a.go", "symlink nowhere: leads nowhere: no such file or directory", "symlink out: leads out of the root",
				"special pipe: FIFO", "symlink self: leads nowhere: too many levels of symbolic links", "symlink up: leads out of the root",
			},
		},
		"odd names": {
			files: map[string]string{"new\nline": "", "tab\t": "", `quo"te`: "", "per%cent_": "", " space ": "", "-dash": "", "[br]": "", `back\slash`: "", "世界": "", ":(top)x": ""},
			repo:  func(t *testing.T, dir string) { commit(t, dir) },
			want:  []string{" space ", "-dash", ":(top)x", "[br]", `back\slash`, "new\nline", "per%cent_", `quo"te`, "tab\t", "世界"},
			skips: []string{"base_exclude .git/: .git/"},
		},
		"nothing": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := newRoot(t, tc.files)
			if tc.repo != nil {
				tc.repo(t, root.Path)
			}
			got, err := Root(t.Context(), root, tc.rules)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, paths(got.Files)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.skips, lines(got.Skips)); diff != "" {
				t.Errorf("skips (-want +got):\n%s", diff)
			}
			if len(got.Unread) > 0 {
				t.Errorf("unread: %v", got.Unread)
			}
			oneAgrees(t, root, tc.rules, got)
		})
	}
}

// oneAgrees asks One about every file on disk below the root.
func oneAgrees(t *testing.T, root code.Root, rules Rules, result Result) {
	t.Helper()
	for path := range onDisk(t, root.Path) {
		entry, skip, err := One(t.Context(), root, rules, path)
		var got string
		switch {
		case err != nil && strings.Contains(err.Error(), outOfRootError):
			got = outOfRoot
		case err != nil:
			got = err.Error()
		case skip != nil:
			got = lines([]code.Skip{*skip})[0]
		default:
			got = fmt.Sprint(entry)
		}
		if want := verdictIn(result, path); got != want {
			t.Errorf("One(%q) = %s, Root says %s", path, got, want)
		}
	}
}

const outOfRootError = "it leads out of the root by a symbolic link"

// verdictIn returns what the result says of path or the nearest folder above it.
func verdictIn(result Result, path string) string {
	for _, e := range result.Files {
		if e.Path == path {
			return fmt.Sprint(e)
		}
	}
	for _, s := range result.Skips {
		if s.Path != path && !(strings.HasSuffix(s.Path, "/") && strings.HasPrefix(path, s.Path)) {
			continue
		}
		if s.Detail == outOfRoot {
			return outOfRoot
		}
		return lines([]code.Skip{s})[0]
	}
	return "nothing"
}

// onDisk yields the paths of everything below dir that is no folder, without
// the insides of .git folders.
func onDisk(t *testing.T, dir string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				if err == nil && d.Name() == ".git" {
					return filepath.SkipDir
				}
				return err
			}
			relative, _ := within(dir, path)
			if !yield(relative) {
				return filepath.SkipAll
			}
			return nil
		})
		check(t, err)
	}
}

func TestRootStat(t *testing.T) {
	t.Parallel()
	root := newRoot(t, map[string]string{"a.go": "package a\n"})
	mtime := time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
	check(t, os.Chtimes(filepath.Join(root.Path, "a.go"), mtime, mtime))
	got, err := Root(t.Context(), root, Rules{})
	check(t, err)
	want := []Entry{{
		FileID: code.FileID{Repo: "r", Path: "a.go"},
		Abs:    filepath.Join(root.Path, "a.go"),
		Stat:   code.FileStat{Size: 10, ModTime: mtime.Truncate(time.Microsecond)},
	}}
	if diff := cmp.Diff(want, got.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestRootInFolderOfWorkTree: the patterns of the folders above the root count,
// and a root that is ignored itself is walked all the same.
func TestRootInFolderOfWorkTree(t *testing.T) {
	t.Parallel()
	top := newRoot(t, map[string]string{
		".gitignore": "*.log\n/own/\n", "x.go": "", "sub/a.go": "", "sub/a.log": "", "sub/t.log": "", "own/b.go": "", "own/c.log": "", "own/.gitignore": "*.log",
	})
	commit(t, top.Path, "sub/t.log")
	for sub, want := range map[string][]string{
		"sub": {"a.go", "t.log"},
		"own": {".gitignore", "b.go"},
	} {
		got, err := Root(t.Context(), code.Root{Path: filepath.Join(top.Path, sub)}, Rules{})
		check(t, err)
		if diff := cmp.Diff(want, paths(got.Files)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sub, diff)
		}
	}
}

// TestRootUnavailable covers fault 16.
func TestRootUnavailable(t *testing.T) {
	t.Parallel()
	root := newRoot(t, map[string]string{"file": "", "broken/.git/HEAD": "ref: refs/heads/main\n", "broken/.git/objects/": "", "broken/.git/refs/": "", "broken/.git/config": "[core\n"})
	for name, path := range map[string]string{
		"missing":           filepath.Join(root.Path, "missing"),
		"a file":            filepath.Join(root.Path, "file"),
		"below a file":      filepath.Join(root.Path, "file", "x"),
		"broken repository": filepath.Join(root.Path, "broken"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Root(t.Context(), code.Root{Path: path}, Rules{})
			if !fault.Is(err, fault.Unavailable) || len(fault.FixesOf(err)) == 0 {
				t.Errorf("Root = %v, want an Unavailable with a fix", err)
			}
		})
	}
	t.Run("unreadable", func(t *testing.T) {
		t.Parallel()
		root := newRoot(t, map[string]string{"a.go": ""})
		_, err := withoutGit(t.Context(), root, Rules{}, failing{root: root.Path, errs: map[string]error{".": syscall.EACCES}})
		if !fault.Is(err, fault.Unavailable) {
			t.Errorf("Root = %v, want an Unavailable", err)
		}
	})
	t.Run("replaced during the walk", func(t *testing.T) {
		t.Parallel()
		root := newRoot(t, map[string]string{"a.go": ""})
		w, err := newWalker(root, Rules{}, disk{})
		check(t, err)
		check(t, os.Rename(root.Path, root.Path+"-unmounted"))
		check(t, os.Mkdir(root.Path, 0o755))
		if got, err := w.result(t.Context()); !fault.Is(err, fault.Unavailable) {
			t.Errorf("Root = %v, %v, want an Unavailable", got, err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Root(ctx, newRoot(t, nil), Rules{}); !errors.Is(err, context.Canceled) {
			t.Errorf("Root = %v, want context.Canceled", err)
		}
	})
}

// TestRootUnread covers faults 13 and 15 with injected errors, which bind uid 0
// as well.
func TestRootUnread(t *testing.T) {
	t.Parallel()
	root := newRoot(t, map[string]string{"a.go": "", "gone.go": "", "closed/b.go": "", "blind/.ragignore": "x", "blind/c.go": "", "open/d.go": ""})
	system := failing{root: root.Path, errs: map[string]error{
		"closed": syscall.EACCES, "gone.go": syscall.ENOENT, "blind/.ragignore": syscall.EIO,
	}}
	got, err := withoutGit(t.Context(), root, Rules{}, system)
	check(t, err)
	if diff := cmp.Diff([]string{"a.go", "open/d.go"}, paths(got.Files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	want := []string{"unreadable blind/: input/output error", "unreadable closed/: permission denied", "unreadable gone.go: no such file or directory"}
	if diff := cmp.Diff(want, lines(got.Skips)); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
	for path, want := range map[string]bool{
		"closed/b.go": true, "closed/x/y/z.go": true, "closed": true, "blind/c.go": true, "gone.go": true,
		"a.go": false, "open/d.go": false, "deleted.go": false, "closed2/b.go": false,
	} {
		if got.Keeps(path) != want {
			t.Errorf("Keeps(%q) = %v, want %v", path, !want, want)
		}
	}
}

// TestRootBadPath covers the part of fault 21 that only bytes can say.
func TestRootBadPath(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(strings.Repeat("l", 200)+"/", 6)
	root := newRoot(t, map[string]string{"a\xff": "", `a\xff`: "", "a\xfe": "", "bad\xff/x": "", long + "x": ""})
	commit(t, root.Path)
	got, err := Root(t.Context(), root, Rules{})
	check(t, err)
	if diff := cmp.Diff([]string{`a\xff`}, paths(got.Files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	seen := map[string]bool{}
	for _, s := range got.Skips {
		if seen[s.Path] || !utf8.ValidString(s.Path) || len(s.Path) > code.MaxPath {
			t.Errorf("the path of %+v is not unique, valid and short", s)
		}
		seen[s.Path] = true
		if s.Path != ".git/" && s.Reason != code.SkipBadPath {
			t.Errorf("%q is skipped for %q, want %q", s.Path, s.Reason, code.SkipBadPath)
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d skips, want .git and 4 bad paths: %v", len(seen), lines(got.Skips))
	}
	oneAgreesOnBad(t, root, "a\xff", got)
}

func oneAgreesOnBad(t *testing.T, root code.Root, path string, result Result) {
	t.Helper()
	_, skip, err := One(t.Context(), root, Rules{}, path)
	check(t, err)
	if want := printable(path); skip == nil || skip.Path != want || verdictIn(result, want) == "nothing" {
		t.Errorf("One(%q) skips %+v, want the path %q, as Root has it", path, skip, want)
	}
}

func TestRulesValidate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		rules Rules
		want  string
	}{
		"good":              {Rules{Exclude: []string{"*.go", "# comment", "", "!a[b-c]/**"}}, ""},
		"open bracket":      {Rules{Include: []string{"a", "x[ab"}}, `includeGlobs: pattern "x[ab": a [ without its ]`},
		"lone backslash":    {Rules{BaseExclude: []string{`x\`}}, `base excludes: pattern "x\\": ends in a backslash`},
		"unknown class":     {Rules{Exclude: []string{"[[:word:]]"}}, `excludeGlobs: pattern "[[:word:]]": no character class [:word:]`},
		"languages unbound": {Rules{Languages: []string{"go"}}, "walk.Rules has Languages and no LanguagesOf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if err := tc.rules.Validate(); err != nil {
				got = err.Error()
			}
			if got != tc.want {
				t.Errorf("Validate = %q, want %q", got, tc.want)
			}
		})
	}
}
