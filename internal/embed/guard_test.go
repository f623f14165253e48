package embed_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"coderag/internal/embed"
	"coderag/internal/embed/embedtest"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

var approximately = cmpopts.EquateApprox(0, 1e-6)

func newGuard(t *testing.T, f *fake, o embed.GuardOptions) *embed.Guard {
	g := embed.NewGuard(f, o)
	t.Cleanup(g.Close)
	return g
}

func TestGuardConformance(t *testing.T) {
	t.Parallel()
	embedtest.Run(t, func(t *testing.T) embed.Embedder { return newGuard(t, newFake(), embed.GuardOptions{}) })
}

// TestGuardColdStart: the model takes 45 s to load and the server gives up
// loading when the client leaves. The first query is answered without a vector
// in time, the probe loads the model, and later queries have vectors.
func TestGuardColdStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		loaded := false
		f.onCall = func(ctx context.Context, _ int, _ []string) error {
			if loaded {
				return nil
			}
			select {
			case <-time.After(45 * time.Second):
				loaded = true
				return nil
			case <-ctx.Done():
				return errTimeout
			}
		}
		g := newGuard(t, f, embed.GuardOptions{})
		start := time.Now()
		if _, err := g.Query(t.Context(), "first"); !fault.Is(err, fault.Timeout) {
			t.Errorf("first query = %v, want fault.Timeout", err)
		}
		if took := time.Since(start); took != 500*time.Millisecond {
			t.Errorf("first query took %v, want 500ms", took)
		}
		if _, err := g.Query(t.Context(), "second"); !fault.Is(err, fault.Unavailable) {
			t.Errorf("second query = %v, want fault.Unavailable", err)
		}
		if took := time.Since(start); took != 500*time.Millisecond {
			t.Errorf("second query waited %v, want not at all", took-500*time.Millisecond)
		}
		if s := g.State(); !s.Away || s.Reason == "" {
			t.Errorf("state while loading = %+v, want away with a reason", s)
		}
		time.Sleep(45 * time.Second)
		synctest.Wait()
		if _, err := g.Query(t.Context(), "third"); err != nil {
			t.Errorf("query once loaded = %v", err)
		}
		if s := g.State(); s.Away || s.Since.Sub(start) != 45500*time.Millisecond {
			t.Errorf("state once loaded = %+v, want back after 45.5s", s)
		}
	})
}

// TestGuardProbesLessAndLess: a server that stays away is asked again after
// pauses that double up to the longest, and queries never wait for it.
func TestGuardProbesLessAndLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		start := time.Now()
		var asked []time.Duration
		f.onModel = func(context.Context) error {
			asked = append(asked, time.Since(start))
			return errAway
		}
		g := newGuard(t, f, embed.GuardOptions{Pause: time.Second, MaxPause: 5 * time.Second})
		_, err := g.Query(t.Context(), "x")
		if !fault.Is(err, fault.Unavailable) {
			t.Fatalf("Query = %v, want fault.Unavailable", err)
		}
		for range 17 {
			time.Sleep(time.Second)
			if _, err := g.Query(t.Context(), "x"); !fault.Is(err, fault.Unavailable) {
				t.Errorf("Query = %v, want fault.Unavailable", err)
			}
		}
		synctest.Wait()
		want := []time.Duration{0, 0, 1e9, 3e9, 7e9, 12e9, 17e9}
		if diff := cmp.Diff(want, asked); diff != "" {
			t.Errorf("asked at (-want +got):\n%s", diff)
		}
		want2 := embed.State{Away: true, Since: start, Reason: "connection refused", Fixes: []string{"run: ollama serve"}, Probes: 6}
		if diff := cmp.Diff(want2, g.State()); diff != "" {
			t.Errorf("state (-want +got):\n%s", diff)
		}
		_, err = g.Query(t.Context(), "x")
		if diff := cmp.Diff([]string{"run: ollama serve"}, fault.FixesOf(err)); diff != "" {
			t.Errorf("fixes (-want +got):\n%s", diff)
		}
	})
}

// TestGuardIsShared: of many callers that meet a hanging server at once all are
// back within the deadline, and one probe runs.
func TestGuardIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.onCall = hang
		g := newGuard(t, f, embed.GuardOptions{})
		start := time.Now()
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if _, err := g.Query(t.Context(), "x"); err == nil {
					t.Error("Query of a hanging server succeeded")
				}
			})
		}
		wg.Wait()
		if took := time.Since(start); took != 500*time.Millisecond {
			t.Errorf("took %v, want 500ms", took)
		}
		synctest.Wait()
		if calls := len(f.seen()); calls != 21 {
			t.Errorf("%d calls, want 20 queries and 1 probe", calls)
		}
	})
}

func TestGuardIgnoresWhatIsNotTheServersFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		g := newGuard(t, f, embed.GuardOptions{})
		f.onCall = hang
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		if _, err := g.Query(ctx, "x"); !errors.Is(err, context.Canceled) {
			t.Errorf("query whose caller left = %v, want context.Canceled", err)
		}
		f.onCall = failOn("", errTooLong)
		if _, err := g.Query(t.Context(), strings.Repeat("long ", 1000)); !errors.Is(err, embed.ErrTooLong) {
			t.Errorf("query refused at any length = %v, want ErrTooLong", err)
		}
		if _, err := g.Query(t.Context(), " \n"); !fault.Is(err, fault.Invalid) {
			t.Errorf("empty query = %v, want fault.Invalid", err)
		}
		if s := g.State(); s.Away {
			t.Errorf("state = %+v, want not away", s)
		}
	})
}

func TestGuardShortensALongQuery(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.onCall = func(_ context.Context, _ int, texts []string) error {
		if len(texts[0]) > 300 {
			return errTooLong
		}
		return nil
	}
	g := newGuard(t, f, embed.GuardOptions{Timeout: time.Minute})
	text := strings.Repeat("é", 600)
	got, err := g.Query(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ollamatest.Vector(text[:300], 16), got, approximately); diff != "" {
		t.Errorf("vector (-want +got):\n%s", diff)
	}
}

// TestGuardRemembers: a repeated query costs no call and is answered while the
// server is away; after the model changed it is asked again.
func TestGuardRemembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		g := newGuard(t, f, embed.GuardOptions{CacheSize: 2})
		ask := func(text string, calls int) {
			t.Helper()
			v, err := g.Query(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(ollamatest.Vector(text, 16), v, approximately); diff != "" {
				t.Errorf("vector of %q (-want +got):\n%s", text, diff)
			}
			clear(v)
			if got := len(f.seen()); got != calls {
				t.Errorf("%d calls after %q, want %d", got, text, calls)
			}
		}
		ask("a", 1)
		ask("a", 1)
		ask("b", 2)
		ask("a", 2) // now b is the oldest
		ask("c", 3)
		ask("b", 4)

		f.become("one", failOn("", errAway))
		if _, err := g.Query(t.Context(), "d"); !fault.Is(err, fault.Unavailable) {
			t.Fatalf("Query = %v, want fault.Unavailable", err)
		}
		synctest.Wait()
		ask("b", 6)
		if model, err := g.Model(t.Context()); err != nil || model != f.model {
			t.Errorf("Model while away = %v, %v, want the last one", model, err)
		}

		f.become("two", nil)
		time.Sleep(time.Second)
		synctest.Wait()
		ask("b", 8) // the probe was the seventh
	})
}

func TestGuardAsksForTheModelNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		g := newGuard(t, f, embed.GuardOptions{ModelAge: 5 * time.Second})
		for i := range 12 {
			if _, err := g.Query(t.Context(), strings.Repeat("x", i+1)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
		}
		if asked := f.asked(); asked != 3 {
			t.Errorf("the model was asked for %d times in 12s, want 3", asked)
		}
	})
}

func TestGuardClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.onCall = hang
		g := embed.NewGuard(f, embed.GuardOptions{})
		if _, err := g.Query(t.Context(), "x"); err == nil {
			t.Error("Query of a hanging server succeeded")
		}
		g.Close() // ends the hanging probe
		g.Close()
		other := embed.NewGuard(f, embed.GuardOptions{})
		other.Close()
		if _, err := other.Query(t.Context(), "x"); !fault.Is(err, fault.Timeout) {
			t.Errorf("query after Close = %v, want fault.Timeout", err)
		}
	})
}
