package ollama_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/embed"
	"coderag/internal/embed/ollama"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/fault"
)

// TestFaults: each thing that can go wrong with one call, and the error it becomes.
func TestFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fault ollamatest.Fault
		kind  fault.Kind
		is    error
	}{
		{"queue full", ollamatest.Busy, fault.Busy, nil},
		{"too many requests", ollamatest.TooMany, fault.Busy, nil},
		{"runner crashed", ollamatest.Crash, fault.Unavailable, embed.ErrCrashed},
		{"internal error", ollamatest.InternalError, fault.Unavailable, embed.ErrCrashed},
		{"connection closed", ollamatest.Disconnect, fault.Unavailable, embed.ErrCrashed},
		{"connection closed in the answer", ollamatest.Cut, fault.Unavailable, embed.ErrCrashed},
		{"too long", ollamatest.TooLong, fault.TooLarge, embed.ErrTooLong},
		{"NaN", ollamatest.NaN, fault.Unavailable, embed.ErrBadAnswer},
		{"null for NaN", ollamatest.Null, fault.Unavailable, embed.ErrBadAnswer},
		{"zero vector", ollamatest.ZeroVector, fault.Unavailable, embed.ErrBadAnswer},
		{"no vectors", ollamatest.Empty, fault.Unavailable, embed.ErrBadAnswer},
		{"too few vectors", ollamatest.WrongCount, fault.Unavailable, embed.ErrBadAnswer},
		{"wrong dimension", ollamatest.WrongDimension, fault.Invalid, embed.ErrBadAnswer},
		{"no JSON", ollamatest.NotJSON, fault.Unavailable, embed.ErrBadAnswer},
		{"out of memory", ollamatest.NoMemory, fault.Invalid, nil},
		{"hang", ollamatest.Hang, fault.Timeout, context.DeadlineExceeded},
		{"drip", ollamatest.Drip, fault.Timeout, context.DeadlineExceeded},
		{"gateway", ollamatest.Refuse(502, "bad gateway"), fault.Unavailable, nil},
		{"forbidden", ollamatest.Refuse(403, "no"), fault.Invalid, nil},
		{"redirect", ollamatest.Refuse(302, "elsewhere"), fault.Invalid, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ollamatest.Start(t, ollamatest.Options{Dimension: 8})
			timeout := time.Minute
			if tt.kind == fault.Timeout {
				timeout = time.Second
			}
			e := newEmbedder(t, s, ollama.Options{Timeout: timeout})
			s.Next(tt.fault)
			vectors, err := e.Documents(t.Context(), []string{"one", "two"})
			if fault.KindOf(err) != tt.kind || vectors != nil || (tt.is != nil && !errors.Is(err, tt.is)) {
				t.Errorf("Documents = %d vectors, %v (kind %d), want none, %v of kind %d",
					len(vectors), err, fault.KindOf(err), tt.is, tt.kind)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "ollama: "+s.URL+"/api/embed: ") && !errors.Is(tt.is, embed.ErrBadAnswer) {
				t.Errorf("Documents = %v, want the call path in front", err)
			}
			e = newEmbedder(t, s, ollama.Options{})
			if vectors, err := e.Documents(t.Context(), []string{"one", "two"}); err != nil || len(vectors) != 2 {
				t.Errorf("next call = %d vectors, %v, want 2", len(vectors), err)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	s.Next(ollamatest.BusyFor(3))
	_, err := newEmbedder(t, s, ollama.Options{}).Query(t.Context(), "x")
	if got := embed.RetryAfter(err); got != 3*time.Second {
		t.Errorf("RetryAfter(%v) = %v, want 3s", err, got)
	}
}

func TestModelMissing(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	e := newEmbedder(t, s, ollama.Options{})
	for range 2 { // never there, then taken away
		s.SetMissing(true)
		_, err := e.Query(t.Context(), "x")
		if diff := cmp.Diff([]string{"run: ollama pull tiny-bert"}, fault.FixesOf(err)); diff != "" || !fault.Is(err, fault.Invalid) {
			t.Errorf("Query = %v, want fault.Invalid; fixes (-want +got):\n%s", err, diff)
		}
		s.SetMissing(false)
		if _, err := e.Query(t.Context(), "x"); err != nil {
			t.Errorf("Query once the model is there = %v", err)
		}
	}
}

// TestServerAway: down at first, then up, then down in the middle of a sweep,
// then up again.
func TestServerAway(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	e := newEmbedder(t, s, ollama.Options{})
	texts := []string{"one", "two", "three"}
	for range 2 {
		s.Stop()
		done := 0
		err := embed.Batcher{Retry: quick}.Embed(t.Context(), e, texts, func(int, []float32, error) { done++ })
		if diff := cmp.Diff([]string{"run: ollama serve"}, fault.FixesOf(err)); diff != "" || !fault.Is(err, fault.Unavailable) || done > 0 {
			t.Errorf("Embed = %v after %d texts, want fault.Unavailable after none; fixes (-want +got):\n%s", err, done, diff)
		}
		s.Restart()
		err = embed.Batcher{Retry: quick}.Embed(t.Context(), e, texts, func(int, []float32, error) { done++ })
		if err != nil || done != 3 {
			t.Errorf("Embed once it is back = %v after %d texts, want 3", err, done)
		}
	}
}

func TestCallerLeavesAHangingServer(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	e := newEmbedder(t, s, ollama.Options{Timeout: time.Hour})
	if _, err := e.Model(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Next(ollamatest.Hang)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-s.Hanging()
		cancel()
	}()
	if _, err := e.Documents(ctx, []string{"x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("Documents = %v, want context.Canceled", err)
	}
}

// TestQueryPassesDocuments: a query does not wait for the documents this
// process has yet to send.
func TestQueryPassesDocuments(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	e := newEmbedder(t, s, ollama.Options{Timeout: time.Hour})
	if _, err := e.Model(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Next(ollamatest.Hang)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := e.Documents(ctx, []string{"document"})
			ended <- err
		}()
	}
	<-s.Hanging()
	if _, err := e.Query(t.Context(), "query"); err != nil {
		t.Errorf("Query = %v", err)
	}
	if calls := s.Calls(); calls != 2 {
		t.Errorf("%d calls, want the hanging documents and the query", calls)
	}
	cancel()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Documents = %v, want context.Canceled", err)
		}
	}
}

// TestSweepSurvives sends 64 texts through whatever happens to some calls; all
// vectors arrive but that of a text the model cannot embed.
func TestSweepSurvives(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		prepare func(*ollamatest.Server)
		refused []int
	}{
		{"nothing", func(*ollamatest.Server) {}, nil},
		{"crashes", func(s *ollamatest.Server) { s.Next(ollamatest.Crash, ollamatest.Disconnect, ollamatest.Cut) }, nil},
		{"queue full", func(s *ollamatest.Server) {
			s.Next(ollamatest.Busy, ollamatest.TooMany, ollamatest.OK, ollamatest.Busy)
		}, nil},
		{"a hang", func(s *ollamatest.Server) { s.Next(ollamatest.OK, ollamatest.Hang) }, nil},
		{"an answer cut short", func(s *ollamatest.Server) { s.Next(ollamatest.WrongCount, ollamatest.Empty) }, nil},
		{"a text that crashes it", func(s *ollamatest.Server) { s.OnText("number 7.", ollamatest.Crash) }, []int{7}},
		{"a text that gives NaN", func(s *ollamatest.Server) { s.OnText("number 63.", ollamatest.NaN) }, []int{63}},
		{"a text that gives zero", func(s *ollamatest.Server) { s.OnText("number 0.", ollamatest.ZeroVector) }, []int{0}},
		{"a text too long at any length", func(s *ollamatest.Server) { s.OnText("number 40.", ollamatest.TooLong) }, []int{40}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ollamatest.Start(t, ollamatest.Options{Dimension: 8})
			timeout := time.Minute
			if tt.name == "a hang" {
				timeout = time.Second
			}
			e := newEmbedder(t, s, ollama.Options{Timeout: timeout})
			tt.prepare(s)
			texts := make([]string, 64)
			for i := range texts {
				texts[i] = fmt.Sprintf("text number %d.", i)
			}
			vectors := 0
			var refused []int
			err := embed.Batcher{MaxTexts: 16, Retry: quick}.Embed(t.Context(), e, texts, func(i int, _ []float32, err error) {
				if err != nil {
					refused = append(refused, i)
					return
				}
				vectors++
			})
			if err != nil || vectors+len(refused) != len(texts) {
				t.Errorf("Embed = %v, %d vectors, want %d", err, vectors, len(texts)-len(tt.refused))
			}
			if diff := cmp.Diff(tt.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWeightsChangeDuringASweep: other weights of the same name and dimension
// end the sweep; none of their vectors comes out.
func TestWeightsChangeDuringASweep(t *testing.T) {
	t.Parallel()
	s := ollamatest.Start(t, ollamatest.Options{})
	e := newEmbedder(t, s, ollama.Options{})
	done := 0
	err := embed.Batcher{MaxTexts: 1}.Embed(t.Context(), e, []string{"one", "two", "three"}, func(int, []float32, error) {
		done++
		s.SetDigest("another")
	})
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "the model changed") || done != 1 {
		t.Errorf("Embed = %v after %d texts, want a changed model after 1", err, done)
	}
}
