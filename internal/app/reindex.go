package app

import (
	"context"
	"time"

	"coderag/internal/code"
	"coderag/internal/fault"
	"coderag/internal/index"
	"coderag/internal/mcpserver"
	"coderag/internal/postgres"
)

// lockPatience is how long Reindex waits for a running sweep. It looks again
// after pauses that grow from the first to the longest: each look is a
// connection.
const (
	lockPatience     = 10 * time.Second
	firstLockPause   = 25 * time.Millisecond
	longestLockPause = 400 * time.Millisecond
)

// Reindex implements mcpserver.Reindexer. It waits a while for a running sweep;
// one that lasts is an error of kind fault.Busy.
func (a *App) Reindex(ctx context.Context, project string, paths []string) ([]mcpserver.Reindexed, error) {
	p, err := a.catalog.sweepable(project)
	if err != nil {
		return nil, err
	}
	updates, err := a.updateInTurn(ctx, p, paths)
	if err != nil {
		return nil, err
	}
	out := make([]mcpserver.Reindexed, len(updates))
	for i, u := range updates {
		out[i] = mcpserver.Reindexed{Repo: u.Repo, Path: u.Path, Outcome: string(u.Result), Detail: u.Detail}
	}
	return out, nil
}

// updateInTurn updates the files as soon as no other writer is in the way.
func (a *App) updateInTurn(ctx context.Context, p code.Project, paths []string) (updates []index.Update, err error) {
	deadline := time.Now().Add(a.patience)
	for pause := firstLockPause; ; pause = min(2*pause, longestLockPause) {
		err = a.write(ctx, p, func(ctx context.Context, store *postgres.Project) (err error) {
			updates, err = a.indexer(ctx).Update(ctx, store, p, paths)
			return err
		})
		if !fault.Is(err, fault.Busy) || !time.Now().Before(deadline) {
			return updates, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
