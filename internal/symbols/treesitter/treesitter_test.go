package treesitter_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/symbols"
	"coderag/internal/symbols/treesitter"
)

const scala = "object A { def f(x: Int): Int = { val y = x; y + 1 } }\n"

// TestLimit gives the slowest grammar a text it can't parse in time, between
// texts that it can.
func TestLimit(t *testing.T) {
	t.Parallel()
	extractor := treesitter.New(treesitter.Options{Limit: 100 * time.Millisecond})
	t.Cleanup(func() { extractor.Close() })
	long := strings.Repeat(scala, 100_000)
	for range 3 {
		if _, err := extractor.Extract(t.Context(), "scala", "A.scala", long); !fault.Is(err, fault.Timeout) {
			t.Errorf("Extract of %d bytes: error %v, want a timeout", len(long), err)
		}
		got, err := extractor.Extract(t.Context(), "scala", "A.scala", scala)
		if err != nil || len(got) != 2 {
			t.Errorf("Extract after a timeout = %v, %v; want two definitions", got, err)
		}
	}
}

// TestLimitFallsBack has a Set answer with its next extractor.
func TestLimitFallsBack(t *testing.T) {
	t.Parallel()
	want := []code.Definition{{Name: "fallback"}}
	set := symbols.New(treesitter.New(treesitter.Options{Limit: time.Millisecond}), fixed{want})
	t.Cleanup(func() { set.Close() })
	got, err := set.Extract(t.Context(), "scala", "A.scala", strings.Repeat(scala, 10_000))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// fixed is an extractor that always gives one answer.
type fixed struct{ definitions []code.Definition }

func (fixed) Languages() []string { return []string{"scala"} }

func (f fixed) Extract(context.Context, string, string, string) ([]code.Definition, error) {
	return f.definitions, nil
}

// TestCancelledWhileParsing ends the caller's context in the middle of a parse.
func TestCancelledWhileParsing(t *testing.T) {
	t.Parallel()
	extractor := treesitter.New(treesitter.Options{Limit: time.Minute})
	t.Cleanup(func() { extractor.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := extractor.Extract(ctx, "scala", "A.scala", strings.Repeat(scala, 100_000))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
}

// TestMemory parses many times and looks at the memory of the process, as what
// tree-sitter allocates is unknown to Go's runtime. A tree is some 50 times its
// text: leaking one in ten would show.
func TestMemory(t *testing.T) {
	extractor := newExtractor(t)
	text := strings.Repeat("func f(x int) int {\n\tif x > 1 {\n\t\treturn g(x + 1)\n\t}\n\treturn x\n}\n", 100)
	parse := func(times int) {
		for range times {
			if _, err := extractor.Extract(t.Context(), "go", "x.go", text); err != nil {
				t.Fatal(err)
			}
		}
	}
	parse(200)
	before := residentBytes(t)
	parse(2000)
	if grown := residentBytes(t) - before; grown > 40<<20 {
		t.Errorf("2000 parses of %d bytes left %d MB behind", len(text), grown>>20)
	}
}

// residentBytes returns how much memory the process occupies.
func residentBytes(t *testing.T) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
