package app

import "time"

// SetPatience sets how long Reindex waits for a running sweep.
func (a *App) SetPatience(d time.Duration) { a.patience = d }
