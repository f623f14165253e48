package app

import (
	"context"
	"slices"

	"coderag/internal/embed"
	"coderag/internal/postgres"
	"coderag/internal/status"
)

// tellModels says in s which model's vectors answer a search now, or why none do,
// and which model is being built, as far as that is. Status stays without what a
// model server that is away would have to tell.
func (a *App) tellModels(ctx context.Context, store *postgres.Project, s *status.Project) error {
	e, err := a.engine(ctx, s.Name)
	if err != nil {
		return err
	}
	models, err := store.Models(ctx)
	if err != nil {
		return err
	}
	live, why := e.DenseModel(ctx)
	if s.WordsOnly = why; a.config.Search.WeightDense == 0 {
		s.WordsOnly = "weight_dense = 0 in section [search] of config.ini"
	}
	if i := slices.IndexFunc(models, func(m postgres.StoredModel) bool { return m.Live }); i >= 0 {
		s.Model = modelStatus(models[i])
	}
	if s.WordsOnly == "" {
		s.Rung = rungOf(live.Provider)
	}
	s.Building, err = a.building(ctx, store, models)
	return err
}

// building returns the configured model where its vectors are not the live ones
// yet. While its server does not tell which one it is, it is the model that was
// begun last.
func (a *App) building(ctx context.Context, store *postgres.Project, models []postgres.StoredModel) (*status.Model, error) {
	if a.guard == nil {
		return nil, nil
	}
	configured, err := a.guard.Model(ctx)
	for _, m := range slices.Backward(models) {
		if (err != nil || m.Model == configured) && !m.Live {
			return modelStatus(m), nil
		}
		if m.Model == configured {
			return nil, nil
		}
	}
	if err != nil {
		return nil, ctx.Err()
	}
	texts, err := store.CountTexts(ctx)
	return modelStatus(postgres.StoredModel{Model: configured, Pending: texts}), err
}

func modelStatus(m postgres.StoredModel) *status.Model {
	return &status.Model{
		Provider: m.Provider, Name: m.Name, Digest: embed.ShortDigest(m.Digest), Dimension: m.Dimension,
		Vectors: m.Vectors, Pending: m.Pending, Refused: m.Refused,
	}
}

func rungOf(provider string) status.Rung {
	if provider == "builtin" {
		return status.RungBuiltin
	}
	return status.RungModel
}
