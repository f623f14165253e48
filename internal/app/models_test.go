package app_test

import (
	"strings"
	"testing"

	"coderag/internal/app"
	"coderag/internal/embed/ollamatest"
	"coderag/internal/search"
	"coderag/internal/status"
)

// How the models are told: the digest is that of the weights in the program.
const (
	static   = "builtin coderag-static-1@ff5caf55033a (256 dimensions)"
	tinyBert = "ollama tiny-bert@b0b0b0b0b0b0 (384 dimensions)"
)

// newVectors is what a search says before there are vectors.
const newVectors = "dense leg left out: no vectors yet: the next sweep builds them, or run: bin/indexer scan"

// dense searches by a question that words alone answer as well, and returns how
// many files the dense leg proposed, with the notes.
func (s site) dense(project string) (hits int, notes string) {
	s.Helper()
	reply, err := s.Search(s.Context(), project, search.Request{Query: "handle refund"})
	if err != nil {
		s.Fatal(err)
	}
	if len(reply.Hits) == 0 || reply.Hits[0].Path != "refund.py" {
		s.Errorf("hits %+v, want refund.py first", reply.Hits)
	}
	return reply.Legs[1].Hits, strings.Join(reply.Notes, "\n")
}

func (s site) wantDense(step string, hits int, note string) {
	s.Helper()
	got, notes := s.dense("shop")
	if got != hits || !strings.Contains(notes, note) || note == "" && notes != "" {
		s.Errorf("%s: %d files by vectors, notes %q; want %d and %q", step, got, notes, hits, note)
	}
}

// wantModels compares the state of project shop: the model that answers, what is
// said where none does, and the model being built with how far it is.
func (s site) wantModels(step, answers, wordsOnly, building string) {
	s.Helper()
	got, err := s.Status(s.Context(), "shop")
	if err != nil {
		s.Fatal(err)
	}
	built := ""
	if got.Building != nil {
		built = got.Building.String() + " " + got.Building.Progress()
	}
	if got.Answers() != answers || got.WordsOnly != wordsOnly || built != building || (got.Rung == status.RungNone) != (answers == "words only") {
		s.Errorf("%s: rung %q, %q answers, words only for %q, building %q; want %q, %q, %q",
			step, got.Rung, got.Answers(), got.WordsOnly, built, answers, wordsOnly, building)
	}
}

// with opens the site with this section [embedding].
func (s site) with(embedding string) site {
	s.Helper()
	s.Config("[embedding]\n" + embedding)
	s.App = s.open(nil)
	return s
}

// An index made without a model, by an earlier version or with provider = none,
// answers by words and says once what is missing. The next sweep gives every text
// its vector and reads no file again.
func TestVectorsComeToAnIndexOfWords(t *testing.T) {
	t.Parallel()
	s := newSite(t).with("provider = none\n")
	s.List(`{"name": "shop", "roots": ["api"]}`, `{"name": "site", "roots": ["web"]}`)
	s.sweep("shop")
	s.sweep("site")
	s.wantDense("provider none", 0, "")
	s.wantModels("provider none", "words only", "provider = none in section [embedding] of config.ini", "")

	s = s.with("")
	s.wantDense("before the sweep", 0, newVectors)
	if _, notes := s.dense("_all"); notes != newVectors {
		t.Errorf("notes of all projects: %q, want %q once", notes, newVectors)
	}
	s.wantModels("before the sweep", "words only", strings.TrimPrefix(newVectors, "dense leg left out: "), static+" 0 of 1 vectors")

	report, err := s.Sweep(t.Context(), app.SweepRequest{Project: "shop", Cause: "schedule"})
	if err != nil || report.Same != 1 || report.Added+report.Changed+report.Touched != 0 || report.Vectors != 1 || report.Pending != 0 {
		t.Errorf("sweep: %+v, %v; want a vector and no file read", report, err)
	}
	s.wantDense("after the sweep", 1, "")
	s.wantModels("after the sweep", static, "", "")
	if _, notes := s.dense("_all"); notes != "project site: "+newVectors {
		t.Errorf("notes of all projects: %q, want that of site alone", notes)
	}
}

// From one model to another and back the search never stops: while the vectors
// of the other are built, those of the built-in answer, since this process can
// still embed with it.
func TestChangeOfModels(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	s.wantModels("at first", static, "", "")

	model := ollamatest.Start(t, ollamatest.Options{Digest: strings.Repeat("b0", 32)})
	release := make(chan struct{})
	model.Always(ollamatest.Hold(release))
	s = s.with("provider = ollama\nmodel = tiny-bert\ntimeout = 5m\nquery_timeout = 1m\nurl = " + model.URL + "\n")
	s.wantDense("before the sweep", 2, "")
	s.wantModels("before the sweep", static, "", tinyBert+" 0 of 2 vectors")
	swept := make(chan error, 1)
	go func() {
		_, err := s.Sweep(s.Context(), app.SweepRequest{Project: "shop", Cause: "schedule"})
		swept <- err
	}()
	<-model.Hanging()
	s.wantDense("during the sweep", 2, "")
	s.wantModels("during the sweep", static, "", tinyBert+" 0 of 2 vectors")
	if n := model.Calls(); n != 1 {
		t.Errorf("the new model got %d calls, want that of the sweep alone", n)
	}
	model.Always(ollamatest.OK)
	close(release)
	if err := <-swept; err != nil {
		t.Fatal(err)
	}
	s.wantDense("after the sweep", 2, "")
	s.wantModels("after the sweep", tinyBert, "", "")
	if n := model.Calls(); n != 2 {
		t.Errorf("the new model got %d calls, want one more, of the search", n)
	}

	s = s.with("")
	pending := "rebuild pending: the vectors are of model " + tinyBert + ", the configured one is " + static + "; run: bin/indexer scan shop"
	s.wantDense("back, before the sweep", 0, "dense leg left out: "+pending)
	s.wantModels("back, before the sweep", "words only", pending, static+" 0 of 2 vectors")
	s.sweep("shop")
	s.wantDense("back, after the sweep", 2, "")
	s.wantModels("back, after the sweep", static, "", "")
}

// While the server of the configured model is away, the built-in's vectors answer
// where they are live; once the model's are, words do, and the status says why.
func TestModelServerIsAway(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sweep("shop")
	model := ollamatest.Start(t, ollamatest.Options{Digest: strings.Repeat("b0", 32)})
	embedding := "provider = ollama\nmodel = tiny-bert\nurl = " + model.URL + "\n"
	model.Stop()
	s = s.with(embedding)
	s.sweep("shop")
	s.wantDense("built-in vectors", 2, "")
	s.wantModels("built-in vectors", static, "", "")
	model.Restart()
	s = s.with(embedding)
	s.sweep("shop")
	model.Stop()
	s = s.with(embedding)
	s.wantDense("vectors of the model", 0, "dense leg left out: ollama")
	got, err := s.Status(t.Context(), "shop")
	if err != nil || got.Rung != status.RungNone || !strings.Contains(got.WordsOnly, model.URL) || got.Model.String() != tinyBert {
		t.Errorf("status %+v, %v; want words only, as %s is away", got, err, model.URL)
	}
}

// The first vectors of a project answer when all of them are there.
func TestHalfAModelDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	model := ollamatest.Start(t, ollamatest.Options{Digest: strings.Repeat("b0", 32)})
	s = s.with("provider = ollama\nmodel = tiny-bert\nbatch = 1\nretries = 0\nurl = " + model.URL + "\n")
	model.Next(ollamatest.OK)
	model.Always(ollamatest.InternalError)
	s.sweep("shop")
	s.wantDense("one of two", 0, newVectors)
	s.wantModels("one of two", "words only", strings.TrimPrefix(newVectors, "dense leg left out: "), tinyBert+" 1 of 2 vectors")
	model.Always(ollamatest.OK)
	s.sweep("shop")
	s.wantDense("two of two", 2, "")
}
