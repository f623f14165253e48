package ctags_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"golang.org/x/tools/txtar"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/symbols/ctags"
	"coderag/internal/symbols/symbolstest"
)

var update = flag.Bool("update", false, "write the goldens")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// extractor returns one that works. Without the program the test is skipped,
// or fails where REQUIRE_CTAGS=1 says that it must be there.
func extractor(tb testing.TB) *ctags.Extractor {
	tb.Helper()
	e := ctags.New(tb.Context(), ctags.Options{Processes: 2, Timeout: 20 * time.Second})
	tb.Cleanup(func() { _ = e.Close() })
	if ok, reason := e.Available(); !ok {
		if os.Getenv("REQUIRE_CTAGS") == "1" {
			tb.Fatal(reason)
		}
		tb.Skip(reason)
	}
	return e
}

// cases reads the sources of testdata/<language>.txtar.
func cases(tb testing.TB, e *ctags.Extractor) (all []symbolstest.Case, want map[string]string) {
	tb.Helper()
	want = map[string]string{}
	for _, language := range e.Languages() {
		archive, err := txtar.ParseFile(filepath.Join("testdata", language+".txtar"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range archive.Files {
			if name, ok := strings.CutSuffix(f.Name, ".want"); ok {
				want[language+"/"+name] = string(f.Data)
				continue
			}
			all = append(all, symbolstest.Case{Name: f.Name, Language: language, Path: f.Name, Text: string(f.Data)})
		}
	}
	return all, want
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	e := extractor(t)
	all, want := cases(t, e)
	for _, c := range all {
		definitions, err := e.Extract(t.Context(), c.Language, c.Path, c.Text)
		if err != nil {
			t.Fatal(err)
		}
		got := render(definitions)
		if *update {
			write(t, c, got)
			continue
		}
		if diff := cmp.Diff(want[c.Language+"/"+c.Name], got); diff != "" {
			t.Errorf("%s: definitions (-want +got):\n%s", c.Name, diff)
		}
	}
}

func write(t *testing.T, c symbolstest.Case, got string) {
	t.Helper()
	archive := txtar.Archive{Files: []txtar.File{{Name: c.Name, Data: []byte(c.Text)}, {Name: c.Name + ".want", Data: []byte(got)}}}
	if err := os.WriteFile(filepath.Join("testdata", c.Language+".txtar"), txtar.Format(&archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func render(definitions []code.Definition) string {
	var b strings.Builder
	for _, d := range definitions {
		doc := ""
		if !d.DocLines.IsZero() {
			doc = " doc " + d.DocLines.String()
		}
		fmt.Fprintf(&b, "%s%s %s %s | %s\n", d.Lines, doc, d.Kind, d.Qualified(), d.Signature)
	}
	return b.String()
}

func TestConformance(t *testing.T) {
	e := extractor(t)
	all, _ := cases(t, e)
	symbolstest.Run(t, e, all)
}

func FuzzExtract(f *testing.F) {
	e := extractor(f)
	all, _ := cases(f, e)
	symbolstest.Fuzz(f, e, all)
}

// TestUnavailable gives programs that are not what is needed. Each must be
// refused with a fix, and leave an extractor that serves nothing.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"another ctags": `echo "Exuberant Ctags 5.8"`,
		"no json":       `case "$2" in --version) echo "Universal Ctags 5.9";; *) printf '#NAME\ninteractive x\n';; esac`,
		"silent":        `case "$2" in --version) echo "Universal Ctags 5.9";; --list-features) printf '#NAME\ninteractive x\njson x\n';; esac`,
		"garbled":       `case "$2" in --version) echo "Universal Ctags 5.9";; --list-features) printf '#NAME\ninteractive x\njson x\n';; *) echo '{"_type'; esac`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, ctags.New(t.Context(), ctags.Options{Program: program(t, script)}))
		})
	}
	t.Run("missing", func(t *testing.T) {
		t.Parallel()
		refused(t, ctags.New(t.Context(), ctags.Options{Program: filepath.Join(t.TempDir(), "none")}))
	})
}

func refused(t *testing.T, e *ctags.Extractor) {
	t.Helper()
	ok, reason := e.Available()
	if ok || !fault.Is(reason, fault.Unavailable) || len(fault.FixesOf(reason)) == 0 {
		t.Errorf("Available() = %v, %v with fixes %q, want an unavailable program with a fix", ok, reason, fault.FixesOf(reason))
	}
	if got := e.Languages(); len(got) != 0 {
		t.Errorf("Languages() = %q, want none", got)
	}
	if _, err := e.Extract(t.Context(), "awk", "a.awk", "x"); !fault.Is(err, fault.NotFound) {
		t.Errorf("Extract: %v, want fault.NotFound", err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// program writes a shell script and returns its path.
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ctags")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// faulty passes the check at the start, which asks for one file. Further files
// do what then says; each start is a line in the file "starts".
func faulty(t *testing.T, then string) string {
	return program(t, `case "$2" in
--version) echo "Universal Ctags 5.9"; exit;;
--list-features) printf '#NAME\ninteractive x\njson x\n'; exit;;
esac
echo start >> "$(dirname "$0")/starts"
if [ "$(wc -l < "$(dirname "$0")/starts")" -eq 1 ] || [ -e "$(dirname "$0")/well" ]; then
	echo '{"_type":"tag","name":"f","line":1,"kind":"function"}'
	echo '{"_type":"completed"}'
	exec cat > /dev/null
fi
`+then)
}

// TestReplaced has the process hang or crash: the file fails with the kind of
// error that says so, and the next file gets a new process.
func TestReplaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		then string
		kind fault.Kind
	}{
		"hang":          {"exec sleep 600", fault.Timeout},
		"crash":         {"kill -SEGV $$", fault.Unavailable},
		"garbage":       {"echo nonsense; exec cat > /dev/null", fault.Unavailable},
		"fatal":         {`echo '{"_type":"error","message":"no","fatal":true}'; exec cat > /dev/null`, fault.Unavailable},
		"line too long": {`exec head -c 3000000 /dev/zero`, fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := faulty(t, c.then)
			e := ctags.New(t.Context(), ctags.Options{Program: path, Processes: 1, Timeout: 2 * time.Second})
			defer e.Close()
			if ok, reason := e.Available(); !ok {
				t.Fatal(reason)
			}
			if _, err := e.Extract(t.Context(), "awk", "a.awk", strings.Repeat("x\n", 1<<20)); !fault.Is(err, c.kind) {
				t.Errorf("Extract: %v, want kind %v", err, c.kind)
			}
			if err := os.WriteFile(filepath.Join(filepath.Dir(path), "well"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := e.Extract(t.Context(), "awk", "a.awk", "function f()\n")
			if err != nil || len(got) != 1 {
				t.Errorf("Extract after it: %v, %v, want one definition", got, err)
			}
		})
	}
}

// TestIsolated has a configuration in the home folder that would break it.
func TestIsolated(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{".ctags.d", "ctags"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, dir, "a.ctags"), []byte("--languages=-Awk\n--fields=-n\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	got, err := extractor(t).Extract(t.Context(), "awk", "a.awk", "function f() {\n}\n")
	if err != nil || len(got) != 1 || got[0].Name != "f" {
		t.Errorf("Extract: %v, %v, want f", got, err)
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	e := extractor(t)
	if _, err := e.Extract(t.Context(), "awk", "a.awk", "function f() {\n}\n"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := e.Extract(ctx, "awk", "a.awk", "x"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("Extract after Close: %v, want fault.Unavailable", err)
	}
}

func BenchmarkExtract(b *testing.B) {
	e := extractor(b)
	text := strings.Repeat("! Adds.\nsubroutine add(a, b)\n  integer :: a, b\n  b = a + b\nend subroutine add\n\n", 5000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := e.Extract(b.Context(), "fortran", "a.f90", text); err != nil {
			b.Fatal(err)
		}
	}
}
