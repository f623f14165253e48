package search

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"coderag/internal/fault"
)

func TestChunkIDRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := Chunk{Key: ChunkKey{
			File:   rapid.Int64Range(0, math.MaxInt64).Draw(t, "file"),
			Number: int(rapid.Int32Range(0, math.MaxInt32).Draw(t, "number")),
		}}
		copy(c.TextSHA[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "sha"))
		id := newChunkID(rapid.StringMatching(`[a-z][a-z0-9_]{0,39}`).Draw(t, "project"), c)
		got, err := parseChunkID(id.String())
		if err != nil || got != id {
			t.Fatalf("parse(%q) = %+v, %v; want %+v", id, got, err, id)
		}
		if len(id.String()) > 200 {
			t.Fatalf("id %q is longer than get_chunk takes", id)
		}
		if ProjectOf(id.String()) != id.project {
			t.Fatalf("ProjectOf(%q) = %q", id, ProjectOf(id.String()))
		}
	})
}

func TestNoChunkIDs(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", ":", "shop", "shop:", "shop:1", "shop:1.2", "shop:1.2.", "shop:1.2.abc", "shop:1.2.abcdef.x", "shop:-1.2.abcdef", "shop:1.-2.abcdef",
		"shop:01.2.abcdef", "shop:+1.2.abcdef", "shop: 1.2.abcdef", "shop:1.2.abcdef ", "shop:1.4294967296.abcdef", "shop:9223372036854775808.1.abcdef", "shop:x.y.abcdef",
	} {
		_, err := parseChunkID(s)
		if !fault.Is(err, fault.Invalid) || len(fault.FixesOf(err)) == 0 {
			t.Errorf("parse(%q): %v, want an Invalid error with a fix", s, err)
		}
	}
}

// What parses is written the same way: no two ids name one chunk.
func FuzzParseChunkID(f *testing.F) {
	for _, s := range []string{"shop:12.3.a1b2c3", "shop:1.2.x", ":0.0.000000", "a:b:1.2.abcdef", "shop:1.2.\xff\xff\xff\xff\xff\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, err := parseChunkID(s)
		if err == nil && id.String() != s {
			t.Errorf("%q parses as %+v, which is written %q", s, id, id)
		}
		if err != nil && id != (chunkID{}) {
			t.Errorf("%q is refused and still gives %+v", s, id)
		}
	})
}
