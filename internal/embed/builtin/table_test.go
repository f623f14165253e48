package builtin

import (
	"encoding/binary"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// small returns weights with the bytes as tokens, and one word.
func small() []byte {
	const tokens, dimension = 257, 8
	data := []byte(magic)
	for _, n := range []uint32{tokens, dimension, 1, 2, 3, 4} {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	for b := range 256 {
		data = append(data, 1, byte(b))
	}
	data = append(append(data, 5), "hello"...)
	for range 2 * tokens {
		data = binary.LittleEndian.AppendUint16(data, 100)
	}
	for i := range tokens * dimension {
		data = append(data, byte(1+i%255))
	}
	return data
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	t.Parallel()
	if _, err := readTable(small()); err != nil {
		t.Fatalf("whole weights: %v", err)
	}
	head := len(magic)
	for name, damage := range map[string]func(d []byte) []byte{
		"empty":           func([]byte) []byte { return nil },
		"other magic":     func(d []byte) []byte { d[0]++; return d },
		"other form":      func(d []byte) []byte { d[head-1]++; return d },
		"cut off":         func(d []byte) []byte { return d[:len(d)-1] },
		"too long":        func(d []byte) []byte { return append(d, 0) },
		"odd dimension":   func(d []byte) []byte { d[head+4]++; return d },
		"huge":            func(d []byte) []byte { copy(d[head:], "\xff\xff\xff\x7f"); return d },
		"a token twice":   func(d []byte) []byte { d[head+24+1]++; return d },
		"scale too large": func(d []byte) []byte { d[head+24+512+6+1] = 0xff; return d },
	} {
		if _, err := readTable(damage(slices.Clone(small()))); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The tokens of a word are the word, and the first is the longest there is.
func TestTokensMakeUpTheWord(t *testing.T) {
	t.Parallel()
	table, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(table.ids))
	for token, id := range table.ids {
		names[id] = token
	}
	remembering := newTokenizer(table)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'z'), rapid.Byte()), 0, 40).Draw(t, "word")
		rest := string(word)
		var all []uint32
		table.tokens(word, func(id uint32) {
			got := names[id]
			if len(got) > len(rest) || rest[:len(got)] != got {
				t.Fatalf("%q: token %q where %q is left", word, got, rest)
			}
			for longer := len(got) + 1; longer <= len(rest); longer++ {
				if _, ok := table.ids[rest[:longer]]; ok {
					t.Fatalf("%q: token %q though %q is one", word, got, rest[:longer])
				}
			}
			rest, all = rest[len(got):], append(all, id)
		})
		for range 2 { // found out, and remembered
			if got := remembering.of(word); !slices.Equal(got, all) {
				t.Fatalf("%q: tokens %v, want %v", word, got, all)
			}
		}
		if rest != "" {
			t.Fatalf("%q: %q is in no token", word, rest)
		}
	})
}

// Eight numbers at once give what one after the other gives.
func TestAddIsMultiplication(t *testing.T) {
	t.Parallel()
	table, err := readTable(small())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := newPooler(table)
		want := make([]int64, table.dimension)
		n := rapid.IntRange(1, flushAfter).Draw(t, "tokens")
		for range n {
			id := rapid.Uint32Range(0, 256).Draw(t, "id")
			m := rapid.SampledFrom([]uint64{0, 1, 77, 1<<16 - 1}).Draw(t, "m")
			p.add(id, m)
			for i := range want {
				want[i] += (int64(table.vectors[int(id)*table.dimension+i]) - 128) * int64(m)
			}
		}
		p.flush()
		if !slices.Equal(p.sums, want) {
			t.Fatalf("sums %v, want %v", p.sums, want)
		}
	})
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		scale, n uint16
		want     uint64
	}{
		{100, 1, 100}, {100, 4, 200}, {100, 2, 141}, {1, 1, 1}, {maxScale, 65535, 65535}, {100, 65535, 3198},
	} {
		if got := times(tt.scale, tt.n); got != tt.want {
			t.Errorf("times(%d, %d) = %d, want %d", tt.scale, tt.n, got, tt.want)
		}
	}
}
