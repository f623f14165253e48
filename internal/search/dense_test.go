package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/embed"
	"coderag/internal/fault"
)

var tiny = embed.Model{Provider: "ollama", Name: "tiny", Digest: "aaaaaaaaaaaaaaaa", Dimension: 2}

// fakeEmbedder answers with one vector, err, or not before ctx ends.
type fakeEmbedder struct {
	model embed.Model
	err   error
	hangs bool
}

func (f fakeEmbedder) Model(context.Context) (embed.Model, error) { return f.model, nil }
func (f fakeEmbedder) Documents(context.Context, []string) ([][]float32, error) {
	return nil, errors.New("not for the read path")
}

func (f fakeEmbedder) Query(ctx context.Context, _ string) ([]float32, error) {
	if f.hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return []float32{1, 0}, f.err
}

// denseStore has one file with the word and one that only vectors find.
func denseStore() *fakeStore {
	s := newStore(goFile(1, "words.go", "retry", "retry upload"), goFile(2, "meaning.go", "again", "try once more"))
	s.model, s.modelErr = tiny, nil
	s.near = []ChunkScore{{ChunkKey{2, 0}, 0.9}, {ChunkKey{1, 0}, 0.2}}
	return s
}

func TestDenseLegFindsMeaning(t *testing.T) {
	t.Parallel()
	e := denseStore().engine()
	e.Embedder = fakeEmbedder{model: tiny}
	reply := search(t, e, Request{Query: "retry upload"})
	if diff := cmp.Diff([]string{"words.go", "meaning.go"}, pathsOf(reply)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	want := []Leg{{Name: "lexical", Hits: 1}, {Name: "dense", Hits: 2}}
	if diff := cmp.Diff(want, reply.Legs); diff != "" {
		t.Errorf("legs (-want +got):\n%s", diff)
	}
	if len(reply.Notes) != 0 {
		t.Errorf("notes %q, want none when every leg answered", reply.Notes)
	}
	if got := reply.Hits[1]; len(got.Matched) != 0 || got.ChunkID == "" || got.Excerpt != "try once more" {
		t.Errorf("hit by meaning alone: %+v, want its code and no matched word", got)
	}
}

// Whatever keeps the dense leg from answering, the words are searched, and the
// reply names the leg and the reason.
func TestDenseLegIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		embedder embed.Embedder
		breaks   func(*fakeStore)
		want     string
	}{
		"no embedder":  {nil, nil, "provider = none in section [embedding]"},
		"model away":   {fakeEmbedder{model: tiny, err: fault.New(fault.Unavailable, "ollama is away").Fix("run: ollama serve")}, nil, "ollama is away; run: ollama serve"},
		"model hangs":  {fakeEmbedder{model: tiny, hangs: true}, nil, "the model did not answer in time"},
		"other model":  {fakeEmbedder{model: embed.Model{Provider: "ollama", Name: "other"}}, nil, "rebuild pending: the vectors are of model ollama tiny@aaaaaaaaaaaa"},
		"same name":    {fakeEmbedder{model: embed.Model{Provider: "ollama", Name: "tiny", Digest: "bbbbbbbbbbbbbbbb", Dimension: 2}}, nil, "the configured one is ollama tiny@bbbbbbbbbbbb"},
		"no vectors":   {fakeEmbedder{model: tiny}, func(s *fakeStore) { s.modelErr = fault.New(fault.NotFound, "live model") }, "no vectors yet: the next sweep builds them, or run: bin/indexer scan"},
		"store breaks": {fakeEmbedder{model: tiny}, func(s *fakeStore) { s.nearErr = errors.New("index is corrupt") }, "index is corrupt"},
		"store hangs":  {fakeEmbedder{model: tiny}, func(s *fakeStore) { s.nearErr = fmt.Errorf("nearest: %w", context.DeadlineExceeded) }, "the vectors were not compared in time"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := denseStore()
			if tc.breaks != nil {
				tc.breaks(s)
			}
			e := s.engine()
			e.Embedder = tc.embedder
			e.Options.QueryTimeout, e.Options.DenseTimeout = 10*time.Millisecond, time.Hour
			reply := search(t, e, Request{Query: "retry upload"})
			if diff := cmp.Diff([]string{"words.go"}, pathsOf(reply)); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
			if got := reply.Legs[1]; got.Hits != 0 || !strings.Contains(got.Skipped, tc.want) {
				t.Errorf("dense leg %+v, want it skipped with %q", got, tc.want)
			}
			if tc.embedder == nil { // that there is none is no news
				if len(reply.Notes) != 0 {
					t.Errorf("notes %q, want none", reply.Notes)
				}
				return
			}
			if len(reply.Notes) != 1 || !strings.HasPrefix(reply.Notes[0], "dense leg left out: ") || !strings.Contains(reply.Notes[0], tc.want) {
				t.Errorf("notes %q, want one that says %q", reply.Notes, tc.want)
			}
		})
	}
}

// Who asks for a name, or for a single word, gets the files that have it, and none
// by meaning beside them; where none has it, the nearest there are.
func TestNameIsNotFoundByMeaning(t *testing.T) {
	t.Parallel()
	s := newStore(goFile(1, "words.go", "RetryUpload", "RetryUpload"), goFile(2, "meaning.go", "again", "try once more"))
	s.model, s.modelErr = tiny, nil
	s.near = []ChunkScore{{ChunkKey{2, 0}, 0.9}, {ChunkKey{1, 0}, 0.2}}
	e := s.engine()
	e.Embedder = fakeEmbedder{model: tiny}
	for query, want := range map[string][]string{
		"RetryUpload":  {"words.go"},
		"upload":       {"words.go"},
		"retry upload": {"words.go", "meaning.go"},
		"TryOften":     {"meaning.go"},
		"Backoff":      {"meaning.go", "words.go"},
	} {
		if diff := cmp.Diff(want, pathsOf(search(t, e, Request{Query: query, Anyway: true}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

// While the vectors of the configured model are being built, those that are there
// are asked by the embedder they are of, whatever state the configured one is in.
func TestStandbyEmbedsForLiveVectors(t *testing.T) {
	t.Parallel()
	other := embed.Model{Provider: "ollama", Name: "other", Dimension: 2}
	for name, tc := range map[string]struct {
		live                 embed.Model
		configured, standby  fakeEmbedder
		wantHits             int
		wantModel, wantsNote string
	}{
		"standby is live":     {tiny, fakeEmbedder{model: other, err: errors.New("busy")}, fakeEmbedder{model: tiny}, 2, tiny.String(), ""},
		"configured is live":  {other, fakeEmbedder{model: other}, fakeEmbedder{model: tiny, err: errors.New("not asked")}, 2, other.String(), ""},
		"neither is live":     {embed.Model{Name: "old"}, fakeEmbedder{model: other}, fakeEmbedder{model: tiny}, 0, "", "rebuild pending: the vectors are of model  old (0 dimensions), the configured one is ollama other (2 dimensions); run: bin/indexer scan shop"},
		"standby cannot help": {tiny, fakeEmbedder{model: other}, fakeEmbedder{model: tiny, err: errors.New("weights are damaged")}, 0, tiny.String(), "weights are damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := denseStore()
			s.model = tc.live
			e := s.engine()
			e.Embedder, e.Standby = tc.configured, tc.standby
			reply := search(t, e, Request{Query: "retry upload"})
			if got := reply.Legs[1]; got.Hits != tc.wantHits || got.Skipped != tc.wantsNote {
				t.Errorf("dense leg %+v, want %d hits and %q", got, tc.wantHits, tc.wantsNote)
			}
			model, skipped := e.DenseModel(t.Context())
			if tc.wantModel == "" != (skipped != "") || skipped == "" && model.String() != tc.wantModel {
				t.Errorf("DenseModel = %s, %q; want %q", model, skipped, tc.wantModel)
			}
		})
	}
}

// The dense leg reads by itself, so it can know files and chunks the view lacks.
func TestDenseLegAheadOfTheView(t *testing.T) {
	t.Parallel()
	s := denseStore()
	s.files[77] = File{ID: 77, FileID: s.files[1].FileID}
	s.near = []ChunkScore{{ChunkKey{77, 0}, 0.95}, {ChunkKey{88, 0}, 0.9}, {ChunkKey{1, 5}, 0.8}, {ChunkKey{1, 0}, 0.7}}
	s.files[88] = File{ID: 88}
	e := &Engine{Project: "shop", Store: lateStore{s}, Disk: fakeDisk{store: s}, Embedder: fakeEmbedder{model: tiny}}
	reply := search(t, e, Request{Query: "retry upload"})
	if diff := cmp.Diff([]string{"words.go"}, pathsOf(reply)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if got := reply.Hits[0]; got.Excerpt != "retry upload" || !strings.HasPrefix(got.ChunkID, "shop:1.0.") {
		t.Errorf("hit %+v, want the chunk that exists", got)
	}
}

// lateStore has a view that files 77 and 88 have left, or not yet entered.
type lateStore struct{ *fakeStore }

func (s lateStore) View(_ context.Context, fn func(View) error) error { return fn(s) }

func (s lateStore) Files(ctx context.Context, ids []int64) (files []File, err error) {
	all, err := s.fakeStore.Files(ctx, ids)
	for _, f := range all {
		if f.ID < 77 {
			files = append(files, f)
		}
	}
	return files, err
}
