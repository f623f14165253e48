package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"coderag/internal/chunk"
	"coderag/internal/code"
	"coderag/internal/embed"
	"coderag/internal/fault"
)

// textPage is how many texts are read, embedded and stored at a time, at most:
// eight calls of the embedder, so that a slow one loses little when it is killed
// and a fast one is not held up by transactions.
func (s *sweep) textPage() int {
	const calls, most = 8, 1024
	return min(calls*cmp.Or(s.batcher.MaxTexts, embed.DefaultMaxTexts), most)
}

// A Text is a text that needs a vector: the first of the chunks that have it.
type Text struct {
	SHA [32]byte
	code.FileID
	Language string
	Symbol   string
	Content  string // of the chunk
}

// A Vector is what became of one text.
type Vector struct {
	SHA     [32]byte
	Vector  []float32
	Refused string // why the model cannot embed it; Vector is nil then
}

// A ChunkKey names a chunk within a project.
type ChunkKey struct {
	File   int64
	Number int
}

// vectorStore holds the vectors of one project, by model and hash of the text.
type vectorStore interface {
	// UseModel returns the id of the model's vector space, made where it is new.
	// It answers no search before FinishModel.
	UseModel(ctx context.Context, m embed.Model) (id int32, err error)
	// WithVector returns those of the texts that have a vector of the model or were
	// refused one.
	WithVector(ctx context.Context, model int32, texts [][32]byte) (map[[32]byte]bool, error)
	// CountPending returns how many texts have no vector of the model.
	CountPending(ctx context.Context, model int32) (int, error)
	// PendingTexts returns up to limit texts without a vector of the model, of
	// chunks after the key in order of file and number, and the key of the last.
	PendingTexts(ctx context.Context, model int32, after ChunkKey, limit int) ([]Text, ChunkKey, error)
	// PutVectors stores vectors; a text that has one already keeps it.
	PutVectors(ctx context.Context, model int32, vectors []Vector) error
	// FinishModel makes the model the one whose vectors answer, prepares these for
	// the search, and drops those of other models.
	FinishModel(ctx context.Context, model int32) error
	// DropOrphans drops vectors and refusals of texts that no chunk has any more, once
	// they are a quarter of all, and looks for them now and then. Until then they spare the model the work when a branch
	// is switched back.
	DropOrphans(ctx context.Context) error
}

// textsAtHand returns the different texts of files that are not stored yet, and have no
// vector of the model, where the embedder is in this program: it embeds them while they
// are in memory and other files are read. In an index that had no files they have none,
// or, of a sweep that was killed before its first commit, few.
func (s *sweep) textsAtHand(ctx context.Context, files []File) (model int32, texts []Text, err error) {
	if !s.local || len(files) == 0 {
		return 0, nil, nil
	}
	defer fault.Wrap(&err, "embed")
	if model, err = s.useModel(ctx); err != nil || model == 0 {
		return 0, nil, err
	}
	done := map[[32]byte]bool{}
	if !s.fresh {
		if done, err = s.store.WithVector(ctx, model, textsOf(files)); err != nil {
			return 0, nil, err
		}
	}
	for i := range files {
		f := &files[i]
		for _, c := range f.Chunks {
			if !done[c.TextSHA] {
				done[c.TextSHA] = true
				texts = append(texts, Text{SHA: c.TextSHA, FileID: f.FileID, Language: f.Language, Symbol: c.Symbol, Content: c.Bytes.Of(f.Text)})
			}
		}
	}
	return model, texts, nil
}

// textsOf returns the texts of the files by their hashes.
func textsOf(files []File) (texts [][32]byte) {
	for i := range files {
		for _, c := range files[i].Chunks {
			texts = append(texts, c.TextSHA)
		}
	}
	return texts
}

// embedAtHand gives the texts their vectors. Of what it leaves undone, embedPending
// finds out why.
func (s *sweep) embedAtHand(ctx context.Context, model int32, texts []Text) (err error) {
	defer fault.Wrap(&err, "embed")
	for page := range slices.Chunk(texts, s.textPage()) {
		vectors, _ := s.embedTexts(ctx, page)
		if err := errors.Join(ctx.Err(), s.store.PutVectors(ctx, model, vectors)); err != nil {
			return err
		}
	}
	return nil
}

// useModel returns the id of the vectors of the embedder's model, 0 where the model is
// away, which the report says.
func (s *sweep) useModel(ctx context.Context) (id int32, err error) {
	model, err := s.embedder.Model(ctx)
	if err != nil {
		s.report.Dense = err.Error()
		return 0, ctx.Err()
	}
	if s.model == 0 || s.batcher.Model != model {
		s.batcher.Model = model
		s.model, err = s.store.UseModel(ctx, model)
	}
	return s.model, err
}

// embedPending gives every text of the project a vector of the embedder's
// model. A model that is away is no error: what is pending stays so, the report
// says why, and the next sweep goes on. No transaction is open while the model
// works. Where more than most texts are pending, none is embedded.
func (s *sweep) embedPending(ctx context.Context, most int) (err error) {
	defer fault.Wrap(&err, "embed")
	id, err := s.useModel(ctx)
	if err != nil || id == 0 {
		return err
	}
	total, err := s.store.CountPending(ctx, id)
	if err != nil || total > most {
		return err
	}
	s.progress(Progress{Stage: StageVectors, Total: total})
	if total > 0 {
		err = s.embedPages(ctx, id, total)
	}
	switch {
	case err == nil:
		return s.store.FinishModel(ctx, id)
	case ctx.Err() != nil || !modelFault(err):
		return err
	}
	s.report.Dense = err.Error()
	s.report.Pending, err = s.store.CountPending(ctx, id)
	return err
}

// modelFault reports whether err is about the model and not about the database.
func modelFault(err error) bool {
	_, ok := errors.AsType[*modelError](err)
	return ok
}

// modelError marks an error of the embedder.
type modelError struct{ error }

func (e *modelError) Unwrap() error { return e.error }

func (s *sweep) embedPages(ctx context.Context, model int32, total int) error {
	var after ChunkKey
	before := s.report.Vectors + s.report.Refused
	for {
		texts, last, err := s.store.PendingTexts(ctx, model, after, s.textPage())
		if err != nil || len(texts) == 0 {
			return err
		}
		vectors, away := s.embedTexts(ctx, texts)
		if err := s.store.PutVectors(ctx, model, vectors); err != nil {
			return err
		}
		s.progress(Progress{Stage: StageVectors, Done: s.report.Vectors + s.report.Refused - before, Total: total})
		if away != nil {
			return &modelError{away}
		}
		after = last
	}
}

// whole returns the chunk of the text as if it were all of its file.
func whole(t Text) code.Chunk {
	return code.Chunk{Symbol: t.Symbol, Bytes: code.Range{End: len(t.Content)}}
}

// embedTexts returns what became of the texts; of those a failing model did not
// reach, nothing.
func (s *sweep) embedTexts(ctx context.Context, texts []Text) (vectors []Vector, err error) {
	inputs := make([]string, len(texts))
	for i, t := range texts {
		inputs[i] = chunk.EmbeddedText(t.FileID, t.Language, whole(t), t.Content)
	}
	err = s.batcher.Embed(ctx, s.embedder, inputs, func(i int, v []float32, refused error) {
		if refused != nil {
			vectors = append(vectors, Vector{SHA: texts[i].SHA, Refused: refused.Error()})
			s.report.Refused++
			return
		}
		vectors = append(vectors, Vector{SHA: texts[i].SHA, Vector: v})
		s.report.Vectors++
	})
	if err != nil {
		return vectors, fmt.Errorf("%d of %d texts embedded: %w", len(vectors), len(texts), err)
	}
	return vectors, nil
}
