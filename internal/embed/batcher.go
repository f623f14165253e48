package embed

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"coderag/internal/fault"
)

// DefaultMaxTexts is how many texts go into a call where Batcher has no other
// number.
const DefaultMaxTexts = 32

// A Batcher embeds any number of texts through an Embedder that takes few at a
// time, refuses long ones and fails now and then. It is a value without state:
// copies may be used concurrently.
type Batcher struct {
	Model        Model // the space the vectors are for; the zero Model asks the Embedder at the start
	MaxTexts     int   // texts a call; 0 means DefaultMaxTexts
	MaxBytes     int   // bytes of text a call; a longer text goes alone, cut to it; 0 means 6000
	MinTextBytes int   // a text refused for its length is not cut below this; 0 means 256
	MaxRun       int   // bytes without white space after which a space is put in; 0 means 2000
	Retry        Retry
}

// withDefaults returns b with its zero fields set.
func (b Batcher) withDefaults() Batcher {
	b.MaxTexts = cmp.Or(b.MaxTexts, DefaultMaxTexts)
	b.MaxBytes = cmp.Or(b.MaxBytes, 6000)
	b.MinTextBytes = cmp.Or(b.MinTextBytes, 256)
	b.MaxRun = cmp.Or(b.MaxRun, 2000)
	b.Retry = b.Retry.withDefaults()
	return b
}

// Embed embeds texts in order and calls done once for each, with its index and
// either its vector of unit length or why the model refuses this one text, in
// which case asking again will not help. Empty texts are refused here and never sent.
//
// An error of Embed concerns all texts for which done was not called yet:
//
//   - fault.Unavailable: the server is away, or answers nothing usable even for
//     a short text, or stayed busy through all attempts; go on later
//   - fault.Invalid: the model is missing or misconfigured, or is no longer Model;
//     no vector of another model has been handed to done
//   - the error of ctx
func (b Batcher) Embed(ctx context.Context, e Embedder, texts []string, done func(i int, vector []float32, err error)) (err error) {
	defer fault.Wrap(&err, "embed %d texts", len(texts))
	if len(texts) == 0 {
		return nil
	}
	b = b.withDefaults()
	if b.Model == (Model{}) {
		if b.Model, err = e.Model(ctx); err != nil {
			return err
		}
	}
	s := session{Batcher: b, embedder: e, done: done}
	var batch []item
	size := 0
	for i, text := range texts {
		next := item{index: i, text: tidy(text, b.MaxBytes, b.MaxRun)}
		if len(batch) > 0 && (len(batch) == b.MaxTexts || size+len(next.text) > b.MaxBytes) {
			if err := s.embed(ctx, batch); err != nil {
				return err
			}
			batch, size = batch[:0], 0
		}
		batch, size = append(batch, next), size+len(next.text)
	}
	return s.embed(ctx, batch)
}

// An item is one text of the call, as it is sent.
type item struct {
	index int
	text  string
}

// A session is one call of Batcher.Embed.
type session struct {
	Batcher
	embedder Embedder
	done     func(int, []float32, error)
}

// embed sends a batch and, when it is refused, finds the text that is to blame.
func (s *session) embed(ctx context.Context, batch []item) error {
	batch = s.refuseEmpty(batch)
	if len(batch) == 0 {
		return nil
	}
	vectors, err := s.ask(ctx, batch)
	switch {
	case err == nil:
		for i, it := range batch {
			s.done(it.index, vectors[i], nil)
		}
		return nil
	case errors.Is(err, ErrTooLong):
		return s.shrink(ctx, batch, err)
	case mayBeTheText(err):
		return s.isolate(ctx, batch, err)
	}
	return err
}

// refuseEmpty reports the texts with nothing but white space and returns the others.
func (s *session) refuseEmpty(batch []item) []item {
	kept := make([]item, 0, len(batch))
	for _, it := range batch {
		if strings.TrimSpace(it.text) == "" {
			s.done(it.index, nil, fault.New(fault.Invalid, "the text is empty"))
			continue
		}
		kept = append(kept, it)
	}
	return kept
}

// shrink embeds a batch refused for the length of some text: each half of the
// batch by itself, or the first half of a single text. A text that is refused
// at the least length is given up.
func (s *session) shrink(ctx context.Context, batch []item, cause error) error {
	if half := len(batch) / 2; half > 0 {
		if err := s.embed(ctx, batch[:half]); err != nil {
			return err
		}
		return s.embed(ctx, batch[half:])
	}
	only := batch[0]
	if len(only.text) <= s.MinTextBytes {
		s.done(only.index, nil, cause)
		return nil
	}
	only.text = cut(only.text, max(len(only.text)/2, s.MinTextBytes))
	return s.embed(ctx, []item{only})
}

// probeText is what a server must embed to count as working.
const probeText = "ok"

// isolate embeds the texts of a failed batch one by one, provided that the
// server still embeds a short text. A single text that fails alone while that
// one succeeds is given up.
func (s *session) isolate(ctx context.Context, batch []item, cause error) error {
	if _, err := s.once(ctx, []string{probeText}); err != nil {
		if ctx.Err() != nil || fault.Is(err, fault.Invalid) {
			return err
		}
		return fault.New(fault.Unavailable, "not even a short text is embedded now: %w", cause)
	}
	if len(batch) == 1 {
		s.done(batch[0].index, nil, cause)
		return nil
	}
	for _, it := range batch {
		if err := s.embed(ctx, []item{it}); err != nil {
			return err
		}
	}
	return nil
}

// ask sends a batch, again and again while that may help.
func (s *session) ask(ctx context.Context, batch []item) (vectors [][]float32, err error) {
	texts := make([]string, len(batch))
	for i, it := range batch {
		texts[i] = it.text
	}
	err = s.Retry.do(ctx, func() error {
		vectors, err = s.once(ctx, texts)
		return err
	})
	return vectors, err
}

// once sends texts and checks what comes back, also that it came from the
// expected model: it may have been replaced under its name since the last call.
func (s *session) once(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.embedder.Documents(ctx, texts)
	if err == nil {
		err = Check(s.Model, len(texts), vectors)
	}
	if err != nil && !fault.Is(err, fault.Invalid) {
		return nil, err
	}
	model, modelErr := s.embedder.Model(ctx)
	switch {
	case modelErr != nil:
		return nil, modelErr
	case model != s.Model:
		return nil, changed(s.Model, model)
	case err != nil:
		return nil, err
	}
	return vectors, nil
}

// changed says that another model answers than the one vectors are stored for.
func changed(want, got Model) error {
	return fault.New(fault.Invalid, "the model changed from %s to %s", want, got).
		Fix("scan again: the vectors of the new model are built beside the old ones")
}
