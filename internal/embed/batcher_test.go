package embed_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coderag/internal/embed"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

func numbered(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("text number %d", i)
	}
	return texts
}

func TestBatcherPacks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		batcher embed.Batcher
		texts   []string
		want    [][]string
	}{
		{"nothing", embed.Batcher{}, nil, nil},
		{"by count", embed.Batcher{MaxTexts: 2}, []string{"a", "b", "c"}, [][]string{{"a", "b"}, {"c"}}},
		{"by bytes", embed.Batcher{MaxBytes: 8}, []string{"aaaa", "bbbb", "c"}, [][]string{{"aaaa", "bbbb"}, {"c"}}},
		{"a longer text goes alone, cut", embed.Batcher{MaxBytes: 4}, []string{"a", "bbbbbb", "c"}, [][]string{{"a"}, {"bbbb"}, {"c"}}},
		{"cut at a rune", embed.Batcher{MaxBytes: 4}, []string{"éééé"}, [][]string{{"éé"}}},
		{"cut before a wide rune", embed.Batcher{MaxBytes: 4}, []string{"日本"}, [][]string{{"日"}}},
		{"a run is broken", embed.Batcher{MaxRun: 4}, []string{"abcdefghij kl"}, [][]string{{"abcd efgh ij kl"}}},
		{"invalid UTF-8 is replaced", embed.Batcher{}, []string{"a\xffb"}, [][]string{{"a\uFFFDb"}}},
		{"empty texts are not sent", embed.Batcher{}, []string{"", "a", " \n\t"}, [][]string{{"a"}}},
		{"nothing but empty texts", embed.Batcher{}, []string{"", " "}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			if _, err := collect(t.Context(), tt.batcher, f, tt.texts); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, f.seen()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

// TestBatcherProperties checks on any texts, against a server that refuses some
// lengths, that each text is answered once and in order, and that no call
// breaks a limit.
func TestBatcherProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		b := embed.Batcher{
			MaxTexts:     rapid.IntRange(1, 5).Draw(t, "max texts"),
			MaxBytes:     rapid.IntRange(8, 80).Draw(t, "max bytes"),
			MinTextBytes: rapid.IntRange(4, 16).Draw(t, "min text bytes"),
			MaxRun:       rapid.IntRange(4, 20).Draw(t, "max run"),
		}
		f := newFake()
		f.onCall = func(_ context.Context, _ int, texts []string) error {
			for _, text := range texts {
				if len(text) > limit {
					return errTooLong
				}
			}
			return nil
		}
		o, err := collect(context.Background(), b, f, texts)
		if err != nil {
			t.Fatal(err)
		}
		for i := range texts {
			if o.vectors[i] == nil && o.errs[i] == nil || o.order[i] < 0 {
				t.Fatalf("text %d has no outcome", i)
			}
		}
		if len(o.order) != len(texts) {
			t.Fatalf("%d outcomes for %d texts", len(o.order), len(texts))
		}
		for _, call := range f.seen() {
			checkCall(t, b, call)
		}
	})
}

func checkCall(t *rapid.T, b embed.Batcher, call []string) {
	if len(call) > b.MaxTexts || len(strings.Join(call, "")) > b.MaxBytes {
		t.Fatalf("a call of %d texts, %d bytes breaks %+v", len(call), len(strings.Join(call, "")), b)
	}
	for _, text := range call {
		if !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
			t.Fatalf("sent %q", text)
		}
		for _, run := range strings.Fields(text) {
			if len(run) > b.MaxRun {
				t.Fatalf("sent a run of %d bytes, want at most %d", len(run), b.MaxRun)
			}
		}
	}
}

// TestBatcherShrinksOnlyTheLongText: one text too long among 64 costs the
// others nothing, and is embedded by its beginning.
func TestBatcherShrinksOnlyTheLongText(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.onCall = func(_ context.Context, _ int, texts []string) error {
		for _, text := range texts {
			if len(text) > 1000 {
				return errTooLong
			}
		}
		return nil
	}
	texts := numbered(64)
	texts[40] = strings.Repeat("many words ", 300) // 3300 bytes
	o, err := collect(t.Context(), embed.Batcher{MaxTexts: 64}, f, texts)
	if err != nil || len(o.errs) > 0 {
		t.Fatalf("Embed = %v, refused %v, want none", err, o.errs)
	}
	for i, text := range texts {
		if i == 40 {
			text = text[:825]
		}
		if diff := cmp.Diff(ollamatest.Vector(text, 16), o.vectors[i], approximately); diff != "" {
			t.Errorf("vector %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestBatcherGivesUpATextAtTheFloor(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.onCall = failOn("!", errTooLong)
	texts := []string{"before", strings.Repeat("!? ", 300), "after"}
	o, err := collect(t.Context(), embed.Batcher{}, f, texts)
	if err != nil {
		t.Fatal(err)
	}
	if !errors.Is(o.errs[1], embed.ErrTooLong) || len(o.vectors) != 2 {
		t.Errorf("refused %v, want the second with ErrTooLong", o.errs)
	}
	var lengths []int
	for _, call := range f.seen() {
		if len(call) == 1 && strings.Contains(call[0], "!") {
			lengths = append(lengths, len(call[0]))
		}
	}
	if diff := cmp.Diff([]int{900, 450, 256}, lengths); diff != "" {
		t.Errorf("lengths tried (-want +got):\n%s", diff)
	}
}

// TestBatcherRepeats runs on fake time: the pauses cost none.
func TestBatcherRepeats(t *testing.T) {
	busyFor := func(d time.Duration) error {
		return fault.New(fault.Busy, "%w", &embed.BusyError{Reason: "queue full", After: d})
	}
	tests := []struct {
		name             string
		errs             []error // of the first calls
		kind             fault.Kind
		calls            int
		shortest, longer time.Duration // bounds of the time taken
	}{
		{"busy twice", []error{errBusy, errBusy}, fault.Internal, 3, 375 * time.Millisecond, 751 * time.Millisecond},
		{"busy for ever", []error{errBusy, errBusy, errBusy, errBusy, errBusy}, fault.Unavailable, 5, 1875 * time.Millisecond, 3751 * time.Millisecond},
		{"busy with a wish", []error{busyFor(7 * time.Second)}, fault.Internal, 2, 7 * time.Second, 7*time.Second + 1},
		{"busy with too great a wish", []error{busyFor(time.Hour)}, fault.Internal, 2, 30 * time.Second, 30*time.Second + 1},
		{"crashed once", []error{errCrashed}, fault.Internal, 2, 125 * time.Millisecond, 251 * time.Millisecond},
		{"timed out once", []error{errTimeout}, fault.Internal, 2, 125 * time.Millisecond, 251 * time.Millisecond},
		{"NaN once", []error{errBadAnswer}, fault.Internal, 2, 125 * time.Millisecond, 251 * time.Millisecond},
		{"away", []error{errAway}, fault.Unavailable, 1, 0, 1},
		{"model missing", []error{errMissing}, fault.Invalid, 1, 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.onCall = failFirst(tt.errs...)
				start := time.Now()
				o, err := collect(t.Context(), embed.Batcher{}, f, []string{"a", "b"})
				took := time.Since(start)
				if fault.KindOf(err) != tt.kind || (err == nil) != (len(o.vectors) == 2) {
					t.Errorf("Embed = %v with %d vectors, want kind %d", err, len(o.vectors), tt.kind)
				}
				if calls := len(f.seen()); calls != tt.calls {
					t.Errorf("%d calls, want %d", calls, tt.calls)
				}
				if took < tt.shortest || took >= tt.longer {
					t.Errorf("took %v, want from %v to %v", took, tt.shortest, tt.longer)
				}
			})
		})
	}
}

// TestBatcherFindsThePoison: a text on which the model always fails is given
// up, and only that one.
func TestBatcherFindsThePoison(t *testing.T) {
	causes := map[string]error{"crash": errCrashed, "timeout": errTimeout, "NaN": errBadAnswer}
	for name, cause := range causes {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.onCall = failOn("number 5", cause)
				o, err := collect(t.Context(), embed.Batcher{}, f, numbered(8))
				if err != nil || len(o.vectors) != 7 || !errors.Is(o.errs[5], cause) {
					t.Errorf("Embed = %v, refused %v, want only the text number 5", err, o.errs)
				}
			})
		})
	}
}

// TestBatcherStopsWhenNothingWorks: a server that fails on any text is not
// taken for one that refuses these texts. The last call is that of a short text.
func TestBatcherStopsWhenNothingWorks(t *testing.T) {
	tests := []struct {
		name  string
		cause error
		calls int
	}{
		{"crash", errCrashed, 5 + 1},
		{"timeout", errTimeout, 2 + 1},
		{"NaN", errBadAnswer, 2 + 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.onCall = failOn("", tt.cause)
				o, err := collect(t.Context(), embed.Batcher{}, f, numbered(200))
				if !fault.Is(err, fault.Unavailable) || !errors.Is(err, tt.cause) || len(o.order) != 0 {
					t.Errorf("Embed = %v after %d outcomes, want fault.Unavailable after none", err, len(o.order))
				}
				if calls := len(f.seen()); calls != tt.calls {
					t.Errorf("%d calls, want %d", calls, tt.calls)
				}
			})
		})
	}
}

// TestBatcherStopsWhenTheServerDies: what was embedded before stays.
func TestBatcherStopsWhenTheServerDies(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.onCall = func(_ context.Context, call int, _ []string) error {
		if call > 2 {
			return errAway
		}
		return nil
	}
	o, err := collect(t.Context(), embed.Batcher{MaxTexts: 10}, f, numbered(50))
	if !fault.Is(err, fault.Unavailable) || len(o.vectors) != 20 || len(f.seen()) != 3 {
		t.Errorf("Embed = %v, %d vectors, %d calls, want fault.Unavailable, 20, 3", err, len(o.vectors), len(f.seen()))
	}
	if diff := cmp.Diff([]string{"run: ollama serve"}, fault.FixesOf(err)); diff != "" {
		t.Errorf("fixes (-want +got):\n%s", diff)
	}
}

// TestBatcherNeverMixesModels: the weights behind the name change during the
// call; no vector of the new ones comes out as one of the old.
func TestBatcherNeverMixesModels(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*embed.Model){
		"same dimension":  func(m *embed.Model) { m.Digest = "two" },
		"other dimension": func(m *embed.Model) { m.Digest, m.Dimension = "two", 24 },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			f.onCall = func(_ context.Context, call int, _ []string) error {
				if call == 3 {
					f.mu.Lock()
					defer f.mu.Unlock()
					change(&f.model)
				}
				return nil
			}
			o, err := collect(t.Context(), embed.Batcher{MaxTexts: 10}, f, numbered(50))
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "the model changed") || len(o.vectors) != 20 {
				t.Errorf("Embed = %v, %d vectors, want a changed model after 20", err, len(o.vectors))
			}
		})
	}
	t.Run("before the call", func(t *testing.T) {
		t.Parallel()
		f := newFake()
		b := embed.Batcher{Model: embed.Model{Provider: "fake", Name: "tiny", Digest: "zero", Dimension: 16}}
		if o, err := collect(t.Context(), b, f, numbered(3)); !fault.Is(err, fault.Invalid) || len(o.order) != 0 {
			t.Errorf("Embed = %v, %d outcomes, want fault.Invalid and none", err, len(o.order))
		}
	})
}

func TestBatcherStopsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		f := newFake()
		f.onCall = failOn("", errBusy)
		time.AfterFunc(300*time.Millisecond, cancel)
		if _, err := collect(ctx, embed.Batcher{}, f, numbered(3)); !errors.Is(err, context.Canceled) {
			t.Errorf("Embed = %v, want context.Canceled", err)
		}
	})
}
