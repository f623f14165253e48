package index_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"coderag/internal/chunk"
	"coderag/internal/embed"
	"coderag/internal/embed/ollama"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/index"
	"coderag/internal/lang"
	"coderag/internal/search"
	"coderag/internal/symbols"
	"coderag/internal/symbols/treesitter"
	"coderag/internal/walk"
)

// quick retries without waiting long.
var quick = embed.Retry{Attempts: 3, Pause: time.Millisecond}

// modelIndexer returns an indexer with the model server at url. The caller
// closes its extractors.
func modelIndexer(url string) (*index.Indexer, error) {
	e, err := ollama.New(ollama.Options{URL: url, Model: "tiny-bert"})
	if err != nil {
		return nil, err
	}
	return &index.Indexer{
		Symbols: symbols.New(treesitter.New(treesitter.Options{})), Embedder: e, Batcher: embed.Batcher{Retry: quick},
		Options: index.Options{Walk: walk.Rules{LanguagesOf: lang.Candidates}, CommitFiles: 50},
	}, nil
}

// both runs a test with an embedder that is a server, and with one in this program.
func both(t *testing.T, test func(t *testing.T, local bool)) {
	t.Helper()
	for name, local := range map[string]bool{"server": false, "local": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, local)
		})
	}
}

// killIndexer is modelIndexer for the life of a test.
func killIndexer(t *testing.T, url string) *index.Indexer {
	t.Helper()
	x, err := modelIndexer(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Symbols.Close() })
	return x
}

// withModel gives the world an embedder at the fake server.
func (w *world) withModel(s *ollamatest.Server) *world {
	w.Helper()
	e, err := ollama.New(ollama.Options{URL: s.URL, Model: "tiny-bert", Timeout: 5 * time.Second})
	w.must(err)
	w.indexer.Embedder, w.indexer.Batcher = e, embed.Batcher{Retry: quick}
	return w
}

// nearest returns the path of the file whose chunk is nearest to the query.
func (w *world) nearest(query string) string {
	w.Helper()
	e := search.Engine{
		Project: "shop", Store: w.store, Disk: noDisk{}, Embedder: w.indexer.Embedder,
		Options: search.Options{WeightLexical: 1e-9},
	}
	reply, err := e.Search(context.Background(), search.Request{Query: query})
	w.must(err)
	if len(reply.Hits) == 0 {
		return ""
	}
	return reply.Hits[0].Path
}

func TestOnlyNewTextsAreEmbedded(t *testing.T) {
	t.Parallel()
	both(t, onlyNewTextsAreEmbedded)
}

func onlyNewTextsAreEmbedded(t *testing.T, local bool) {
	model := ollamatest.Start(t, ollamatest.Options{})
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "ledger"), "b.go": goFunc("Close", "door")}).withModel(model)
	w.indexer.Local = local
	if r := w.sweep(); r.Vectors != 4 || r.Pending != 0 {
		t.Errorf("first sweep: %+v, want four vectors", r)
	}
	if got := w.nearest("ledger Open"); got != "a.go" {
		t.Errorf("nearest file is %q, want a.go", got)
	}
	asked := len(model.Texts())
	w.write("a.go", "\n\n\n"+goFunc("Open", "ledger")) // every line moves, no text changes
	if r := w.sweep(); r.Changed != 1 || r.Vectors != 0 {
		t.Errorf("sweep after lines moved: %+v, want one changed and no vector", r)
	}
	if got := len(model.Texts()); got != asked {
		t.Errorf("the model saw %d more texts for lines that moved, want none", got-asked)
	}
	w.write("a.go", goFunc("Open", "drawer"))
	if r := w.sweep(); r.Vectors != 1 {
		t.Errorf("sweep after an edit: %+v, want one vector", r)
	}
	for _, text := range model.Texts() {
		if strings.TrimSpace(text) == "" {
			t.Error("an empty text was sent to the model")
		}
	}
}

// The vectors of a file that goes, as when a branch is switched, serve it when it comes
// back.
func TestFileComesBack(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, local bool) {
		w := newWorld(t, map[string]string{"b.go": goFunc("Close", "door")}).withModel(ollamatest.Start(t, ollamatest.Options{}))
		w.indexer.Local = local
		for i := range 8 { // so that those of the one are few
			w.write("a"+strconv.Itoa(i)+".go", goFunc("Open"+strconv.Itoa(i), "ledger"))
		}
		w.sweep()
		w.remove("b.go")
		w.sweep()
		w.write("b.go", goFunc("Close", "door"))
		if r := w.sweep(); r.Added != 1 || r.Vectors != 0 || r.Pending != 0 || w.nearest("door Close") != "b.go" {
			t.Errorf("sweep after a file came back: %+v, want it added, no vector, nothing pending, and the file found", r)
		}
	})
}

// Progress counts the vectors that are still to come, whatever was embedded before.
func TestProgressOfVectors(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, local bool) {
		w := newWorld(t, map[string]string{"a.go": goFunc("Open", "ledger"), "b.go": goFunc("Close", "door")})
		w.sweep() // by words
		w.withModel(ollamatest.Start(t, ollamatest.Options{}))
		w.indexer.Local = local
		w.write("a.go", goFunc("Open", "drawer"))
		var last index.Progress
		_, err := w.trySweep(index.Request{Progress: func(p index.Progress) { last = p }})
		w.must(err)
		if last.Stage != index.StageVectors || last.Done != last.Total || last.Total == 0 {
			t.Errorf("the last progress is %+v, want all of the vectors that were left", last)
		}
	})
}

// An embedder in this program embeds all that an update names, however much; a server
// is not waited for so long.
func TestUpdateOfManyTexts(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, local bool) {
		model := ollamatest.Start(t, ollamatest.Options{})
		w := newWorld(t, map[string]string{"a.go": goFunc("Open", "ledger")}).withModel(model)
		w.indexer.Local = local
		w.indexer.Options.Chunk = chunk.Options{MaxBytes: 60, MinBytes: 1}
		w.sweep()
		embedded := len(model.Texts())
		var text strings.Builder
		for i := range 300 {
			text.WriteString(goFunc("F"+strconv.Itoa(i), "drawer"))
		}
		w.write("a.go", text.String())
		w.update("a.go")
		w.wantFind("drawer", "a.go")
		if got := len(model.Texts()) - embedded; got >= 300 != local {
			t.Errorf("%d texts were embedded with the update", got)
		}
		if r := w.sweep(); r.Pending != 0 || r.Vectors >= 300 == local {
			t.Errorf("the sweep after it: %+v, want it to embed what was left", r)
		}
	})
}

// Whatever the model does, the words are indexed, the sweep ends without an
// error, what is missing is said, and the next sweep makes it good.
func TestSweepSurvivesItsModel(t *testing.T) {
	t.Parallel()
	both(t, sweepSurvivesItsModel)
}

func sweepSurvivesItsModel(t *testing.T, local bool) {
	for name, breakModel := range map[string]func(*ollamatest.Server){
		"down":            func(s *ollamatest.Server) { s.Stop() },
		"missing":         func(s *ollamatest.Server) { s.SetMissing(true) },
		"busy":            func(s *ollamatest.Server) { s.Always(ollamatest.Busy) },
		"crashing":        func(s *ollamatest.Server) { s.Always(ollamatest.Crash) },
		"wrong count":     func(s *ollamatest.Server) { s.Always(ollamatest.WrongCount) },
		"wrong dimension": func(s *ollamatest.Server) { s.Always(ollamatest.WrongDimension) },
		"not a number":    func(s *ollamatest.Server) { s.Always(ollamatest.Null) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := ollamatest.Start(t, ollamatest.Options{})
			w := newWorld(t, map[string]string{"a.go": goFunc("Open", "ledger")}).withModel(model)
			w.indexer.Local = local
			breakModel(model)
			r := w.sweep()
			if r.Added != 1 || r.Vectors != 0 || r.Dense == "" {
				t.Errorf("sweep: %+v, want the file added, no vector, and the reason", r)
			}
			w.wantFind("ledger", "a.go")
			w.withModel(ollamatest.Start(t, ollamatest.Options{}))
			if r = w.sweep(); r.Vectors != 2 || r.Pending != 0 || r.Dense != "" {
				t.Errorf("next sweep: %+v, want both vectors", r)
			}
		})
	}
}

// A model that dies half way keeps what it did.
func TestModelDiesHalfWay(t *testing.T) {
	t.Parallel()
	model := ollamatest.Start(t, ollamatest.Options{})
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "ledger"), "b.go": goFunc("Close", "door")}).withModel(model)
	w.indexer.Batcher.MaxTexts = 1
	model.OnText("door", ollamatest.Crash)
	model.OnText("Close", ollamatest.Crash)
	r := w.sweep()
	if r.Vectors == 0 || r.Vectors+r.Refused+r.Pending != 4 {
		t.Errorf("sweep: %+v, want some vectors and the other texts refused or pending", r)
	}
}

// A change of weights under the same name builds new vectors beside the old.
func TestChangedDigestIsAnotherModel(t *testing.T) {
	t.Parallel()
	model := ollamatest.Start(t, ollamatest.Options{})
	w := newWorld(t, map[string]string{"a.go": goFunc("Open", "ledger")}).withModel(model)
	w.sweep()
	before, _, err := w.store.LiveModel(t.Context())
	w.must(err)
	model.SetDigest("sha256:" + strings.Repeat("ab", 32))
	w.withModel(model)
	if r := w.sweep(); r.Vectors != 2 {
		t.Errorf("sweep with new weights: %+v, want both vectors anew", r)
	}
	after, _, err := w.store.LiveModel(t.Context())
	w.must(err)
	if before == after {
		t.Errorf("the live model is still %d after the weights changed", after)
	}
}
