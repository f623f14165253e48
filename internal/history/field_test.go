package history_test

import (
	"testing"

	"coderag/internal/history"
)

// Three subjects by hand: one of a commit that touched the file alone, one of
// four files, one of nine, whose third of a subject is rounded.
func TestField(t *testing.T) {
	t.Parallel()
	var f history.Field[string]
	if f.Count("retry") != 0 || f.Length() != 0 {
		t.Errorf("nothing was said, and retry counts %d of %d", f.Count("retry"), f.Length())
	}
	f.Add(1, []string{"retry", "upload"}, 3)
	f.Add(4, []string{"retry"}, 1)
	f.Add(9, []string{"rare"}, 1)
	for word, want := range map[string]uint8{"retry": 6, "upload": 4, "rare": 1, "never": 0} {
		if got := f.Count(word); got != want {
			t.Errorf("%s counts %d quarters, want %d", word, got, want)
		}
	}
	if got, want := f.Length(), (3*64+32+21)*4/64; got != want {
		t.Errorf("length %d quarters, want %d", got, want)
	}
	for range 100 {
		f.Add(1, []string{"retry"}, 1)
	}
	if got := f.Count("retry"); got != 255 {
		t.Errorf("said a hundred times, retry counts %d, want the most a count can be", got)
	}
}

// A subject of a commit of so many files that it rounds to nothing still has its
// words.
func TestFieldKeepsFaintWords(t *testing.T) {
	t.Parallel()
	var f history.Field[string]
	f.Add(100_000, []string{"faint"}, 1)
	if got := f.Count("faint"); got != 1 {
		t.Errorf("counts %d quarters, want 1", got)
	}
}
